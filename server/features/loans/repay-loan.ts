// Repaying a loan, and deciding on such a payment (LOAN-9, PAY-7).
import type { LoanPayment } from "#contract/loans.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { loanPaymentApproved } from "#domain/ledger/posting-rules.ts";
import { splitRepayment } from "#domain/loans/repayment-split.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Decision } from "#server/core/approvals/decision.ts";
import { decidePayment } from "#server/core/approvals/decide-payment.ts";
import { lockBorrowerAndLoan } from "#server/core/ledger/loans.ts";
import {
  lockPayerAndPayment,
  submitPayment,
  type LockedPayment,
} from "#server/core/approvals/payments.ts";
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

/** Records one office's verdict. The second approval lowers the loan and posts, in the same transaction. */
export async function decideLoanPayment(tx: Tx, by: By, decision: Decision): Promise<LoanPayment> {
  const payment = await lockPayerAndPayment(tx, "loan_payment", decision.id);
  const { approvedAt } = await decidePayment(tx, "loan-payments", { by, payment, decision });
  if (approvedAt !== null) await repay(tx, by, payment, approvedAt);
  return readLoanPayment(tx, { id: payment.id, callerId: by.actor.id, t: by.t });
}

async function repay(tx: Tx, by: By, payment: LockedPayment, at: Date): Promise<void> {
  // payments_loan: a loan payment names its loan.
  if (payment.loan_id === null) throw new Error(`loan payment ${payment.id} names no loan`);
  const { loan } = await lockBorrowerAndLoan(tx, payment.loan_id);
  const balanceCents = loan.balance_cents - payment.amount_cents;
  const split = splitRepayment({
    loanPrincipalCents: loan.amount_cents,
    loanTotalCents: loan.amount_cents + loan.interest_cents,
    paidBeforeCents: loan.repaid_cents,
    paymentCents: payment.amount_cents,
  });
  await tx
    .updateTable("loans")
    .set({
      repaid_cents: loan.repaid_cents + payment.amount_cents,
      balance_cents: balanceCents,
      ...(balanceCents === 0n ? { status: "cleared" } : {}),
    })
    .where("id", "=", loan.id)
    .execute();
  const entry = loanPaymentApproved({
    paymentId: payment.id,
    loanId: loan.id,
    memberId: loan.member_id,
    ...split,
    businessDate: nairobiDate(at),
    description: inEnglish("descriptions.loanPaymentByReference", {
      loan: nameOfLoan(loan),
      reference: payment.reference,
    }),
  });
  await writeEntry(tx, entry, { authorId: by.actor.id, now: at });
  if (balanceCents > 0n) return;
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "loans.clear",
    subject: "loan",
    subjectId: loan.id,
    before: { status: loan.status, current_balance: toKes(loan.balance_cents) },
    after: { status: "cleared", current_balance: 0 },
    address: by.origin.address,
  });
}
