// Reverses an entry: a new one, dated today, negates it, and its record is undone (BOOK-19).
import { BrokenInvariant } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { whyNotReversible, entryTypeOf } from "#domain/ledger/entry-types.ts";
import { reversalOf, type EntrySource } from "#domain/ledger/journal-entry.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import {
  selectEntryRows,
  toEntryRow,
  toJournalEntry,
  type EntryRow,
} from "#server/core/ledger/journal-rows.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { undoMatches } from "#server/core/statements/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockReversal } from "#server/db/locks.ts";
import { takeBackDeclaration, takeBackDividendPayment } from "./dividends.ts";
import { takeBackDeposit, takeBackRedemption } from "./fixed-deposits.ts";
import { recordPosting, type By, type Posted } from "./posting.ts";

/**
 * Refuses an entry that may not be reversed (domain/ledger/entry-types.ts), one that was used since, and one whose
 * reversal would take the bank below zero.
 */
export async function reverseEntry(
  tx: Tx,
  by: By,
  { id, reason }: { id: number; reason: string },
): Promise<Posted> {
  const row = await lockEntry(tx, id);
  const refusal = whyNotReversible({ type: entryTypeOf(row.source), reversedBy: row.reversedBy });
  if (refusal !== null) throw refusal;
  await takeBack(tx, row.source);
  const entry = toJournalEntry(row);
  const businessDate = nairobiDate(by.now);
  const bankCents = entry.postings
    .filter(({ account }) => account === "bank")
    .reduce((sum, { amountCents }) => sum + amountCents, 0n);
  if (bankCents > 0n) await requireInBank(tx, { amountCents: bankCents, date: businessDate });
  const reversal = reversalOf(entry, {
    entryId: id,
    businessDate,
    description: inEnglish("descriptions.reversal", { id, reason }),
  });
  const entryId = await writeEntry(tx, reversal, { authorId: by.actor.id, now: by.now });
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
    case "settlement":
    case "bad_debt_recovery":
    case "financial_year":
    case "opening":
    case "opening_member":
    case "opening_loan":
    case "journal_entry":
      throw new BrokenInvariant(`an entry of a ${source.kind} is never reversed`);
  }
}

// A reversed fine is no longer owed; it stays on record as written off (BOOK-19).

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
