// The server's own figures for a member who is to leave (EXIT-3, EXIT-4). Whoever acts on them locks first.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { settleExit, shareGiven, type ExitSettlement } from "#domain/members/exit-settlement.ts";
import type { Cents } from "#domain/money.ts";
import { readFineTotals } from "#server/core/ledger/fines.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { heldContributions } from "#server/core/ledger/held-contributions.ts";
import {
  readInterestShare,
  sharesInInterest,
  type InterestShare,
} from "#server/core/ledger/interest-share.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";

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
};

/** `today` dates the retained earnings that the share is a part of. */
export async function readSettlementFigures(
  reader: Reader,
  member: MemberRow,
  today: PlainDate,
): Promise<SettlementFigures> {
  const { held, has_undecided: hasUndecidedItems } = await reader
    .selectFrom("members")
    .select([
      heldContributions.as("held"),
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
  const { shareCents: oneShareCents, ...earned } = await readInterestShare(reader, { date: today });
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
    ])
    .orderBy("start_date")
    .orderBy("id")
    .execute();
}

/** Keeps the member's running loans as they are until the transaction ends, also from the sweep. */
export async function lockLoansOwed(tx: Tx, memberId: number): Promise<void> {
  await selectLoansOwed(tx, memberId).select("id").orderBy("id").forNoKeyUpdate().execute();
}
