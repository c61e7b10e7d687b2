// What a format of the export is: how the file begins, and how each entry is written.
import type { PlainDate } from "#domain/calendar.ts";
import { formatAmount, type Cents } from "#domain/money.ts";
import type { EntryRow } from "#server/core/ledger/journal-rows.ts";

export type JournalFormat = {
  extension: string;
  mediaType: string;
  /** `firstDay` is that of the oldest entry, or of the export when there is none. */
  head: (params: { groupName: string; exportedOn: PlainDate; firstDay: PlainDate }) => string;
  entry: (entry: EntryRow) => string;
};

/** KES with two decimals and nothing else, as programs read it: `-1234.50`. */
export function plainAmount(cents: Cents): string {
  return formatAmount(cents).replaceAll(",", "");
}

/** One line: line breaks and other control characters become spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
