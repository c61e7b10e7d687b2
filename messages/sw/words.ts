import { officesInSwahili, statusesInSwahili } from "#domain/shown-words-sw.ts";
import type { words as english } from "../en/words.ts";
import type { TextsOf } from "../texts-of.ts";

/** Words that several groups share: months, offices, and what a paper calls a status. */
export const words = {
  severalFields: "Tafadhali sahihisha sehemu zilizowekewa alama.",
  months: {
    1: "Januari",
    2: "Februari",
    3: "Machi",
    4: "Aprili",
    5: "Mei",
    6: "Juni",
    7: "Julai",
    8: "Agosti",
    9: "Septemba",
    10: "Oktoba",
    11: "Novemba",
    12: "Desemba",
  },
  shortMonths: {
    1: "Jan",
    2: "Feb",
    3: "Mac",
    4: "Apr",
    5: "Mei",
    6: "Jun",
    7: "Jul",
    8: "Ago",
    9: "Sep",
    10: "Okt",
    11: "Nov",
    12: "Des",
  },
  day: "{day}",
  moment: "{day}, {time}",
  offices: officesInSwahili,
  statuses: statusesInSwahili,
} as const satisfies TextsOf<typeof english>;
