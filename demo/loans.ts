// Loans of the demo group: asked for, checked, paid out and repaid.
import { decideAllPayments } from "#server/core/approvals/decide-payments.ts";
import type { LoanType } from "#server/core/members/group-settings.ts";
import { applyForLoan } from "#server/features/loans/apply-for-loan.ts";
import { decideLoanApplication } from "#server/features/loans/decide-application.ts";
import { payLoan } from "#server/features/loans/loans.ts";
import { applications, paidOutLoans, rejectedRepayment, type DemoLoan } from "./loan-tables.ts";
import {
  hoursAfter,
  bothApprove,
  request,
  treasurerApproves,
  type Moments,
  type Happening,
  type Verdict,
} from "./timeline.ts";

/** The loan that repayments are for: known once it was asked for. */
type Running = { who: string; id: number };

// Flat, the rate that the group starts with.
const INTEREST_PERCENT = 10;

export function loans(moments: Moments): Happening[] {
  return [
    ...paidOutLoans.flatMap((loan, index) => borrow(moments, loan, index)),
    ...applications.flatMap((requested, index) => {
      const { when } = requested;
      const at =
        "daysAgo" in when
          ? moments.daysAgo(when.daysAgo, 9.5)
          : moments.inMonth(when.monthsAgo, 10, 11 + index / 7);
      return apply({
        ...requested,
        at,
        loan: newLoan(requested.who),
        verdicts: verdictsOf(requested, at),
      });
    }),
  ];
}

function newLoan(who: string): Running {
  return { who, id: 0 };
}

function verdictsOf(
  requested: { treasurerApproves: boolean; secGenApproves?: true; rejected?: string },
  at: Date,
): Verdict[] {
  if (requested.secGenApproves) return bothApprove(at);
  return [
    ...(requested.treasurerApproves ? [treasurerApproves(at)] : []),
    ...(requested.rejected === undefined
      ? []
      : [{ who: "sec-gen" as const, at: hoursAfter(at, 49), reason: requested.rejected }]),
  ];
}

function borrow(moments: Moments, loan: DemoLoan, index: number): Happening[] {
  const running = newLoan(loan.who);
  const at = moments.inMonth(loan.monthsAgo, 4, 9 + (index % 8));
  return [
    ...apply({ ...loan, at, loan: running, verdicts: bothApprove(at) }),
    ...instalments(loan).flatMap(({ monthsAgo, kes }) => {
      const paidAt = moments.inMonth(monthsAgo, 8 + (index % 3), 8 + (index % 10) + monthsAgo / 61);
      return repay(running, { kes, at: paidAt, verdicts: bothApprove(paidAt) });
    }),
    ...waitingInstalment(moments, loan, running),
    ...(loan.who === rejectedRepayment.who ? wrongRepayment(moments, running) : []),
  ];
}

/** The last one is what is left. */
function instalments(loan: DemoLoan): { monthsAgo: number; kes: number }[] {
  const paid: { monthsAgo: number; kes: number }[] = [];
  const newest = loan.waits === undefined ? 0 : 1;
  let leftKes = (loan.kes * (100 + INTEREST_PERCENT)) / 100;
  let monthsAgo = loan.monthsAgo - 1;
  while (leftKes > 0) {
    if (loan.stops?.after === paid.length) monthsAgo -= loan.stops.months;
    if (monthsAgo < newest) break;
    const kes = Math.min(loan.instalmentKes, leftKes);
    paid.push({ monthsAgo, kes });
    leftKes -= kes;
    monthsAgo--;
  }
  return paid;
}

function waitingInstalment(moments: Moments, loan: DemoLoan, running: Running): Happening[] {
  if (loan.waits === undefined) return [];
  const at = moments.daysAgo(loan.waits.daysAgo, 16.2);
  const verdicts = loan.waits.treasurerApproved ? [treasurerApproves(at)] : [];
  return repay(running, { kes: loan.instalmentKes, at, verdicts });
}

function wrongRepayment(moments: Moments, running: Running): Happening[] {
  const { kes, monthsAgo, reason } = rejectedRepayment;
  const at = moments.inMonth(monthsAgo, 18, 20);
  const rejects = { who: "treasurer" as const, at: hoursAfter(at, 14), reason };
  return repay(running, { kes, at, verdicts: [rejects] });
}

function apply(requested: {
  loan: Running;
  type: LoanType;
  kes: number;
  at: Date;
  verdicts: readonly Verdict[];
}): Happening[] {
  const { loan, at } = requested;
  // A loan of the Treasurer or the Sec-Gen is the Chairperson's to decide on in their place (LOAN-8).
  const verdicts = requested.verdicts.map((verdict) =>
    verdict.who === loan.who ? { ...verdict, who: "chairperson" as const } : verdict,
  );
  const command = { amountCents: BigInt(requested.kes) * 100n, loanType: requested.type };
  return request({
    at,
    verdicts,
    right: "loan-applications.decide",
    decide: decideLoanApplication,
    ask: async ({ act }) => {
      const deed = { who: loan.who, right: "loans.apply", at } as const;
      const stored = await act(deed, (tx, by) => applyForLoan(tx, by, command));
      loan.id = stored.loan_id;
      return stored.loan_id;
    },
  });
}

function repay(
  loan: Running,
  paid: { kes: number; at: Date; verdicts: readonly Verdict[] },
): Happening[] {
  const { at, verdicts } = paid;
  const amountCents = BigInt(paid.kes) * 100n;
  return request({
    at,
    verdicts,
    right: "loan-payments.decide",
    decide: (tx, by, decision) => decideAllPayments(tx, "loan_payment", [{ by, decision }]),
    ask: async ({ act, newReference }) => {
      const deed = { who: loan.who, right: "loans.repay", at } as const;
      const payment = { amountCents, reference: newReference(at) };
      const stored = await act(deed, (tx, by) => payLoan(tx, by, { ...payment, loanId: loan.id }));
      return stored.payment_id;
    },
  });
}
