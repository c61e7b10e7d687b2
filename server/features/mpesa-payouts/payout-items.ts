// What is paid out by M-PESA, and whether it may be (OUT-2): a loan or a settlement whose entry stands already, or a
// payment that goes back (OUT-6).
import { sql } from "kysely";
import type { PayoutKind } from "#domain/mpesa/payout-states.ts";
import {
  PAYOUT_LEAST_CENTS,
  PAYOUT_MOST_CENTS,
  PHONE_SETTLES_MS,
} from "#domain/mpesa/payout-states.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { lockLines } from "#server/core/bank-lines/save-matches.ts";
import { lockBorrowerAndLoan } from "#server/core/lending/loans.ts";
import {
  confirmedPhone,
  isMember,
  lockMember,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";

export type PayoutItem = {
  loanId: number | null;
  settlementId: number | null;
  lineId: number | null;
  /** The approval's entry; null of a return. */
  entryId: number | null;
  /** Locked; of a return whom its line names, or null. */
  member: MemberRow | null;
  phone: string | null;
  /** Whole shillings. */
  amountCents: Cents;
  /** What M-PESA cannot send of a settlement. */
  leftCents: Cents;
};

/** Locks the member and the item. Refuses what was paid already, an unconfirmed or new phone, and M-PESA's limits. */
export async function lockItem(
  tx: Tx,
  {
    kind,
    id,
    now,
    settings,
  }: { kind: PayoutKind; id: number; now: Date; settings: DarajaSettings },
): Promise<PayoutItem> {
  if (kind === "return") return lockReturnItem(tx, id, settings);
  const item = kind === "loan" ? await lockLoanItem(tx, id) : await lockSettlementItem(tx, id);
  const { paidOutCents, member, entryId } = item;
  const leftCents = paidOutCents % 100n;
  const amountCents = paidOutCents - leftCents;
  if (kind === "loan" && leftCents > 0n) throw refuse("payout-cents");
  if (amountCents < PAYOUT_LEAST_CENTS || amountCents > PAYOUT_MOST_CENTS)
    throw refuse("payout-out-of-range", { least: PAYOUT_LEAST_CENTS, most: PAYOUT_MOST_CENTS });
  if (await isPaidOtherwise(tx, entryId)) throw refuse("payout-paid-otherwise");
  const phone = await requireSettledPhone(tx, member, now);
  const { loanId, settlementId } = item;
  return { loanId, settlementId, lineId: null, entryId, member, phone, amountCents, leftCents };
}

/** An open line in of our shortcode that M-PESA confirmed, in whole shillings. */
async function lockReturnItem(
  tx: Tx,
  lineId: number,
  { shortcode, till }: DarajaSettings,
): Promise<PayoutItem> {
  const { rows } = await sql<{ member_id: number | null }>`
    SELECT member_of_line(account_typed, party) AS member_id FROM statement_lines WHERE id = ${lineId}`.execute(
    tx,
  );
  const memberId = rows[0]?.member_id ?? null;
  const member = memberId === null ? null : await lockMember(tx, memberId);
  const [line] = await lockLines(tx, [lineId]);
  if (line === undefined) throw refuse("not-found");
  const account = await tx
    .selectFrom("statement_accounts")
    .select("number")
    .where("id", "=", line.account_id)
    .executeTakeFirstOrThrow();
  const isFree =
    line.kind === "payment_in" && line.state === "open" && !line.has_twin && !line.is_set_aside;
  const isChecked = line.live === "checked" && line.is_proved && line.reference !== null;
  if (!isFree || !isChecked || account.number !== (till ?? shortcode))
    throw refuse("payout-line-not-open");
  if (line.is_given_back) throw refuse("payout-exists");
  const amountCents = line.amount_cents;
  if (amountCents % 100n !== 0n) throw refuse("payout-cents");
  if (amountCents > PAYOUT_MOST_CENTS)
    throw refuse("payout-out-of-range", { least: 100n, most: PAYOUT_MOST_CENTS });
  const none = { loanId: null, settlementId: null, entryId: null, phone: null, leftCents: 0n };
  return { ...none, lineId, member, amountCents };
}

type Found = Pick<PayoutItem, "loanId" | "settlementId"> & {
  entryId: number;
  member: MemberRow;
  paidOutCents: Cents;
};

async function lockLoanItem(tx: Tx, id: number): Promise<Found> {
  const { borrower: member, loan } = await lockBorrowerAndLoan(tx, id);
  if (loan.status !== "active") throw refuse("payout-loan-not-active");
  const entry = await readEntry(tx, { kind: "loan", id, purpose: "disbursement" });
  return { ...entry, loanId: id, settlementId: null, member };
}

async function lockSettlementItem(tx: Tx, memberId: number): Promise<Found> {
  const member = await lockMember(tx, memberId);
  const settlement = await tx
    .selectFrom("settlements")
    .select("id")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (settlement === undefined) throw refuse("payout-nothing");
  const entry = await readEntry(tx, { kind: "settlement", id: settlement.id, purpose: null });
  return { ...entry, loanId: null, settlementId: settlement.id, member };
}

/** Refuses what took nothing out of the bank, as a loan of the group's book. */
async function readEntry(
  tx: Tx,
  source: { kind: "loan" | "settlement"; id: number; purpose: string | null },
): Promise<{ entryId: number; paidOutCents: Cents }> {
  let entries = tx
    .selectFrom("entries")
    .innerJoin("postings", "postings.entry_id", "entries.id")
    .select(["entries.id", sql<Cents>`sum(postings.amount_cents)::bigint`.as("cents")])
    .where("entries.source_kind", "=", source.kind)
    .where("entries.source_id", "=", source.id)
    .where("entries.reverses", "is", null)
    .where("postings.account", "=", "bank")
    .groupBy("entries.id");
  if (source.purpose !== null) entries = entries.where("entries.purpose", "=", source.purpose);
  const entry = await entries.executeTakeFirst();
  if (entry === undefined || entry.cents >= 0n) throw refuse("payout-nothing");
  return { entryId: entry.id, paidOutCents: -entry.cents };
}

/** A line is matched with its entry, or somebody typed the code by which one will be. */
export async function isPaidOtherwise(reader: Reader, entryId: number): Promise<boolean> {
  const matched = await reader
    .selectFrom("statement_matches")
    .select("id")
    .where("entry_id", "=", entryId)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  if (matched !== undefined) return true;
  const typed = await reader
    .selectFrom("entry_references")
    .select("entry_id")
    .where("entry_id", "=", entryId)
    .executeTakeFirst();
  return typed !== undefined;
}

/** Whether the payment that goes back is still nobody's; locks its line. */
export async function isStillOpen(
  tx: Tx,
  { line_id: lineId }: { line_id: number | null },
): Promise<boolean> {
  const [line] = lineId === null ? [] : await lockLines(tx, [lineId]);
  return line?.state === "open";
}

async function requireSettledPhone(tx: Tx, member: MemberRow, now: Date): Promise<string> {
  const phone = confirmedPhone(member);
  if (phone === null) throw refuse("payout-needs-phone");
  const changed = await tx
    .selectFrom("earlier_phones")
    .select("replaced_at")
    .where("member_id", "=", member.id)
    .orderBy("replaced_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const from = new Date((changed?.replaced_at.getTime() ?? -PHONE_SETTLES_MS) + PHONE_SETTLES_MS);
  if (from > now) throw refuse("payout-phone-too-new", { moment: { at: from } });
  return phone;
}

/** Whether what a body names is there; a value that is no id is left to its schema. */
export async function itemExists(
  reader: Reader,
  { kind, id: sent }: Record<string, unknown>,
): Promise<boolean> {
  if (kind === "exit") return isMember(reader, sent);
  const id = typeof sent === "string" && /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return true;
  if (id > 2_147_483_647) return false;
  const table = kind === "loan" ? "loans" : kind === "return" ? "statement_lines" : null;
  if (table === null) return true;
  const row = await reader.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
