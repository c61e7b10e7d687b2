// What the signed-in member owes now (PAY-20), and what of it is still to be paid: payments that wait for the offices are not asked
// for twice.
import { getContributions } from "#contract/contributions.ts";
import { getDues } from "#contract/dues.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getLoanPayments } from "#contract/loans.ts";
import { getTransactions } from "#contract/transactions.ts";
import type { Cents } from "#domain/money.ts";
import { failedOf, useEndpoint, type Failed } from "#web/api/use-query.ts";
import { payableOn } from "#web/features/loans/payable.ts";
import { useMember } from "#web/features/session/session.tsx";
import { sumCents, sumKes } from "#web/ui/money.tsx";

export type Dues = ReplyOf<typeof getDues>;

/** One payment that would settle a part of what is owed. */
export type OwedPart = { cents: Cents } & (
  | { kind: "contributions" | "fines" }
  | { kind: "loan"; loanId: number; loanName: string }
);

export type Owed = {
  dues: Dues;
  /** What the member may pay here and has not: contributions first, then fines, then loans past their day. */
  parts: readonly OwedPart[];
};

/** Undefined while loading, and where it could not be loaded. */
export function useOwed({ enabled = true } = {}): {
  owed: Owed | undefined;
  failed: Failed | null;
} {
  const { user, may } = useMember();
  const dues = useEndpoint(getDues, { figuresOnly: true, enabled });
  const contributions = useEndpoint(getContributions, { figuresOnly: true, enabled });
  const repayments = useEndpoint(getLoanPayments, { figuresOnly: true, enabled });
  const { fines } = useWaitingPayments();
  const readings = [dues, contributions, repayments, ...fines.readings];
  if (
    dues.data === undefined ||
    contributions.data === undefined ||
    repayments.data === undefined ||
    fines.amount === undefined
  )
    return { owed: undefined, failed: failedOf(readings) };

  const { amount, next } = dues.data.contributions;
  const waitingCents = sumCents(
    contributions.data.monthly_contributions_receipts
      .filter(({ status }) => status === "pending" || status === "pending_approval")
      .map((each) => each.amount_paid),
  );
  const late = new Map(
    dues.data.loans.map(({ loan_id, days_late }) => [loan_id, days_late > 0] as const),
  );
  const paid = repayments.data.loan_payments;
  const parts: OwedPart[] = [
    ...(may("contributions.pay") && next !== null
      ? [{ kind: "contributions" as const, cents: sumCents([amount]) - waitingCents }]
      : []),
    ...(may("fines.pay")
      ? [{ kind: "fines" as const, cents: sumCents([dues.data.fines, -fines.amount]) }]
      : []),
    ...user.loans
      .filter(({ loan_id }) => may("loans.repay") && late.get(loan_id) === true)
      .map((loan) => ({
        kind: "loan" as const,
        loanId: loan.loan_id,
        loanName: loan.loan_name,
        cents: payableOn(loan, paid).payableCents,
      })),
  ];
  return {
    owed: { dues: dues.data, parts: parts.filter(({ cents }) => cents > 0n) },
    failed: null,
  };
}

/** What of them comes after the first. */
export function centsOf(parts: readonly OwedPart[]): Cents {
  return parts.reduce((sum, { cents }) => sum + cents, 0n);
}

type Waiting = { amount: number; count: number };

/**
 * KES and number of the member's payments that the offices have not decided, of every kind; `fines` those towards fines alone.
 * `all` is null where it could not be loaded; undefined while loading.
 */
export function useWaitingPayments(): {
  all: Waiting | null | undefined;
  fines: ReturnType<typeof useWaitingFinePayments>;
} {
  const contributions = useEndpoint(getContributions, { figuresOnly: true });
  const repayments = useEndpoint(getLoanPayments, { figuresOnly: true });
  const fines = useWaitingFinePayments();
  if (contributions.isError || repayments.isError || fines.isError) return { all: null, fines };
  if (contributions.isPending || repayments.isPending || fines.amount === undefined)
    return { all: undefined, fines };
  const undecided = [
    ...contributions.data.monthly_contributions_receipts.filter(isUndecided),
    ...repayments.data.loan_payments.filter(isUndecided),
  ].map((each) => each.amount_paid);
  return {
    all: {
      amount: sumKes([...undecided, fines.amount]),
      count: undecided.length + fines.count,
    },
    fines,
  };
}

/** Only who has unpaid fines can have one that waits (PAY-8), and only then it is asked. */
function useWaitingFinePayments() {
  const dues = useEndpoint(getDues, { figuresOnly: true });
  const owes = (dues.data?.fines ?? 0) > 0;
  const paid = useEndpoint(getTransactions, {
    query: { kind: "fine_payment" },
    enabled: owes,
    figuresOnly: true,
  });
  const readings = [dues, paid];
  const isError = readings.some((each) => each.isError);
  if (dues.data === undefined || (owes && paid.data === undefined))
    return { readings, isError, amount: undefined, count: 0 };
  const amounts = (owes ? (paid.data?.transactions ?? []) : [])
    .filter(isUndecided)
    .map((each) => each.amount);
  return { readings, isError, amount: sumKes(amounts), count: amounts.length };
}

function isUndecided({ status }: { status: string }): boolean {
  return status === "pending" || status === "pending_approval";
}
