// Reverses an entry: a new one, dated today or the entry's own day if that is later (BOOK-30), negates it, and its record is undone (BOOK-19).
import { BrokenInvariant } from "#domain/assert.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { entryTypeOf } from "#domain/ledger/entry-types.ts";
import { whyNotReversible } from "#domain/ledger/reversible.ts";
import { dayAfterCauses, reversalOf, type EntrySource } from "#domain/ledger/journal-entry.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { lockOpenFund, requireInFund } from "#server/core/funds/read-funds.ts";
import { requireAtHand, requireInBank } from "#server/core/ledger/bank.ts";
import {
  selectEntryRows,
  toEntryRow,
  toJournalEntry,
  type EntryRow,
} from "#server/core/ledger/journal-rows.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { nameResolution, requireCarried } from "#server/core/meetings/name-resolution.ts";
import { fullName, lockMember } from "#server/core/members/member-directory.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { undoMatches } from "#server/core/bank-lines/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockBank, lockReversal } from "#server/db/locks.ts";
import type { By } from "#server/platform/request.ts";
import { takeBackDeclaration, takeBackDividendPayment } from "./dividends.ts";
import { takeBackDeposit, takeBackRedemption } from "./fixed-deposits.ts";
import { recordPosting, type Posted } from "./posting.ts";

/**
 * Refuses an entry that may not be reversed (domain/ledger/entry-types.ts), one that was used since, and one whose
 * reversal would take the bank or the cash below zero. Until the minutes are adopted, a fine of a meeting goes with its mark (MEET-7).
 */
export async function reverseEntry(
  tx: Tx,
  by: By,
  {
    id,
    reason,
    resolution_id: resolutionId,
    isOfMark = false,
  }: { id: number; reason: string; resolution_id?: number | undefined; isOfMark?: boolean },
): Promise<Posted> {
  await requireCarried(tx, resolutionId);
  const row = await lockEntry(tx, id);
  const refusal = whyNotReversible({ type: entryTypeOf(row.source), reversedBy: row.reversedBy });
  if (refusal !== null) throw refusal;
  if (row.source.kind === "fine" && !isOfMark) await requireNoMark(tx, row.source.id);
  await takeBack(tx, row.source);
  const entry = toJournalEntry(row);
  const businessDate = dayAfterCauses(nairobiDate(by.now), [entry.businessDate]);
  const broughtInto = (code: "bank" | "cash") =>
    entry.postings
      .filter(({ account }) => account === code)
      .reduce((sum, { amountCents }) => sum + amountCents, 0n);
  // A count of the box waits for whatever else moves cash.
  if (entry.postings.some(({ account }) => account === "cash")) await lockBank(tx);
  await requireInFunds(tx, entry, businessDate);
  const bankCents = broughtInto("bank");
  if (bankCents > 0n) await requireInBank(tx, { amountCents: bankCents, date: businessDate });
  const cashCents = broughtInto("cash");
  if (cashCents > 0n) await requireAtHand(tx, { amountCents: cashCents, date: businessDate });
  const reversal = reversalOf(entry, {
    entryId: id,
    businessDate,
    description: inEnglish("descriptions.reversal", { id, reason }),
  });
  const entryId = await writeEntry(tx, reversal, { authorId: by.actor.id, now: by.now });
  await nameResolution(tx, by, { entryId, resolutionId });
  await tellMembers(tx, by, { id, source: row.source, entry, reason });
  // Its statement lines are open again (STAT-14).
  await undoMatches(tx, { now: by.now, by: by.actor.id, why: "reversed", entryIds: [id] });
  await recordPosting(tx, by, {
    action: "entries.reverse",
    subject: "entry",
    subjectId: id,
    after: { reversed_by: entryId, reason },
  });
  return { entryId, done: message("done.books.reversed", { id, by: entryId }) };
}

/** Refuses to take back what a fund no longer holds (FUND-2). */
async function requireInFunds(
  tx: Tx,
  { postings }: ReturnType<typeof toJournalEntry>,
  date: PlainDate,
): Promise<void> {
  const funds = postings.filter(({ fundId }) => fundId !== undefined);
  if (funds.length === 0) return;
  const byFund = funds.toSorted((a, b) => (a.fundId ?? 0) - (b.fundId ?? 0));
  for (const { fundId = 0 } of byFund) await lockOpenFund(tx, fundId);
  await lockBank(tx);
  for (const { fundId = 0, amountCents } of byFund)
    if (amountCents < 0n) await requireInFund(tx, { fundId, amountCents: -amountCents, date });
}

type Reversed = {
  id: number;
  source: EntrySource;
  entry: ReturnType<typeof toJournalEntry>;
  reason: string;
};

/** Every member whom the entry names, once, for their postings. */
async function tellMembers(tx: Tx, by: By, { id, source, entry, reason }: Reversed): Promise<void> {
  const amounts = new Map<number, Cents>();
  for (const { memberId, amountCents } of entry.postings)
    if (memberId !== null && memberId !== undefined && amountCents > 0n)
      amounts.set(memberId, (amounts.get(memberId) ?? 0n) + amountCents);
  const notices = [...amounts].map(([memberId, amount]) => {
    const to = { memberId, occasion: `entry_reversed:${id}` };
    if (source.kind !== "fine")
      return noticeOf("entry_reversed", to, { amount, day: { day: entry.businessDate }, reason });
    const about = { kind: "fine", id: source.id } as const;
    return noticeOf("fine_reversed", { ...to, about }, { amount, why: reason });
  });
  await writeNotices(tx, { notices, now: by.now });
}

/** Locks the entry's member before the entry, in the order of all locks; no other request can reverse it meanwhile. */
async function lockEntry(tx: Tx, id: number): Promise<EntryRow> {
  const { source_kind, source_id } = await tx
    .selectFrom("entries")
    .select(["source_kind", "source_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (source_kind === "fine") {
    const { member_id } = await tx
      .selectFrom("fines")
      .select("member_id")
      .where("id", "=", source_id)
      .executeTakeFirstOrThrow();
    await lockMember(tx, member_id);
  }
  await lockReversal(tx, id);
  // Read only now, under the lock, so that a reversal in progress is visible.
  return toEntryRow(
    await selectEntryRows(tx).where("entries.id", "=", id).executeTakeFirstOrThrow(),
  );
}

/** Undoes the record of the entry's source. */
async function takeBack(tx: Tx, source: EntrySource): Promise<void> {
  switch (source.kind) {
    case "dividend_declaration":
      return takeBackDeclaration(tx, source.id);
    case "dividend_payment":
      return takeBackDividendPayment(tx, source.id);
    case "fixed_deposit":
      return takeBackDeposit(tx, source.id);
    case "fixed_deposit_redemption":
      return takeBackRedemption(tx, source.id);
    case "fine":
      return takeBackFine(tx, source.id);
    case "ledger_entry":
      return;
    case "payment":
    case "loan":
    case "loan_interest":
    case "guarantee_call":
    case "distribution":
    case "rotation":
    case "settlement":
    case "bad_debt_recovery":
    case "collection":
    case "financial_year":
    case "opening":
    case "opening_member":
    case "opening_loan":
    case "journal_entry":
      throw new BrokenInvariant(`an entry of a ${source.kind} is never reversed`);
  }
}

// A reversed fine is no longer owed; it stays on record as written off (BOOK-19).

async function requireNoMark(tx: Tx, id: number): Promise<void> {
  const bearer = await tx
    .selectFrom("fines")
    .innerJoin("meetings", "meetings.id", "fines.meeting_id")
    .innerJoin("members", "members.id", "fines.member_id")
    .select(["first_name", "last_name"])
    .where("fines.id", "=", id)
    .where("written_off_cents", "=", 0n)
    .where("meetings.status", "<>", "adopted")
    .executeTakeFirst();
  if (bearer !== undefined) throw refuse("mark-bears-fine", { member: fullName(bearer) });
}

/** The caller holds the lock of the fined member. Refuses a fine that is partly paid, or was written off before. */
async function takeBackFine(tx: Tx, id: number): Promise<void> {
  const fine = await tx
    .selectFrom("fines")
    .select(["amount_cents", "paid_cents", "written_off_cents"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (fine.paid_cents > 0n) throw refuse("fine-partly-paid");
  if (fine.written_off_cents > 0n) throw refuse("fine-written-off");
  await tx
    .updateTable("fines")
    .set({ written_off_cents: fine.amount_cents })
    .where("id", "=", id)
    .execute();
}
