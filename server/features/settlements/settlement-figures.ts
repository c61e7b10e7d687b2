// What letting a member leave would come to, for the official who is about to (EXIT-3), and what is stored of it.
import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { previewSettlement, Settlement } from "#contract/settlements.ts";
import { nairobiDate, type PlainDate, nairobiIso } from "#domain/calendar.ts";
import { settleExit, type ExitSettlement } from "#domain/ledger/settlement.ts";
import { shareGiven } from "#domain/ledger/share-given.ts";
import { type SettlementKind, settlementKindOf, whyNotSettle } from "#domain/members/leaving.ts";
import { hasLeft } from "#domain/members/member-status.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { readBankCents } from "#server/core/ledger/bank.ts";
import { toSentReference } from "#server/core/bank-lines/entry-references.ts";
import { memberAccounts, readSettlingDay } from "#server/core/ledger/days-of-causes.ts";
import { readFineTotals } from "#server/core/ledger/fines.ts";
import {
  heldContributions,
  readInterestShare,
  sharesInInterest,
  type InterestShare,
} from "#server/core/ledger/balances.ts";
import { heldForOthers, heldForOwnLoans } from "#server/core/lending/held.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import {
  heldOffice,
  findMember,
  stateOf,
  toPerson,
  type MemberRow,
  personColumns,
} from "#server/core/members/member-directory.ts";
import { readRotationFacts } from "#server/core/rotations/read-rotations.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SettledDebt } from "#domain/payments/payment-splits.ts";

/** Refuses with `not-found` nobody's id. */
export async function readPreview(
  reader: Reader,
  params: { actor: Actor; now: Date; memberId: number; t: Translate },
): Promise<ReplyOf<typeof previewSettlement>> {
  const member = await findMember(reader, params.memberId);
  if (member === undefined) throw refuse("not-found");
  const today = nairobiDate(params.now);
  const memberIds = [member.id];
  const on = await readSettlingDay(reader, { accounts: memberAccounts, memberIds, today });
  const figures = await readSettlementFigures(reader, member, on);
  const action = offeredSettlement(member, figures);
  const { dueCents } = figures.outcome;
  const facts = await readLeavingFacts(reader, {
    actorId: params.actor.id,
    member,
    figures,
    today,
  });
  let reason = whyNotSettle(facts, settlementKindOf(facts));
  if (reason === null && dueCents > 0n && (await readBankCents(reader)) < dueCents)
    reason = refuse("bank-too-low");
  return {
    member: toPerson({ ...member, member_id: member.id }),
    action,
    ...(reason === null ? {} : { reason: sayRefusal(params.t, reason) }),
    non_cleared_loans: figures.loans.map((loan) => ({
      loan_id: loan.id,
      current_balance: toKes(loan.balanceCents),
    })),
    total_contributions: toKes(figures.contributionsCents),
    overall_shared_interest: toKes(figures.shareCents),
    actual_shared_interest: toKes(figures.givenCents),
    unpaid_fines: toKes(figures.unpaidFinesCents),
    amount_due: toKes(dueCents),
  };
}

// Whether a member can leave now, and how (EXIT-1, EXIT-2).

/** What the member card offers: exit with running loans, clear with contributions only, otherwise nothing. */
function offeredSettlement(member: MemberRow, figures: SettlementFigures): SettlementKind | "none" {
  if (hasLeft(stateOf(member))) return "none";
  if (figures.loans.length > 0) return "exit";
  return figures.contributionsCents > 0n ? "clear" : "none";
}

/** What `whyNotSettle` asks of a member whom this official lets leave. */
export async function readLeavingFacts(
  reader: Reader,
  params: { actorId: number; member: MemberRow; figures: SettlementFigures; today: PlainDate },
): Promise<Parameters<typeof whyNotSettle>[0]> {
  const { actorId, member, figures } = params;
  return {
    isOneself: actorId === member.id,
    hasLeft: hasLeft(stateOf(member)),
    holdsOffice: heldOffice(member) !== null,
    hasLoans: figures.loans.length > 0,
    hasContributions: figures.contributionsCents > 0n,
    hasUndecidedItems: figures.hasUndecidedItems,
    heldForOthersCents: figures.heldForOthersCents,
    leavesDebtToGuarantors: figures.outcome.dueCents < 0n && figures.heldOfGuarantorsCents > 0n,
    ...(await readRotationFacts(reader, { memberId: member.id, today: params.today })),
  };
}

// The server's own figures for a member who is to leave (EXIT-3, EXIT-4). Whoever acts on them locks first.

export type SettlementFigures = {
  contributionsCents: Cents;
  /** The whole share of the interest, and the part of it that is given. */
  shareCents: Cents;
  givenCents: Cents;
  /** What the share was reckoned from. */
  reckonedFrom: Omit<InterestShare, "shareCents"> & { isCounted: boolean; basisPoints: number };
  /** Active and default loans, oldest first. */
  loans: LoanOwed[];
  loansCents: Cents;
  unpaidFinesCents: Cents;
  /** Payments or loan applications still wait for a verdict. */
  hasUndecidedItems: boolean;
  /** What is held of their savings for others, and of others' for their loans (LEND-8). */
  heldForOthersCents: Cents;
  heldOfGuarantorsCents: Cents;
  /** What the settlement comes to. */
  outcome: ExitSettlement;
};

export type LoanOwed = {
  id: number;
  status: string;
  amountCents: Cents;
  interestCents: Cents;
  repaidCents: Cents;
  balanceCents: Cents;
  /** Of a loan of a product, whose rows say what of it is principal; null of a plain one. */
  principalLeftCents: Cents | null;
};

/** `on` dates the retained earnings that the share is a part of: the day of the settlement. */
export async function readSettlementFigures(
  reader: Reader,
  member: MemberRow,
  on: PlainDate,
): Promise<SettlementFigures> {
  const {
    held,
    has_undecided: hasUndecidedItems,
    ...guarantees
  } = await reader
    .selectFrom("members")
    .select([
      heldContributions.as("held"),
      heldForOthers.as("for_others"),
      heldForOwnLoans.as("of_guarantors"),
      sql<boolean>`EXISTS (SELECT FROM payments WHERE payments.member_id = members.id
          AND payments.status IN ('pending', 'pending_approval'))
        OR EXISTS (SELECT FROM loans WHERE loans.member_id = members.id
          AND loans.status IN ('pending', 'pending_approval'))`.as("has_undecided"),
    ])
    .where("members.id", "=", member.id)
    .executeTakeFirstOrThrow();
  const loans = await readLoansOwed(reader, member.id);
  const { unpaidCents: unpaidFinesCents } = await readFineTotals(reader, member.id);
  const { interestShareBasisPoints: basisPoints } = await readGroupSettings(reader);
  const { shareCents: oneShareCents, ...earned } = await readInterestShare(reader, { date: on });
  const isCounted = sharesInInterest(member);
  const shareCents = isCounted ? oneShareCents : 0n;
  const givenCents = shareGiven(shareCents, BigInt(basisPoints));
  return {
    contributionsCents: held,
    shareCents,
    givenCents,
    reckonedFrom: { ...earned, isCounted, basisPoints },
    loans,
    loansCents: loans.reduce((sum, loan) => sum + loan.balanceCents, 0n),
    unpaidFinesCents,
    hasUndecidedItems,
    heldForOthersCents: guarantees.for_others,
    heldOfGuarantorsCents: guarantees.of_guarantors,
    outcome: settleExit({ contributionsCents: held, shareGivenCents: givenCents, loans }),
  };
}

function selectLoansOwed(reader: Reader, memberId: number) {
  return reader
    .selectFrom("loans")
    .where("member_id", "=", memberId)
    .where("status", "in", ["active", "default"]);
}

async function readLoansOwed(reader: Reader, memberId: number): Promise<LoanOwed[]> {
  return selectLoansOwed(reader, memberId)
    .select([
      "id",
      "status",
      "amount_cents as amountCents",
      "interest_cents as interestCents",
      "repaid_cents as repaidCents",
      "balance_cents as balanceCents",
      "principal_left_cents as principalLeftCents",
    ])
    .orderBy("start_date")
    .orderBy("id")
    .execute();
}

/** Keeps the member's running loans as they are until the transaction ends, also from the sweep. */
export async function lockLoansOwed(tx: Tx, memberId: number): Promise<void> {
  await selectLoansOwed(tx, memberId).select("id").orderBy("id").forNoKeyUpdate().execute();
}

// What is stored and read of exits and clearings.

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
    .leftJoin("entries", (join) =>
      join
        .on("entries.source_kind", "=", "settlement")
        .onRef("entries.source_id", "=", "settlements.id"),
    )
    .leftJoin("entry_references", "entry_references.entry_id", "entries.id")
    .selectAll("settlements")
    .select(["entry_references.reference", "entry_references.paid_on"])
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
    ...toSentReference(row),
  };
}
