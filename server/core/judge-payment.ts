// One office's verdict on a payment, whatever its kind (contract 3).
import { approvalView, decide, itemStatus, type Verdict } from "#domain/approvals/two-officials.ts";
import { assert } from "#domain/assert.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";
import { statement } from "#server/db/statement.ts";
import type { Origin } from "#server/platform/request.ts";
import { recordAudit } from "./audit.ts";
import { requireAmountSeen, type Decision } from "./decision.ts";
import { readGroupSettings } from "./group-settings.ts";
import { sendMail } from "./mail.ts";
import { findMember } from "./member-directory.ts";
import { releaseReference, type lockPayment, type PaymentKind } from "./payments.ts";
import { paymentRejectedMail, type Rejection } from "./rejection-mails.ts";
import { toVerdicts } from "./verdicts.ts";

const recordVerdict = {
  Treasurer: statement(
    (tx, id: number, verdict: Verdict, by: number | null, reason: string | null, at: Date | null) =>
      tx
        .updateTable("payments")
        .set({
          treasurer_verdict: verdict,
          treasurer_id: by,
          treasurer_reason: reason,
          treasurer_at: at,
        })
        .where("id", "=", id),
  ),
  "Sec-Gen": statement(
    (tx, id: number, verdict: Verdict, by: number | null, reason: string | null, at: Date | null) =>
      tx
        .updateTable("payments")
        .set({
          sec_gen_verdict: verdict,
          sec_gen_id: by,
          sec_gen_reason: reason,
          sec_gen_at: at,
        })
        .where("id", "=", id),
  ),
};

type Locked = Awaited<ReturnType<typeof lockPayment>>;

/**
 * Records the verdict on a locked payment with its audit row, named `<area>.approve` or `<area>.reject`, and mails the
 * member a rejection. The second approval posts in the same transaction: `post` is given its moment. Refuses a decided
 * item, an office that has acted, one person for both offices, and another amount than was seen.
 */
export async function judgePayment(
  tx: Tx,
  by: { actor: Actor; now: Date; origin: Origin },
  given: {
    payment: Locked;
    decision: Omit<Decision, "id">;
    area: "contributions" | "loan-payments" | "fine-payments";
    post: (approvedAt: Date) => Promise<unknown>;
  },
): Promise<void> {
  const { payment, decision, area, post } = given;
  const office = officeOf(by.actor);
  if (office !== "Treasurer" && office !== "Sec-Gen") throw refuse("forbidden");
  const verdicts = decide(toVerdicts(payment), {
    office,
    memberId: by.actor.id,
    action: decision.action,
    reason: decision.reason,
    at: by.now,
  });
  const own = office === "Treasurer" ? verdicts.treasurer : verdicts.secGen;
  requireAmountSeen(decision, payment.amount_cents);
  const status = itemStatus(verdicts);
  const { approvalDate: approvedAt } = approvalView(verdicts);
  await Promise.all([
    recordVerdict[office](tx, payment.id, own.verdict, own.byMemberId, own.reason, own.at),
    recordAudit(tx, {
      now: by.now,
      actorId: by.actor.id,
      action: `${area}.${decision.action === "approved" ? "approve" : "reject"}`,
      subject: payment.kind,
      subjectId: payment.id,
      before: { status: payment.status },
      after: { status, office, ...(decision.reason === null ? {} : { reason: decision.reason }) },
      address: by.origin.address,
    }),
    ...(status === "rejected"
      ? [
          releaseReference(tx, payment.reference),
          tellOfRejection(tx, payment, { office, reason: decision.reason ?? "", now: by.now }),
        ]
      : []),
    ...(approvedAt === null ? [] : [post(approvedAt)]),
  ]);
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
