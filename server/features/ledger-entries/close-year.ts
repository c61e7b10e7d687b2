// Closes a financial year: moves its revenues, expenses and dividends to retained earnings, and admits no more
// entries (BOOK-21).
import { sql } from "kysely";
import { nairobiDate, type FinancialYear, type PlainDate } from "#domain/calendar.ts";
import {
  nextYearToClose,
  yearToClose,
  type BooksSoFar,
  yearClosed,
} from "#domain/ledger/year-end.ts";
import { inEnglish } from "#messages/translator.ts";
import { readBalances } from "#server/core/ledger/balances.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { readClosedYears, writeEntry } from "#server/core/ledger/journal.ts";
import { lockYears } from "#server/db/locks.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { recordPosting } from "./posting.ts";

export type ClosedNow = { year: FinancialYear; entryId: number | null };

/** Refuses a year that is not over, already closed, without entries, or newer than one still open. */
export async function closeYear(
  tx: Tx,
  by: By,
  requested: { startYear: number; label: string },
): Promise<ClosedNow> {
  await lockYears(tx);
  const year = yearToClose(await readBooksSoFar(tx, nairobiDate(by.now)), requested);
  const description = inEnglish("descriptions.yearClosing", { year: year.label });
  const entry = yearClosed({ ...year, description }, await readBalances(tx, year.end));
  // Before the year counts as closed, because then no entry may have a date in it.
  const entryId =
    entry === null ? null : await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  await tx
    .insertInto("closed_years")
    .values({
      start_date: year.start,
      end_date: year.end,
      label: year.label,
      closed_by: by.actor.id,
      closed_at: by.now,
    })
    .execute();
  await recordPosting(tx, by, {
    action: "years.close",
    subject: "financial_year",
    subjectId: Number(year.end.replaceAll("-", "")),
    after: { year: year.label, start_date: year.start, end_date: year.end, entry_id: entryId },
  });
  return { year, entryId };
}

/** The closed years, newest first, and the year to close next. */
export async function readYears(reader: Reader, today: PlainDate) {
  const closed = await readClosedYears(reader);
  const next = nextYearToClose(await readBooksSoFar(reader, today));
  return { closed, next: next && { ...next, isOver: next.end < today } };
}

async function readBooksSoFar(reader: Reader, today: PlainDate): Promise<BooksSoFar> {
  const [newest] = await readClosedYears(reader);
  const { yearStart } = await readGroupSettings(reader);
  const closedUntil = newest?.end ?? null;
  const { oldest } = await reader
    .selectFrom("entries")
    .select(sql<PlainDate | null>`min(business_date)`.as("oldest"))
    .where(sql<boolean>`business_date > coalesce(${closedUntil}::date, '-infinity')`)
    .executeTakeFirstOrThrow();
  return { today, yearStart, closedUntil, oldestOpenEntry: oldest };
}
