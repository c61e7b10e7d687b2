// What members are notified of when an office decides on their payments (NOTE-1, STAT-24).
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { ApprovingOffice, ItemStatus } from "#domain/approvals/two-officials.ts";
import { assert } from "#domain/assert.ts";
import { letter, type Addressee } from "#server/core/mail/letters.ts";
import { noticeOf, writeNotices, type NewNotice } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import { evidenceMessage, type FoundEvidence } from "./evidence.ts";
import type { Postings } from "./post-payments.ts";
import type { Decision, LockedPayment } from "./verdicts.ts";

type Decided = {
  by: { now: Date };
  decision: Decision;
  payment: LockedPayment;
  office: ApprovingOffice;
  status: ItemStatus;
  approvedAt: Date | null;
};

/** Notifies the members: a rejection, a reason for approving, or the receipt of what is in the books now. */
export async function tellMembers(
  tx: Tx,
  decided: readonly Decided[],
  { postings, finding }: { postings: Postings; finding: ReadonlyMap<number, FoundEvidence> },
): Promise<void> {
  const announced = decided.filter(
    (each) => each.status === "rejected" || typeof each.decision.approveReason === "string",
  );
  const addressees = await readAddressees(tx, announced);
  const notices = decided.flatMap((each) => {
    const { payment, decision } = each;
    const to = addressees.get(payment.member_id);
    return [
      ...(to !== undefined && each.status === "rejected" ? [rejectedNotice(each, to)] : []),
      ...(to !== undefined && typeof decision.approveReason === "string"
        ? [reasonNotice(each, { to, finding: finding.get(payment.id) })]
        : []),
      ...(each.approvedAt === null ? [] : [receiptOf(each, postings)]),
    ];
  });
  const now = new Date(Math.max(...decided.map(({ by }) => by.now.getTime())));
  await writeNotices(tx, { notices: [...notices, ...postings.notices()], now });
}

type Member = Addressee & { id: number };

async function readAddressees(
  tx: Tx,
  announced: readonly Decided[],
): Promise<ReadonlyMap<number, Member>> {
  if (announced.length === 0) return new Map();
  const members = await tx
    .selectFrom("members")
    .select(["id", "email", "first_name", "language", "email_verified_at"])
    .where("id", "in", [...new Set(announced.map(({ payment }) => payment.member_id))])
    .execute();
  return new Map(members.map((member) => [member.id, member]));
}

function factsOf({ payment, decision, office }: Decided) {
  const { kind, amount_cents: amount, reference } = payment;
  return {
    office,
    reason: decision.reason ?? decision.approveReason ?? "",
    kind,
    amount,
    reference,
  };
}

function ofPayment({ payment }: Decided, happening: string) {
  const { id, member_id: memberId, kind } = payment;
  const about = { kind: kind as PaymentKind, id };
  return { memberId, about, occasion: `${happening}:${id}` };
}

function rejectedNotice(each: Decided, to: Member): NewNotice {
  const facts = factsOf(each);
  const mail = { to, letter: letter("paymentRejected", facts) };
  return noticeOf("payment_rejected", { ...ofPayment(each, "payment_rejected"), mail }, facts);
}

/** With what the statements say of it. */
function reasonNotice(
  each: Decided,
  { to, finding }: { to: Member; finding: FoundEvidence | undefined },
): NewNotice {
  const facts = factsOf(each);
  assert(finding !== undefined, `the evidence of payment ${each.payment.id} was read`);
  const mailed = { ...facts, finding: evidenceMessage(finding, { isOwn: true }) };
  const mail = { to, letter: letter("paymentApprovedForReason", mailed) };
  const happening = `payment_approved_for_reason:${each.office}`;
  return noticeOf("payment_approved_for_reason", { ...ofPayment(each, happening), mail }, facts);
}

/** With the payment's number; the writer fills in what it stores by then. */
function receiptOf(each: Decided, postings: Postings): NewNotice {
  const { id, kind, amount_cents: amount } = each.payment;
  const total = postings.left(each.payment) ?? 0n;
  const facts = { number: String(id), kind, amount, total };
  return noticeOf("payment_approved", ofPayment(each, "payment_approved"), facts);
}
