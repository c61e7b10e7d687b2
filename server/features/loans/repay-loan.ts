// Repays a loan (PAY-7); core/approvals/decide-payments.ts decides on the payment.
import type { LoanPayment } from "#contract/loans.ts";
import { single } from "#domain/assert.ts";
import type { Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { nameOfLoan, lockBorrowerAndLoan } from "#server/core/ledger/loans.ts";
import { ownPayer, submitPayment, type Payer } from "#server/core/approvals/payments.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readLoanPayments, readWaitingCents } from "./loans.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Submits a repayment, dated now; or an official's entry for a member, dated as on the statement (STAT-16). Refuses a
 * loan that is neither active nor in default, and more than its balance less the waiting payments, also when two
 * requests race.
 */
export async function payLoan(
  tx: Tx,
  by: By,
  paid: { loanId: number; amountCents: Cents; reference: string; payer?: Payer; paidAt?: Date },
): Promise<LoanPayment> {
  const payer = paid.payer ?? ownPayer(by.actor);
  const { loan } = await lockBorrowerAndLoan(tx, paid.loanId);
  if (loan.member_id !== payer.memberId) throw refuse("not-found");
  if (loan.status !== "active" && loan.status !== "default") {
    throw refuse("loan-not-repayable", { status: loan.status });
  }
  const waitingCents = await readWaitingCents(tx, loan.id);
  if (paid.amountCents > loan.balance_cents - waitingCents)
    throw tooMuch(loan.balance_cents - waitingCents, waitingCents).at("amount_paid");
  const id = await submitPayment(tx, by, {
    kind: "loan_payment",
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt ?? by.now,
    contributionMonth: null,
    loan: { id: loan.id, name: nameOfLoan(loan) },
  });
  return single(await readLoanPayments(tx, [{ id, callerId: by.actor.id, t: by.t }]));
}

function tooMuch(payable: Cents, waiting: Cents): Refusal {
  return waiting === 0n
    ? refuse("loan-payment-too-much", { payable })
    : refuse("loan-payment-too-much-beside-waiting", { payable, waiting });
}
