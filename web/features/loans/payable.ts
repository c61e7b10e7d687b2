import type { Loan, LoanPayment } from "#contract/loans.ts";
import type { Cents } from "#domain/money.ts";
import { sumCents } from "#web/ui/money.tsx";

export type Payable = {
  /** What may still be paid: the balance less the waiting payments (PAY-7). */
  payableCents: Cents;
  waitingCents: Cents;
  /** The undecided payments, newest first. */
  waiting: readonly LoanPayment[];
};

/** How much can be paid on a loan now; 0 on one that is neither active nor in default. */
export function payableOn(loan: Loan, payments: readonly LoanPayment[]): Payable {
  const waiting = payments.filter(
    (payment) =>
      payment.loan.loan_id === loan.loan_id &&
      (payment.status === "pending" || payment.status === "pending_approval"),
  );
  const waitingCents = sumCents(waiting.map((payment) => payment.amount_paid));
  const runs = loan.status === "active" || loan.status === "default";
  const leftCents = runs ? sumCents([loan.current_balance]) - waitingCents : 0n;
  return { payableCents: leftCents > 0n ? leftCents : 0n, waitingCents, waiting };
}

/** Whether it still counts toward what the member owes (LOAN-11). */
export function isOwed({ status }: Loan): boolean {
  return status === "active" || status === "default" || status === "written_off";
}
