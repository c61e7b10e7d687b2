import { getContributions } from "#contract/contributions.ts";
import { getDues } from "#contract/dues.ts";
import { getLoanPayments } from "#contract/loans.ts";
import { getTransactions } from "#contract/transactions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { sumKes } from "#web/ui/money.tsx";

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
