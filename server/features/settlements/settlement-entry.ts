// What a settlement posts (EXIT-6, EXIT-7), from the figures it was computed from.
import type { PlainDate } from "#domain/calendar.ts";
import type { JournalEntry } from "#domain/ledger/journal-entry.ts";
import { memberLeftOwing, memberPaidOut } from "#domain/ledger/settlement-postings.ts";
import { splitRepayment } from "#domain/loans/repayment-split.ts";
import type { Cents } from "#domain/money.ts";
import { inEnglish } from "#messages/translator.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import type { SettlementKind } from "./may-leave.ts";
import type { LoanOwed, SettlementFigures } from "./settlement-figures.ts";

export function settlementEntry(params: {
  settlementId: number;
  kind: SettlementKind;
  member: MemberRow;
  figures: SettlementFigures;
  finesCents: Cents;
  today: PlainDate;
}): JournalEntry {
  const { settlementId, kind, member, figures, finesCents, today } = params;
  const who = { member: `${member.first_name} ${member.last_name}` };
  const settlement = {
    settlementId,
    purpose: kind === "exit" ? ("exit" as const) : ("clearing" as const),
    businessDate: today,
    description:
      kind === "exit"
        ? inEnglish("descriptions.exitOf", who)
        : inEnglish("descriptions.clearingOf", who),
    memberId: member.id,
    contributionsCents: figures.contributionsCents,
    shareCents: figures.shareCents,
    shareGivenCents: figures.givenCents,
    loans: figures.loans.map((loan) => ({ loanId: loan.id, ...partsOwed(loan) })),
    unpaidFinesCents: finesCents,
  };
  return figures.outcome.dueCents < 0n ? memberLeftOwing(settlement) : memberPaidOut(settlement);
}

/** What of a loan's balance is principal and what interest, as a last repayment would split it. */
function partsOwed(loan: LoanOwed): { principalCents: Cents; interestCents: Cents } {
  return splitRepayment({
    loanPrincipalCents: loan.amountCents,
    loanTotalCents: loan.amountCents + loan.interestCents,
    paidBeforeCents: loan.repaidCents,
    paymentCents: loan.balanceCents,
  });
}
