// Repaying a loan (PAY-7); deciding on such a payment is core/approvals/decide-payments.ts.
import type { LoanPayment } from "#contract/loans.ts";
import type { Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { nameOfLoan, lockBorrowerAndLoan } from "#server/core/ledger/loans.ts";
import { entered, ownPayer, submitPayment, type Payer } from "#server/core/approvals/payments.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readLoanPayment, readWaitingCents } from "./loans.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Keeps a member's word that they repaid, dated now; or what an official enters for a member, dated as on the statement
 * (STAT-16). Refuses a loan that does not run, and more than its balance less
 * the payments that already wait, also when two come at once.
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
  const id = await submitPayment(tx, {
    kind: "loan_payment",
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt ?? by.now,
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
      ...entered(payer),
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
