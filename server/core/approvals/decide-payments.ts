// Applies an office's verdicts to payments of any kind (PAY-11, PAY-16, PAY-18). It always takes a list: one approval
// is a list of one.
import type { Person } from "#contract/people.ts";
import {
  approvalView,
  decide,
  itemStatus,
  type ItemStatus,
} from "#domain/approvals/two-officials.ts";
import { assert } from "#domain/assert.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse, Refusal } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudits, type AuditEntry } from "#server/core/audit-log/audit.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { letter, type Addressee } from "#server/core/mail/letters.ts";
import { noticeOf, writeNotices, type NewNotice } from "#server/core/notices/write-notices.ts";
import { matchNewPayments, undoMatches } from "#server/core/statements/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin, SignedInRequest, Viewer } from "#server/platform/request.ts";
import { rejectOthers } from "./reject-by-rule.ts";
import { auditAreas, type PaymentKind } from "./payments.ts";
import {
  claimReferences,
  openPostings,
  releaseReferences,
  type Postings,
} from "./post-payments.ts";
import {
  decisionOf,
  requireAmountSeen,
  requireEvidence,
  saveVerdicts,
  toVerdicts,
  type Decision,
  type SentDecision,
  lockPayments,
  type LockedPayment,
  type PaymentForVerdict,
} from "./verdicts.ts";

export type PaymentDecision = {
  by: { actor: Actor; now: Date; origin: Origin };
  decision: Decision;
};

/** The outcome of one decision. */
export type Outcome =
  | { id: number; payment: LockedPayment; refusal: null }
  | { id: number; payment: null; refusal: Refusal };

/**
 * Records one verdict for each payment, with its audit row. Members get a mail about a rejection, and about a reason
 * for approving. A second approval posts in the same transaction, dated its Nairobi day. Returns one outcome for each
 * decision, in their order. A refused decision changes nothing and the others stand; 200 decisions take as many
 * queries as one. Refuses an unknown or decided payment, an office that has acted, one person for both offices, an
 * amount other than the one seen, a reference that another member holds, and a fine payment above what is unpaid.
 */
export async function decidePayments(
  tx: Tx,
  kind: PaymentKind,
  requested: readonly PaymentDecision[],
): Promise<Outcome[]> {
  const ids = requested.map(({ decision }) => decision.id);
  const locked = await lockPayments(tx, kind, ids);
  const { refusals, sift } = sifting();
  const acceptable = sift(requested, (each) => giveVerdict(each, locked.get(each.decision.id)));
  const contested = acceptable.filter(isSecondOfContest);
  const [first] = contested;
  const held =
    first === undefined
      ? new Set<number>()
      : await rejectOthers(
          tx,
          contested.map(({ payment }) => payment),
          { actorId: first.by.actor.id, now: first.by.now, address: first.by.origin.address },
        );
  const isFree = await claimReferences(tx, kind, acceptable.filter(needsReference));
  const free = sift(acceptable, (each) => {
    if (held.has(each.payment.id)) throw refuse("reference-held");
    if (needsReference(each) && !isFree(each.payment)) throw refuse("reference-held");
    return each;
  });
  const postings = await openPostings(tx, kind, free.filter(isSecondApproval));
  const decided = sift(free, (each) =>
    isSecondApproval(each) ? { ...each, entry: postings.enter(each) } : { ...each, entry: null },
  );
  if (decided.length > 0) {
    await saveVerdicts(tx, decided);
    await freeLines(tx, decided.filter(isRejected));
    await releaseReferences(
      tx,
      decided.filter(isRejected).map(({ payment }) => payment),
    );
    await postings.save();
    await writeEntries(
      tx,
      decided.flatMap(({ entry, by, approvedAt }) =>
        entry === null || approvedAt === null
          ? []
          : [{ ...entry, authorId: by.actor.id, now: approvedAt }],
      ),
    );
    await matchNewlyHeld(tx, decided);
    await tellMembers(tx, decided, postings);
    await recordAudits(tx, [...decided.map(auditOf), ...postings.audits()]);
  }
  return ids.map((id) => {
    const refusal = refusals.get(id);
    if (refusal !== undefined) return { id, payment: null, refusal };
    const payment = locked.get(id);
    assert(payment !== undefined, `payment ${id} was decided on or refused`);
    return { id, payment, refusal: null };
  });
}

/** Like `decidePayments`, but one refusal refuses all. */
export async function decideAllPayments(
  tx: Tx,
  kind: PaymentKind,
  requested: readonly PaymentDecision[],
): Promise<void> {
  const outcomes = await decidePayments(tx, kind, requested);
  for (const { refusal } of outcomes) if (refusal !== null) throw refusal;
}

type DecisionInput = Pick<SignedInRequest, "actor" | "now" | "origin" | "t" | "id"> & {
  body: SentDecision;
};

/**
 * Returns the action of an endpoint that decides on one payment of a kind, for all requests in a batch; one refusal
 * refuses all. `read` returns the payments as their lists show them.
 */
export function decidingOn<Payment extends { status: ItemStatus; member: Person }, Reply>(
  kind: PaymentKind,
  read: (tx: Tx, params: readonly ({ id: number } & Viewer)[]) => Promise<Payment[]>,
  toReply: (detail: string, payment: Payment) => Reply,
) {
  return async (tx: Tx, inputs: readonly DecisionInput[]): Promise<Reply[]> => {
    const requested = inputs.map(({ id, body, ...by }) => ({ by, decision: decisionOf(id, body) }));
    await decideAllPayments(tx, kind, requested);
    const viewers = inputs.map(({ id, actor, t }) => ({ id, callerId: actor.id, t }));
    const payments = await read(tx, viewers);
    return payments.map((payment, index) => {
      const t = viewers[index]?.t ?? inEnglish;
      const member = payment.member.full_name;
      return toReply(t(done[kind][payment.status], { member }), payment);
    });
  };
}

const done = {
  contribution: {
    approved: "done.contributions.approved",
    rejected: "done.contributions.rejected",
    pending: "done.contributions.waits",
    pending_approval: "done.contributions.waits",
  },
  loan_payment: {
    approved: "done.loans.paymentApproved",
    rejected: "done.loans.paymentRejected",
    pending: "done.loans.paymentWaits",
    pending_approval: "done.loans.paymentWaits",
  },
  fine_payment: {
    approved: "done.fines.approved",
    rejected: "done.fines.rejected",
    pending: "done.fines.waits",
    pending_approval: "done.fines.waits",
  },
} as const satisfies Record<PaymentKind, Record<ItemStatus, string>>;

/** Separates refused decisions: `sift` continues with the rest, and `refusals` maps payment ids to their refusals. */
function sifting() {
  const refusals = new Map<number, Refusal>();
  function sift<From extends PaymentDecision, To>(
    items: readonly From[],
    act: (item: From) => To,
  ): To[] {
    return items.flatMap((item) => {
      try {
        return [act(item)];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.set(item.decision.id, error);
        return [];
      }
    });
  }
  return { refusals, sift };
}

/** Reopens the statement lines of rejected payments (STAT-14). */
async function freeLines(tx: Tx, rejected: readonly WithVerdict[]): Promise<void> {
  // Each by its own official; a shared transaction has at most eight.
  for (const { by, payment } of rejected) {
    const { now, actor } = by;
    await undoMatches(tx, { now, by: actor.id, why: "rejected", paymentIds: [payment.id] });
    // Those beside it come apart, or add up now (STAT-63).
    await matchNewPayments(tx, { payments: [payment], now });
  }
}

/** Matches payments that held no reference until this approval with their statement lines (STAT-11). */
async function matchNewlyHeld(tx: Tx, decided: readonly WithVerdict[]): Promise<void> {
  const held = decided.filter((each) => isSecondApproval(each) && needsReference(each));
  const [first] = held;
  if (first === undefined) return;
  await matchNewPayments(tx, { payments: held.map(({ payment }) => payment), now: first.by.now });
}

type WithVerdict = PaymentDecision & ReturnType<typeof giveVerdict>;

function giveVerdict({ by, decision }: PaymentDecision, payment: PaymentForVerdict | undefined) {
  if (payment === undefined) throw refuse("not-found");
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
  if (decision.isOneOfMany === true && payment.contested !== null) throw refuse("contested");
  requireEvidence(decision, payment);
  const { approvalDate: approvedAt } = approvalView(verdicts);
  return { by, decision, payment, office, verdicts, status: itemStatus(verdicts), approvedAt };
}

function isRejected({ status }: WithVerdict): boolean {
  return status === "rejected";
}

function isSecondApproval(each: WithVerdict): each is WithVerdict & { approvedAt: Date } {
  return each.approvedAt !== null;
}

/** Whether this approves a payment whose reference is not its member's yet (PAY-4). */
function needsReference({ payment, decision }: WithVerdict): boolean {
  const { reference_standing: standing } = payment;
  return decision.action === "approved" && standing !== "holds" && standing !== "contests";
}

/** Whether this decides between two members who claim one payment (STAT-62). */
function isSecondOfContest({ payment, approvedAt }: WithVerdict): boolean {
  return (
    approvedAt !== null && (payment.contested !== null || payment.reference_standing === "contests")
  );
}

function auditOf({ by, payment, decision, office, status }: WithVerdict): AuditEntry {
  const kind = payment.kind as PaymentKind;
  const area = auditAreas[kind];
  return {
    now: by.now,
    actorId: by.actor.id,
    action: `${area}.${decision.action === "approved" ? "approve" : "reject"}`,
    subject: kind,
    subjectId: payment.id,
    before: { status: payment.status },
    after: {
      status,
      office,
      ...(decision.reason === null ? {} : { reason: decision.reason }),
      ...evidenceFacts(payment, decision),
    },
    address: by.origin.address,
  };
}

/** Left out while no statement covers the payment, as in every new group. */
function evidenceFacts({ evidence }: PaymentForVerdict, { action, approveReason }: Decision) {
  if (action === "rejected") return {};
  return {
    ...(evidence === "none" ? {} : { evidence }),
    ...(typeof approveReason === "string" ? { approve_reason: approveReason } : {}),
  };
}

/** Notifies the members: a rejection, a reason for approving, or the receipt of what is in the books now. */
async function tellMembers(
  tx: Tx,
  decided: readonly WithVerdict[],
  postings: Postings,
): Promise<void> {
  const announced = decided.filter(
    (each) => isRejected(each) || typeof each.decision.approveReason === "string",
  );
  const addressees = await readAddressees(tx, announced);
  const notices = decided.flatMap((each) => {
    const { payment, decision } = each;
    const to = addressees.get(payment.member_id);
    return [
      ...(to !== undefined && isRejected(each) ? [rejectedNotice(each, to)] : []),
      ...(to !== undefined && typeof decision.approveReason === "string"
        ? [reasonNotice(each, to)]
        : []),
      ...(isSecondApproval(each) ? [receiptOf(each, postings)] : []),
    ];
  });
  const now = new Date(Math.max(...decided.map(({ by }) => by.now.getTime())));
  await writeNotices(tx, { notices: [...notices, ...postings.notices()], now });
}

type Member = Addressee & { id: number };

async function readAddressees(
  tx: Tx,
  announced: readonly WithVerdict[],
): Promise<ReadonlyMap<number, Member>> {
  if (announced.length === 0) return new Map();
  const members = await tx
    .selectFrom("members")
    .select(["id", "email", "first_name", "language", "email_verified_at"])
    .where("id", "in", [...new Set(announced.map(({ payment }) => payment.member_id))])
    .execute();
  return new Map(members.map((member) => [member.id, member]));
}

function factsOf({ payment, decision, office }: WithVerdict) {
  const { kind, amount_cents: amount, reference } = payment;
  return {
    office,
    reason: decision.reason ?? decision.approveReason ?? "",
    kind,
    amount,
    reference,
  };
}

function ofPayment({ payment }: WithVerdict, happening: string) {
  const { id, member_id: memberId, kind } = payment;
  const about = { kind: kind as PaymentKind, id };
  return { memberId, about, occasion: `${happening}:${id}` };
}

function rejectedNotice(each: WithVerdict, to: Member): NewNotice {
  const facts = factsOf(each);
  const mail = { to, letter: letter("paymentRejected", facts) };
  return noticeOf("payment_rejected", { ...ofPayment(each, "payment_rejected"), mail }, facts);
}

function reasonNotice(each: WithVerdict, to: Member): NewNotice {
  const facts = factsOf(each);
  const mail = { to, letter: letter("paymentApprovedForReason", facts) };
  const happening = `payment_approved_for_reason:${each.office}`;
  return noticeOf("payment_approved_for_reason", { ...ofPayment(each, happening), mail }, facts);
}

/** With the payment's number; the writer fills in what it stores by then. */
function receiptOf(each: WithVerdict, postings: Postings): NewNotice {
  const { id, kind, amount_cents: amount } = each.payment;
  const total = postings.left(each.payment) ?? 0n;
  const facts = { number: String(id), kind, amount, total };
  return noticeOf("payment_approved", ofPayment(each, "payment_approved"), facts);
}
