// What an ask pays: the payment that it becomes, submitted by the rules of its kind, and tried beforehand.
import { FINE_PAYMENT, LOAN_PAYMENT, type UsualKind } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { whyNoPayment } from "#domain/members/member-status.ts";
import type { Actor } from "#domain/permissions.ts";
import { Refusal, type FieldErrors } from "#domain/refusal.ts";
import { translatorFor } from "#messages/translator.ts";
import { languageOf } from "#domain/language.ts";
import { RefusedWithNotice } from "#server/core/approvals/contested.ts";
import type { Payer } from "#server/core/approvals/payments.ts";
import { stateOf, type MemberRow } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SpokenTo } from "#server/platform/request.ts";

type Paid = { amountCents: Cents; reference: string; paidAt: Date; payer: Payer };

/** How a payment of each kind is submitted within its limits; each returns its id. */
export type SubmitPayments = {
  contribution: (tx: Tx, by: SpokenTo, paid: Paid & { month: PlainDate }) => Promise<number>;
  loan_payment: (tx: Tx, by: SpokenTo, paid: Paid & { loanId: number }) => Promise<number>;
  fine_payment: (tx: Tx, by: SpokenTo, paid: Paid) => Promise<number>;
};

/** What is paid by an ask. */
export type AskedPayment = {
  member: MemberRow;
  kind: UsualKind;
  loanId: number | null;
  month: PlainDate | null;
  amountCents: Cents;
  reference: string;
  paidAt: Date;
};

/** Submits it in the member's own name, under the member's lock. Returns the payment's id. */
export async function submitAsked(
  tx: Tx,
  submit: SubmitPayments,
  { asked, now }: { asked: AskedPayment; now: Date },
): Promise<number> {
  const { member, kind, loanId, month, ...amount } = asked;
  const refusal = whyNoPayment(stateOf(member));
  if (refusal !== null) throw refusal;
  const by = {
    actor: actorOf(member),
    now,
    origin: OF_MPESA,
    t: translatorFor(languageOf(member.language)),
  };
  const paid = {
    ...amount,
    payer: { memberId: member.id, isMember: true, enteredBy: null, isFromLine: false },
  };
  if (kind === FINE_PAYMENT) return submit.fine_payment(tx, by, paid);
  if (kind === LOAN_PAYMENT) {
    assert(loanId !== null, "an ask for a loan names it");
    return submit.loan_payment(tx, by, { ...paid, loanId });
  }
  assert(month !== null, "an ask for a contribution names its month");
  return submit.contribution(tx, by, { ...paid, month });
}

/** M-PESA calls, not the member's device. */
const OF_MPESA = { address: "M-PESA", device: "M-PESA", browser: null };

function actorOf(member: MemberRow): Actor {
  const { status, isActive, exited } = stateOf(member);
  // Whoever pays needs no office.
  const rights = { office: null, isAuditor: false, lacksTwoStep: false };
  return { id: member.id, username: member.username, status, isActive, exited, ...rights };
}

/**
 * Why it cannot be submitted, or null: submits it and undoes that. Nothing that is written behind a savepoint may stay,
 * since the audit log proves rows by the transaction that wrote them.
 */
export async function whyNotPayable(
  tx: Tx,
  submit: SubmitPayments,
  params: { asked: AskedPayment; now: Date },
): Promise<Refusal | null> {
  await sql`SAVEPOINT rehearsal`.execute(tx);
  try {
    await submitAsked(tx, submit, params);
    return null;
  } catch (error) {
    if (error instanceof RefusedWithNotice) return error.refusal;
    if (error instanceof Refusal) return error;
    throw error;
  } finally {
    await sql`ROLLBACK TO SAVEPOINT rehearsal`.execute(tx);
    await sql`RELEASE SAVEPOINT rehearsal`.execute(tx);
  }
}

/** The refusal of a payment at the fields of an ask. */
export function atFieldsOfAsk({ code, kind, facts, errors = {} }: Refusal): Refusal {
  const { amount_paid: amount, ...others } = errors;
  const named: FieldErrors = amount === undefined ? others : { ...others, amount };
  return new Refusal({ code, kind, facts: { ...facts }, errors: named });
}
