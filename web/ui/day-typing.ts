/* Typing a day: day first, as in Kenya, with the month as a number or a word of either language; a day as computers write it too. */
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";

/** By the first three letters, in English and Swahili. */
const months = [
  ["jan"],
  ["feb"],
  ["mar", "mac"],
  ["apr"],
  ["may", "mei"],
  ["jun"],
  ["jul"],
  ["aug", "ago"],
  ["sep"],
  ["oct", "okt"],
  ["nov"],
  ["dec", "des"],
];

const DAY_FIRST = /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}{3,9})\.?[\s,./-]+(\d{2}|\d{4})$/u;

/**
 * The typed day: "22/11/2026", "22.11.2026", "22 Nov 2026", "22 Novemba 2026", "2026-11-22"; null for anything else
 * and for a day that its month does not have. A year of two digits is in this century once typing is `done`; before,
 * two more digits may follow.
 */
export function readDay(typed: string, done = true): PlainDate | null {
  const text = typed.trim();
  const [, day, month = "", year = ""] = DAY_FIRST.exec(text) ?? [];
  if (day === undefined) return parsePlainDate(text);
  if (year.length === 2 && !done) return null;
  const number = /\d/.test(month) ? Number(month) : numberOf(month);
  return parsePlainDate(`${year.length === 2 ? `20${year}` : year}-${number}-${day}`);
}

/** 1 to 12; 0 for no month. */
function numberOf(month: string): number {
  const letters = month.slice(0, 3).toLowerCase();
  return months.findIndex((names) => names.includes(letters)) + 1;
}
