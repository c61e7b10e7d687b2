// What every manual posting knows about its request, and what it reports.
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { earliestDay } from "#domain/contributions.ts";
import { entryDay } from "#domain/ledger/journal-entry.ts";
import type { Occasion } from "#domain/ledger/posting-rules.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { firstDayBelowZero, requireAtHand, requireInBank } from "#server/core/ledger/bank.ts";
import { readBeginning, readClosedYears } from "#server/core/ledger/journal.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { lockBank } from "#server/db/locks.ts";
import type { By } from "#server/platform/request.ts";

/** The new entry, and the confirmation. */
export type Posted = { entryId: number; done: Message };

/** The day of a manual entry; `isDated` if the request named it. */
export type When = Occasion & { isDated: boolean };

/** Refuses, on `date`, a day that an entry cannot have: in the future, too early, or in a closed year (BOOK-25). */
export async function whenOf(
  tx: Tx,
  by: By,
  requested: { date?: PlainDate | undefined; description: string },
): Promise<When> {
  const { date, description } = requested;
  const today = nairobiDate(by.now);
  if (date === undefined) return { businessDate: today, description, isDated: false };
  const earliest = earliestDay(await readBeginning(tx));
  const businessDate = entryDay({ requested: date, today, earliest });
  const closed = (await readClosedYears(tx)).findLast(({ end }) => end >= businessDate);
  if (closed !== undefined) throw refuse("year-closed", { year: closed.label }).at("date");
  return { businessDate, description, isDated: true };
}

/**
 * Checks that an asset holds what the entry takes out, at the end of its day and of every day since. Refuses with
 * `bank-too-low` or `cash-too-low`, or for a requested day with the first day that falls short.
 */
export async function requireHeld(
  tx: Tx,
  when: When,
  taken: { account: "bank" | "cash" | "equity_fixed_deposit"; amountCents: Cents },
): Promise<void> {
  const { account, amountCents } = taken;
  if (when.isDated) {
    await lockBank(tx);
    const day = await firstDayBelowZero(tx, { account, amountCents, date: when.businessDate });
    if (day !== null) throw refuse("asset-below-zero", { account, day: { day } }).at("date");
  } else if (account === "bank") {
    await requireInBank(tx, { amountCents, date: when.businessDate });
  } else if (account === "cash") {
    await requireAtHand(tx, { amountCents, date: when.businessDate });
  }
}

/** The day on which the entry that this one builds on was posted. */
export async function readDayOf(
  reader: Reader,
  source: { kind: "dividend_declaration" | "fixed_deposit"; id: number },
): Promise<PlainDate> {
  const openingId = source.kind === "fixed_deposit" ? await readOpeningOf(reader, source.id) : null;
  const { business_date } = await reader
    .selectFrom("entries")
    .select("business_date")
    .where("source_kind", "=", openingId === null ? source.kind : "opening")
    .where("source_id", "=", openingId ?? source.id)
    .executeTakeFirstOrThrow();
  return business_date;
}

/** The entry of a deposit from the group's book is that of its opening. */
async function readOpeningOf(reader: Reader, depositId: number): Promise<number | null> {
  const deposit = await reader
    .selectFrom("fixed_deposits")
    .select("opening_id")
    .where("id", "=", depositId)
    .executeTakeFirst();
  return deposit?.opening_id ?? null;
}

export async function recordPosting(
  tx: Tx,
  by: By,
  change: {
    action: "entries.post" | "entries.reverse" | "years.close";
    subject: "entry" | "financial_year";
    subjectId: number | null;
    after: Record<string, unknown>;
  },
): Promise<void> {
  await recordAudit(tx, {
    ...change,
    now: by.now,
    actorId: by.actor.id,
    address: by.origin.address,
  });
}
