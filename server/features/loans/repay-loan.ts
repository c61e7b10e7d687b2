// Repaying a loan (PAY-7); deciding on such a payment is core/approvals/decide-payments.ts.
import type { LoanPayment } from "#contract/loans.ts";
import type { Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { lockBorrowerAndLoan } from "#server/core/ledger/loans.ts";
import { submitPayment } from "#server/core/approvals/payments.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readLoanPayment, readWaitingCents } from "./loans.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Keeps a member's word that they repaid, dated now. Refuses a loan that does not run, and more than its balance less
 * the payments that already wait, also when two come at once.
 */
export async function payLoan(
  tx: Tx,
  by: By,
  paid: { loanId: number; amountCents: Cents; reference: string },
): Promise<LoanPayment> {
  const { loan } = await lockBorrowerAndLoan(tx, paid.loanId);
  if (loan.member_id !== by.actor.id) throw refuse("not-found");
  if (loan.status !== "active" && loan.status !== "default") {
    throw refuse("loan-not-repayable", { status: loan.status });
  }
  const waitingCents = await readWaitingCents(tx, loan.id);
  if (paid.amountCents > loan.balance_cents - waitingCents)
    throw tooMuch(loan.balance_cents - waitingCents, waitingCents).at("amount_paid");
  const id = await submitPayment(tx, {
    kind: "loan_payment",
    memberId: by.actor.id,
    amountCents: paid.amountCents,
    reference: paid.reference,
    isMember: true,
    paidAt: by.now,
    submittedAt: by.now,
    contributionMonth: null,
    loanId: loan.id,
  });
  const payment = await readLoanPayment(tx, { id, callerId: by.actor.id, t: by.t });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "loans.repay",
    subject: "loan_payment",
    subjectId: id,
    after: {
      loan: inEnglish(nameOfLoan(loan)),
      amount_paid: payment.amount_paid,
      payment_Reference_Code: payment.payment_Reference_Code,
      status: payment.status,
    },
    address: by.origin.address,
  });
  return payment;
}

function tooMuch(payable: Cents, waiting: Cents): Refusal {
  return waiting === 0n
    ? refuse("loan-payment-too-much", { payable })
    : refuse("loan-payment-too-much-beside-waiting", { payable, waiting });
}
