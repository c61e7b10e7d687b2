// Applies an office's verdicts to payments of any kind (PAY-11, PAY-16, PAY-18). It always takes a list: one approval
// is a list of one.
import { factsOfKinds, type PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { Person } from "#contract/people.ts";
import {
  approvalView,
  decide,
  itemStatus,
  type ItemStatus,
  type ShownStatus,
} from "#domain/approvals/two-officials.ts";
import { assert } from "#domain/assert.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse, Refusal } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudits, type AuditEntry } from "#server/core/audit-log/audit.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { matchNewPayments, undoMatches } from "#server/core/bank-lines/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin, SignedInRequest, Viewer } from "#server/platform/request.ts";
import { evidenceMessage, readEvidence, type FoundEvidence } from "./evidence.ts";
import { rejectOthers } from "./reject-by-rule.ts";
import { tellMembers } from "./tell-decisions.ts";
import { claimReferences, openPostings, releaseReferences } from "./post-payments.ts";
import {
  decisionOf,
  requireAmountSeen,
  requireEvidence,
  saveVerdicts,
  type Decision,
  type SentDecision,
  lockPayments,
  type LockedPayment,
  type PaymentForVerdict,
} from "./verdicts.ts";
import { toVerdicts } from "#server/core/verdicts/verdict-columns.ts";

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
 * amount other than the one seen, a reference that another member holds, a fine payment above what is unpaid, and one on a
 * collection sheet by itself (CASH-6).
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
    // Before the verdicts change it.
    const finding = await readEvidence(
      tx,
      decided.flatMap(({ payment, decision }) =>
        typeof decision.approveReason === "string" ? [payment.id] : [],
      ),
    );
    await saveVerdicts(tx, decided);
    await freeLines(
      tx,
      decided.filter((each) => isRejected(each) && each.payment.collection_id === null),
    );
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
    await tellMembers(tx, decided, { postings, finding });
    await recordAudits(tx, [
      ...decided.map((each) => auditOf(each, finding)),
      ...postings.audits(),
    ]);
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
export function decidingOn<Payment extends { status: ShownStatus; member: Person }, Reply>(
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
      const { status } = payment;
      const member = payment.member.full_name;
      assert(status !== "withdrawn", "what is decided on was not taken back");
      return toReply(t(answerTo(kind, status), { member }), payment);
    });
  };
}

/** The sentence for whoever decided: the item waits until both offices have. */
function answerTo(kind: PaymentKind, status: ItemStatus) {
  const { answers } = factsOfKinds[kind];
  return status === "approved" || status === "rejected" ? answers[status] : answers.waits;
}

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
  if (payment.rejected_by_rule === "withdrawn") throw refuse("withdrawn-already");
  if (payment.collection_id !== (decision.collectionId ?? null))
    throw refuse("on-collection-sheet");
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

function auditOf(
  { by, payment, decision, office, status }: WithVerdict,
  finding: ReadonlyMap<number, FoundEvidence>,
): AuditEntry {
  const kind = payment.kind as PaymentKind;
  const area = factsOfKinds[kind].auditArea;
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
      ...evidenceFacts(payment, decision, finding.get(payment.id)),
    },
    address: by.origin.address,
  };
}

/** Left out while no statement covers the payment, as in every new group. */
function evidenceFacts(
  { evidence, contested }: PaymentForVerdict,
  { action, approveReason }: Decision,
  finding: FoundEvidence | undefined,
) {
  const contest = contested === null ? {} : { contested: contested.id };
  if (action === "rejected") return contest;
  return {
    ...(evidence === "none" ? {} : { evidence }),
    ...(finding === undefined || evidence !== "differs"
      ? {}
      : { statement_says: evidenceMessage(finding, { isOwn: false }) }),
    ...(typeof approveReason === "string" ? { approve_reason: approveReason } : {}),
    ...contest,
  };
}
