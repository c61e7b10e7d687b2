// Paying fines (PAY-8); deciding on such a payment is core/approvals/decide-payments.ts.
import type { FinePayment } from "#contract/fines.ts";
import type { Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readFineTotals } from "#server/core/ledger/fines.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { entered, ownPayer, submitPayment, type Payer } from "#server/core/approvals/payments.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readFinePayment, readWaitingCents } from "./fines.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Keeps a member's word that they paid towards their fines, dated now; or what an official enters for a member, dated as on the
 * statement (STAT-16). Refuses more than is unpaid; what already
 * waits for approval counts as paid, also when two payments come at once.
 */
export async function payFine(
  tx: Tx,
  by: By,
  paid: { amountCents: Cents; reference: string; payer?: Payer; paidAt?: Date },
): Promise<FinePayment> {
  const payer = paid.payer ?? ownPayer(by.actor);
  const { memberId } = payer;
  await lockMember(tx, memberId);
  await refuseTooMuch(tx, memberId, paid.amountCents);
  const id = await submitPayment(tx, {
    kind: "fine_payment",
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt ?? by.now,
    submittedAt: by.now,
    contributionMonth: null,
    loanId: null,
  });
  const payment = await readFinePayment(tx, { id, callerId: by.actor.id, t: by.t });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "fines.pay",
    subject: "fine_payment",
    subjectId: id,
    after: {
      amount_paid: payment.amount_paid,
      payment_Reference_Code: payment.payment_Reference_Code,
      status: payment.status,
      ...entered(payer),
    },
    address: by.origin.address,
  });
  return payment;
}

async function refuseTooMuch(tx: Tx, memberId: number, amountCents: Cents): Promise<void> {
  const { unpaidCents } = await readFineTotals(tx, memberId);
  if (unpaidCents === 0n) throw refuse("no-unpaid-fines").at("amount_paid");
  const waitingCents = await readWaitingCents(tx, memberId);
  const payableCents = unpaidCents > waitingCents ? unpaidCents - waitingCents : 0n;
  if (amountCents > payableCents) throw tooMuch(payableCents, waitingCents).at("amount_paid");
}

function tooMuch(payable: Cents, waiting: Cents): Refusal {
  return waiting === 0n
    ? refuse("fine-payment-too-much", { payable })
    : refuse("fine-payment-too-much-beside-waiting", { payable, waiting });
}
