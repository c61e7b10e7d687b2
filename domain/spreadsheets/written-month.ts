// A month as people write it, English or Swahili. What cannot be read for certain is not read.
import { firstOfMonth, parsePlainDate, type PlainDate } from "../calendar.ts";
import { monthNamed, readWrittenMoment } from "./written-date.ts";

/**
 * The first day of the month of `2026-06`, `06/2026`, `Jun 2026`, `Juni 2026` or any day in it; null for anything else. `Jun 26`
 * has no year that is certain.
 */
export function readWrittenMonth(written: string): PlainDate | null {
  const text = written.replace(/\s+/g, " ").trim();
  if (text.length > 40) return null;
  const numbers =
    /^(?<year>\d{4})[-/](?<month>\d{1,2})$/.exec(text)?.groups ??
    /^(?<month>\d{1,2})[-/](?<year>\d{4})$/.exec(text)?.groups;
  const named = /^(?<name>[a-z]{3,9})\.?[-/, ]{0,2}(?<year>\d{4})$/i.exec(text)?.groups;
  const found = numbers ?? named;
  if (found === undefined) {
    const moment = readWrittenMoment(text, EARLIEST);
    return moment === null ? null : firstOfMonth(moment);
  }
  const month = found.name === undefined ? found.month : monthNamed(found.name);
  const day = parsePlainDate(`${found.year}-${month}-1`);
  return day === null || day < EARLIEST.from || day > "2100" ? null : day;
}

const EARLIEST = { from: "1900" };
