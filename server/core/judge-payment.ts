// One office's verdict on a payment, whatever its kind (contract 3).
import { approvalView, decide, itemStatus } from "#domain/approvals/two-officials.ts";
import { assert } from "#domain/assert.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { recordAudit } from "./audit.ts";
import { requireAmountSeen, type Decision } from "./decision.ts";
import { readGroupSettings } from "./group-settings.ts";
import { sendMail } from "./mail.ts";
import { findMember } from "./member-directory.ts";
import { releaseReference, type lockPayment, type PaymentKind } from "./payments.ts";
import { paymentRejectedMail, type Rejection } from "./rejection-mails.ts";
import { toVerdictColumns, toVerdicts } from "./verdicts.ts";

type Locked = Awaited<ReturnType<typeof lockPayment>>;

/**
 * Records the verdict on a locked payment with its audit row, named `<area>.approve` or `<area>.reject`, and mails the
 * member a rejection. Gives the moment of the second approval, at which the caller posts in the same transaction, or
 * null. Refuses a decided item, an office that has acted, one person for both offices, and another amount than was seen.
 */
export async function judgePayment(
  tx: Tx,
  by: { actor: Actor; now: Date; origin: Origin },
  given: {
    payment: Locked;
    decision: Omit<Decision, "id">;
    area: "contributions" | "loan-payments" | "fine-payments";
  },
): Promise<{ approvedAt: Date | null }> {
  const { payment, decision, area } = given;
  const office = officeOf(by.actor);
  if (office !== "Treasurer" && office !== "Sec-Gen") throw refuse("forbidden");
  const verdicts = decide(toVerdicts(payment), {
    office,
    memberId: by.actor.id,
    action: decision.action,
    reason: decision.reason,
    at: by.now,
  });
  requireAmountSeen(decision, payment.amount_cents);
  await tx
    .updateTable("payments")
    .set(toVerdictColumns(verdicts))
    .where("id", "=", payment.id)
    .execute();
  const status = itemStatus(verdicts);
  if (status === "rejected") {
    await releaseReference(tx, payment.reference);
    await tellOfRejection(tx, payment, { office, reason: decision.reason ?? "", now: by.now });
  }
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: `${area}.${decision.action === "approved" ? "approve" : "reject"}`,
    subject: payment.kind,
    subjectId: payment.id,
    before: { status: payment.status },
    after: { status, office, ...(decision.reason === null ? {} : { reason: decision.reason }) },
    address: by.origin.address,
  });
  return { approvedAt: approvalView(verdicts).approvalDate };
}

async function tellOfRejection(
  tx: Tx,
  payment: Locked,
  { now, ...rejection }: Rejection & { now: Date },
): Promise<void> {
  const member = await findMember(tx, payment.member_id);
  assert(member !== undefined, `payment ${payment.id} is nobody's`);
  const { name: groupName } = await readGroupSettings(tx);
  const rejected = {
    ...rejection,
    kind: payment.kind as PaymentKind,
    amountCents: payment.amount_cents,
    reference: payment.reference,
  };
  await sendMail(tx, { ...paymentRejectedMail(member, groupName, rejected), now });
}
