// Rejects payments by a rule instead of by an office's decision (PAY-4, STAT-62).
import { factsOfKinds, type PaymentKind } from "#domain/payments/payment-kinds.ts";
import { itemStatus, rejectByRule } from "#domain/approvals/two-officials.ts";
import { message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { undoMatches } from "#server/core/bank-lines/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import { releaseReferences } from "./post-payments.ts";
import { type LockedPayment } from "./verdicts.ts";
import { toVerdictColumns, toVerdicts } from "#server/core/verdicts/verdict-columns.ts";

/** The rule in the database, and its sentence; the record has the English words. */
export const ruleTexts = {
  "reference-held": message("descriptions.referenceHeld"),
  "shown-for-another": message("descriptions.shownForAnother"),
} as const;
export type RejectingRule = keyof typeof ruleTexts;

/** `actorId` is null at the command line. */
export type By = { actorId: number | null; now: Date; address: string | null };

/**
 * Each in the place of an office that has not decided; its member gets a mail, and its matches end. The caller releases
 * the references.
 */
export async function rejectAll(
  tx: Tx,
  payments: readonly LockedPayment[],
  rule: RejectingRule,
  by: By,
): Promise<void> {
  const { actorId, now, address } = by;
  const reason = inEnglish(ruleTexts[rule].key);
  const decided = payments.map((payment) => ({
    payment,
    verdicts: rejectByRule(toVerdicts(payment), { byMemberId: actorId, reason, at: now }),
  }));
  for (const { payment, verdicts } of decided) {
    await tx
      .updateTable("payments")
      .set({ ...toVerdictColumns(verdicts), rejected_by_rule: rule })
      .where("id", "=", payment.id)
      .execute();
  }
  const paymentIds = payments.map(({ id }) => id);
  await undoMatches(tx, { now, by: actorId, why: "rejected", paymentIds });
  await notify(tx, payments, rule, now);
  await recordAudits(
    tx,
    decided.map(({ payment, verdicts }) => ({
      now,
      actorId,
      action: `${factsOfKinds[payment.kind as PaymentKind].auditArea}.reject`,
      subject: payment.kind as PaymentKind,
      subjectId: payment.id,
      before: { status: payment.status },
      after: {
        status: itemStatus(verdicts),
        office: payment.treasurer_verdict === "pending_approval" ? "Treasurer" : "Sec-Gen",
        reason: ruleTexts[rule],
      },
      address,
    })),
  );
}

/** A payment that was taken back before an office decided counts as rejected by a rule (PAY-34), and its matches end. */
export async function rejectWithdrawn(
  tx: Tx,
  payment: LockedPayment,
  { by, now }: { by: number; now: Date },
): Promise<void> {
  const reason = inEnglish("descriptions.withdrawn");
  const verdicts = rejectByRule(toVerdicts(payment), { byMemberId: by, reason, at: now });
  await tx
    .updateTable("payments")
    .set({ ...toVerdictColumns(verdicts), rejected_by_rule: "withdrawn" })
    .where("id", "=", payment.id)
    .execute();
  await undoMatches(tx, { now, by, why: "rejected", paymentIds: [payment.id] });
}

async function notify(
  tx: Tx,
  payments: readonly LockedPayment[],
  rule: RejectingRule,
  now: Date,
): Promise<void> {
  const rows = await tx
    .selectFrom("members")
    .select(["id", "email", "first_name", "language", "email_verified_at"])
    .where("id", "in", [...new Set(payments.map(({ member_id }) => member_id))])
    .execute();
  const members = new Map(rows.map((row) => [row.id, row]));
  const notices = payments.flatMap((payment) => {
    const { id, kind, amount_cents: amount, reference, member_id: memberId } = payment;
    const to = members.get(memberId);
    if (to === undefined) return [];
    const reason = ruleTexts[rule];
    const mail = {
      to,
      letter: letter("paymentRejectedByRule", { kind, amount, reference, reason }),
    };
    const about = { kind: kind as PaymentKind, id };
    const occasion = `payment_rejected:${id}`;
    return [
      noticeOf("payment_rejected", { memberId, about, occasion, mail }, { kind, amount, reason }),
    ];
  });
  await writeNotices(tx, { notices, now });
}

/**
 * Rejects every waiting claim of other members to the references of these payments, which get their second approval.
 * Returns the ids of those that may not hold their reference even so.
 */
export async function rejectOthers(
  tx: Tx,
  approved: readonly LockedPayment[],
  by: By,
): Promise<ReadonlySet<number>> {
  if (approved.length === 0) return new Set();
  for (const payment of approved) {
    const others = await tx
      .selectFrom("payments")
      .selectAll()
      .where("reference_key", "=", payment.reference_key)
      .where("member_id", "<>", payment.member_id)
      .where("status", "in", ["pending", "pending_approval"])
      .where("reference_standing", "in", ["holds", "contests"])
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    if (others.length === 0) continue;
    await rejectAll(tx, others, "shown-for-another", by);
    await releaseReferences(tx, others);
  }
  const ids = approved.map(({ id }) => id);
  const contesting = await tx
    .selectFrom("payments")
    .select("id")
    .where("id", "=", anyOf("int", ids))
    .where("reference_standing", "=", "contests")
    .execute();
  return new Set(contesting.map(({ id }) => id));
}
