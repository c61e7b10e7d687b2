// Settles the payment references that an account claimed before the Chairperson approved it (PAY-4).
import { sql } from "kysely";
import { itemStatus, rejectByRule } from "#domain/approvals/two-officials.ts";
import { message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import { matchNewPayments, undoMatches } from "#server/core/statements/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import { auditAreas, type PaymentKind } from "./payments.ts";
import { toVerdictColumns, toVerdicts, type LockedPayment } from "./verdicts.ts";

/** The reason in the record; readers see the text of `rejected_by_rule`. */
const HELD = inEnglish("descriptions.referenceHeld");

/** `actorId` is null at the command line. */
type By = { actorId: number | null; now: Date; address: string | null };

/**
 * Call when an account is approved, under `lockMembership`, after the member's row is written. A reference that
 * nobody else holds becomes the member's. A payment whose reference another member holds by then is rejected with
 * that reason, and the member gets a mail. Returns how many were rejected.
 */
export async function settleClaims(tx: Tx, member: MemberRow, by: By): Promise<number> {
  const waiting = await tx
    .selectFrom("payments")
    .selectAll()
    .where("member_id", "=", member.id)
    .where("reference_standing", "=", "waits")
    .where("status", "in", ["pending", "pending_approval"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (waiting.length === 0) return 0;
  const held = await keysOfOthers(tx, member.id, waiting);
  const rejected = waiting.filter((payment) => held.has(payment.reference_key));
  const free = waiting.filter((payment) => !held.has(payment.reference_key));
  if (free.length > 0) {
    await hold(tx, free);
    await matchNewPayments(tx, { payments: free, now: by.now });
  }
  if (rejected.length > 0) await reject(tx, member, rejected, by);
  return rejected.length;
}

async function keysOfOthers(
  tx: Tx,
  memberId: number,
  payments: readonly LockedPayment[],
): Promise<ReadonlySet<string>> {
  const keys = payments.map((payment) => payment.reference_key);
  const rows = await tx
    .selectFrom("payment_references")
    .select("reference_key")
    .where("reference_key", "in", keys)
    .where("member_id", "<>", memberId)
    .execute();
  return new Set(rows.map((row) => row.reference_key));
}

async function hold(tx: Tx, payments: readonly LockedPayment[]): Promise<void> {
  const ids = payments.map((payment) => payment.id);
  await tx
    .insertInto("payment_references")
    .columns(["reference_key", "member_id", "live_items"])
    .expression((from) =>
      from
        .selectFrom("payments")
        .select(["reference_key", "member_id", sql<number>`count(*)::int`.as("live_items")])
        .where("id", "in", ids)
        .groupBy(["reference_key", "member_id"])
        .orderBy("reference_key"),
    )
    .onConflict((conflict) =>
      conflict.column("reference_key").doUpdateSet({
        live_items: sql`payment_references.live_items + excluded.live_items`,
      }),
    )
    .execute();
  await tx
    .updateTable("payments")
    .set({ reference_standing: "holds" })
    .where("id", "in", ids)
    .execute();
}

/** Nobody else holds these references, so none is released. */
async function reject(
  tx: Tx,
  member: MemberRow,
  payments: readonly LockedPayment[],
  { actorId, now, address }: By,
): Promise<void> {
  const decided = payments.map((payment) => ({
    payment,
    verdicts: rejectByRule(toVerdicts(payment), { byMemberId: actorId, reason: HELD, at: now }),
  }));
  for (const { payment, verdicts } of decided) {
    await tx
      .updateTable("payments")
      .set({ ...toVerdictColumns(verdicts), rejected_by_rule: "reference-held" })
      .where("id", "=", payment.id)
      .execute();
  }
  await undoMatches(tx, {
    now,
    by: actorId,
    why: "rejected",
    paymentIds: payments.map(({ id }) => id),
  });
  const notices = payments.map(({ id, kind, amount_cents: amount, reference }) => {
    const reason = message("descriptions.referenceHeld");
    const facts = { kind, amount, reference, reason };
    const mail = { to: member, letter: letter("paymentRejectedByRule", facts) };
    const about = { kind: kind as PaymentKind, id };
    const occasion = `payment_rejected:${id}`;
    return noticeOf(
      "payment_rejected",
      { memberId: member.id, about, occasion, mail },
      { kind, amount, reason },
    );
  });
  await writeNotices(tx, { notices, now });
  await recordAudits(
    tx,
    decided.map(({ payment, verdicts }) => ({
      now,
      actorId,
      action: `${auditAreas[payment.kind as PaymentKind]}.reject`,
      subject: payment.kind as PaymentKind,
      subjectId: payment.id,
      before: { status: payment.status },
      after: {
        status: itemStatus(verdicts),
        office: payment.treasurer_verdict === "pending_approval" ? "Treasurer" : "Sec-Gen",
        reason: HELD,
      },
      address,
    })),
  );
}
