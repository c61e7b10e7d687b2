// Days, moments and periods in requests.
import * as z from "zod/mini";
import type { Label } from "#messages/en/fields.ts";
import { parsePlainDate, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import { faulty, field, readText, unreadable } from "./fields.ts";

export function readDate(value: unknown, label: Label): PlainDate {
  if (value === undefined || value === null) unreadable("required", { label });
  return parsePlainDate(value) ?? unreadable("date", { label });
}

const day = { type: "string", format: "date", examples: ["2026-01-31"] };

/** A calendar date, with or without zero padding. */
export function date(label: Label) {
  return field(day, (value) => readDate(value, label));
}

/** A day of the year, `01-01` or `1-1`. Its day is at most 28, so that it exists in every month. */
export function dayOfYear(label: Label) {
  const shape = { type: "string", pattern: "^\\d{1,2}-\\d{1,2}$", examples: ["01-01"] };
  return field(shape, (value): { month: number; day: number } => {
    const written = readText(value, label, 20);
    const match = /^(\d{1,2})-(\d{1,2})$/.exec(written);
    const [month, day] = [Number(match?.[1]), Number(match?.[2])];
    const exists = month >= 1 && month <= 12 && day >= 1 && day <= 28;
    if (!exists) unreadable("day-of-year", { label });
    return { month, day };
  });
}

/** A time of day in Nairobi, `HH:MM` in 24 hours. */
export function timeOfDay(label: Label) {
  const shape = { type: "string", pattern: "^([01]?\\d|2[0-3]):[0-5]\\d$", examples: ["20:00"] };
  return field(shape, (value): string => {
    const written = readText(value, label, 5);
    if (!/^([01]?\d|2[0-3]):[0-5]\d$/.test(written)) unreadable("time-of-day", { label });
    return written.padStart(5, "0");
  });
}

/** A date in a filter. It may be left out; an empty or impossible date is refused (API-5). */
export function filterDate(label: Label) {
  return z.optional(date(label));
}

/** A moment: ISO 8601 with or without offset (then Nairobi), or a plain date (its start in Nairobi). */
export function instant(label: Label) {
  const shape = {
    type: "string",
    anyOf: [{ format: "date-time" }, { format: "date" }],
    examples: ["2026-01-31T09:30:00+03:00"],
    description:
      "Without an offset it is the time in Nairobi; a date without a time is its start there.",
  };
  return field(shape, (value): Date => {
    const written = readText(value, label, 40);
    const day = parsePlainDate(written);
    if (day !== null) return nairobiMidnight(day);
    const shape = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;
    const match = shape.exec(written);
    if (match === null || parsePlainDate(match[1]) === null) unreadable("instant", { label });
    const moment = new Date(match[4] === undefined ? `${written}+03:00` : written);
    if (Number.isNaN(moment.getTime())) unreadable("instant", { label });
    return moment;
  });
}

/** A financial year by its label or by the year it starts in: `2026`, `"2026"` or `"2026/2027"`. */
export function financialYear(label: Label) {
  const shape = { type: ["string", "integer"], examples: [2026, "2026/2027"] };
  return field(shape, (value): { startYear: number; label: string } => {
    const written = readText(typeof value === "number" ? String(value) : value, label, 20);
    const startYear = /^(?:19|2\d)\d\d(?=$|\/(?:19|2\d)\d\d$)/.exec(written)?.[0];
    if (startYear === undefined) unreadable("financial-year", { label });
    return { startYear: Number(startYear), label: written };
  });
}

/** `start_date` and `end_date` of a filter, both inclusive. `datesInOrder` refuses a start after the end. */
export const periodQuery = {
  start_date: filterDate("Start date"),
  end_date: filterDate("End date"),
};

/** API-6: a filter whose start is after its end is a 400 on `start_date`. */
export const datesInOrder = z.refine<{
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
}>(
  (period) =>
    period.start_date === undefined ||
    period.end_date === undefined ||
    period.start_date <= period.end_date,
  { ...faulty("start-before-end"), path: ["start_date"] },
);

/** As `datesInOrder`, for `from` and `to`. */
export const datesFromTo = z.refine<{
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
}>((period) => period.from === undefined || period.to === undefined || period.from <= period.to, {
  ...faulty("start-before-end"),
  path: ["from"],
});

/** The period of profit and loss, both days included (REP-4). */
export const reportPeriod = z
  .object({ start_date: date("Start date"), end_date: date("End date") })
  .check(
    z.refine((requested) => requested.end_date >= requested.start_date, {
      ...faulty("end-after-start"),
      path: ["end_date"],
    }),
  );
