// What is stored and read of exits and clearings.
import { sql } from "kysely";
import type { Settlement } from "#contract/settlements.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { SettledDebt } from "#domain/payments/payment-splits.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SettlementKind, SettlementFigures } from "./settlement-figures.ts";

/** Keeps the figures as they were computed, and gives the settlement's id. */
export async function insertSettlement(
  tx: Tx,
  params: {
    member: { id: number };
    kind: SettlementKind;
    figures: SettlementFigures;
    finesCents: Cents;
    settledBy: number;
    now: Date;
  },
): Promise<number> {
  const { figures } = params;
  const { dueCents } = figures.outcome;
  const { id } = await tx
    .insertInto("settlements")
    .values({
      member_id: params.member.id,
      kind: params.kind,
      contributions_cents: figures.contributionsCents,
      retained_earnings_cents: figures.reckonedFrom.retainedEarningsCents,
      active_members: figures.reckonedFrom.activeMembers,
      shared_in_interest: figures.reckonedFrom.isCounted,
      share_bp: figures.reckonedFrom.basisPoints,
      share_cents: figures.shareCents,
      given_cents: figures.givenCents,
      loans_cents: figures.loansCents,
      fines_written_off_cents: params.finesCents,
      paid_out_cents: dueCents > 0n ? dueCents : 0n,
      owed_cents: dueCents < 0n ? -dueCents : 0n,
      settled_by: params.settledBy,
      settled_at: params.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A loan settled in full is cleared; what is left of another is its balance as a written-off loan. */
export async function markLoansSettled(
  tx: Tx,
  settlementId: number,
  loans: readonly SettledDebt[],
): Promise<void> {
  if (loans.length === 0) return;
  await tx
    .insertInto("settled_loans")
    .values(
      loans.map((loan) => ({
        settlement_id: settlementId,
        loan_id: loan.id,
        amount_cents: loan.settledCents,
      })),
    )
    .execute();
  await sql`UPDATE loans
      SET balance_cents = balance_cents - settled.amount_cents,
          status = CASE WHEN balance_cents = settled.amount_cents THEN 'cleared' ELSE 'written_off' END
     FROM settled_loans settled
    WHERE settled.settlement_id = ${settlementId} AND settled.loan_id = loans.id`.execute(tx);
}

export async function openBadDebt(
  tx: Tx,
  debt: { settlementId: number; memberId: number; amountCents: Cents; now: Date },
): Promise<void> {
  await tx
    .insertInto("bad_debts")
    .values({
      settlement_id: debt.settlementId,
      member_id: debt.memberId,
      amount_cents: debt.amountCents,
      created_at: debt.now,
    })
    .execute();
}

export async function readSettlement(reader: Reader, id: number): Promise<Settlement> {
  const row = await reader
    .selectFrom("settlements")
    .innerJoin("members", "members.id", "settlements.member_id")
    .selectAll("settlements")
    .select(personColumns)
    .where("settlements.id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    member: toPerson(row),
    // The database admits only these words (settlements_kind).
    action: row.kind as SettlementKind,
    total_contributions: toKes(row.contributions_cents),
    overall_shared_interest: toKes(row.share_cents),
    actual_shared_interest: toKes(row.given_cents),
    non_cleared_loans_total: toKes(row.loans_cents),
    fines_written_off: toKes(row.fines_written_off_cents),
    paid_out: toKes(row.paid_out_cents),
    owed: toKes(row.owed_cents),
    settled_at: nairobiIso(row.settled_at),
  };
}
