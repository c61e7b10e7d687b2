// The days that a file covers (STAT-53): as it prints them, else those in its name, else from its first line to its last.
import { type PlainDate, parsePlainDate } from "../calendar.ts";
import { refuse } from "../refusal.ts";
import { readWrittenMoment } from "../spreadsheets/table.ts";
import type { Days } from "./coverage.ts";

/** Where a statement's period comes from; `uploader` is the word of whoever sent the file. */
export const periodSources = ["printed", "name", "lines", "uploader"] as const;
export type PeriodSource = (typeof periodSources)[number];

export type FilePeriod = {
  period: Days;
  periodSource: PeriodSource;
  /** Null if the file has no line. */
  lastLine: PlainDate | null;
};

/**
 * Null if neither the file, its name nor a line says a day. `days` are those of all lines; `counting` are those of the
 * lines that count, from which the period follows if nothing else says it.
 */
export function periodOfFile(file: {
  printed: Days | null;
  name: string;
  /** No period goes beyond it. */
  today: PlainDate;
  days: readonly PlainDate[];
  counting: readonly PlainDate[];
}): FilePeriod | null {
  const all = file.days.toSorted();
  const ofLines = (file.counting.length > 0 ? file.counting : all).toSorted();
  const [first, last] = [ofLines[0], ofLines.at(-1)];
  const lastLine = all.at(-1) ?? null;
  const printed = upTo(file.printed, file.today);
  if (printed !== null) return { period: printed, periodSource: "printed", lastLine };
  const named = upTo(daysInName(file.name), file.today);
  if (named !== null && all.every((day) => day >= named.from && day <= named.to))
    return { period: named, periodSource: "name", lastLine };
  if (first === undefined || last === undefined) return null;
  return { period: { from: first, to: last }, periodSource: "lines", lastLine };
}

/** A month's statement may be taken before the month ends: the days that have not come are not in it. */
function upTo(days: Days | null, today: PlainDate): Days | null {
  if (days === null || days.from > today) return null;
  return { from: days.from, to: days.to < today ? days.to : today };
}

/** A file that came on `day` covers no later one, whenever it is sent again; an uploader's word stands. */
export function knownSince<File extends FilePeriod>(file: File, day: PlainDate): File {
  const days = upTo(file.period, day);
  return file.periodSource === "uploader" || days === null ? file : { ...file, period: days };
}

/**
 * The same period up to a later day, by the word of whoever sends the file. Refuses a file that prints its own period,
 * and a day before the last line or after today.
 */
export function completedTo<File extends FilePeriod>(
  file: File,
  { completeTo, today }: { completeTo: PlainDate; today: PlainDate },
): File {
  if (file.periodSource === "printed")
    throw refuse("statement-period-printed", { to: { day: file.period.to } }).at("complete_to");
  const from = file.lastLine ?? file.period.to;
  if (completeTo < from || completeTo > today)
    throw refuse("statement-complete-to", { from: { day: from }, to: { day: today } }).at(
      "complete_to",
    );
  return { ...file, period: { from: file.period.from, to: completeTo }, periodSource: "uploader" };
}

const IN_NAMES =
  /(?<!\d)(?:20\d{2}[-._/ ]?\d{2}[-._/ ]?\d{2}|\d{1,2}[-._/ ]\d{1,2}[-._/ ]20\d{2}|\d{4}20\d{2}|\d{1,2}[-._/ ]?[a-z]{3,9}[-._/ ]?20\d{2})(?!\d)/gi;

/** The days of a name with exactly two, in this order, such as `600123_20260301-20260331.csv`; else null. */
function daysInName(name: string): Days | null {
  const [from, to, ...more] = [...name.matchAll(IN_NAMES)].flatMap(
    ([written]) => dayInName(written) ?? [],
  );
  if (from === undefined || to === undefined || more.length > 0 || from > to) return null;
  return { from, to };
}

function dayInName(written: string): PlainDate | null {
  const [one = "", two, three] = written.match(/\d+|[a-z]+/gi) ?? [];
  if (three !== undefined)
    return one.length === 4
      ? parsePlainDate(`${one}-${two}-${three}`)
      : readWrittenMoment(`${one}${/\d/.test(two ?? "") ? `-${two}-` : ` ${two} `}${three}`);
  // Eight digits are a year, month and day, or a day, month and year; never both.
  return (
    parsePlainDate(`${one.slice(0, 4)}-${one.slice(4, 6)}-${one.slice(6)}`) ??
    parsePlainDate(`${one.slice(4)}-${one.slice(2, 4)}-${one.slice(0, 2)}`)
  );
}
