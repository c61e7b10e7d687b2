// An office's verdicts on payments, whatever their kind (PAY-11, PAY-16, PAY-18). The list is the only form: one approval is a
// list of one.
import { sql } from "kysely";
import { approvalView, decide, itemStatus } from "#domain/approvals/two-officials.ts";
import { assert } from "#domain/assert.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse, Refusal } from "#domain/refusal.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { sendMails } from "#server/core/mail/mail.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Tx } from "#server/db/connection.ts";
import { rowTable, type RowsOf } from "#server/db/prepared-queries/row-table.ts";
import { statement } from "#server/db/prepared-queries/prepared-query.ts";
import type { Origin } from "#server/platform/request.ts";
import { requireAmountSeen, type Decision } from "./decision.ts";
import {
  claimReferences,
  isReferenceTaken,
  lockPayments,
  releaseReferences,
  type LockedPayment,
  type PaymentKind,
} from "./payments.ts";
import { openPostings } from "./post-payments.ts";
import { paymentRejectedMail } from "./rejection-mails.ts";
import { toVerdictColumns, toVerdicts, verdictColumns } from "./verdicts.ts";

export type PaymentDecision = {
  by: { actor: Actor; now: Date; origin: Origin };
  decision: Decision;
};

/** What became of a decision on a payment. */
export type Outcome =
  | { id: number; payment: LockedPayment; refusal: null }
  | { id: number; payment: null; refusal: Refusal };

/**
 * Records verdicts, each on a payment of its own, with its audit row; a member is told of a rejection by mail. A second
 * approval posts in the same transaction, dated the Nairobi day it falls on. Gives what became of each, in the order asked.
 * A refused one changes nothing and the others stand; the queries are the same few for one and for 200. Refuses an unknown
 * or decided payment, an office that has acted, one person for both offices, another amount than was seen, a reference that
 * is another's, and more for fines than is unpaid.
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
  const isFree = await claimReferences(tx, kind, acceptable.filter(needsReference));
  const free = sift(acceptable, (each) => {
    if (needsReference(each) && !isFree(each.payment)) throw refuse("reference-held");
    return each;
  });
  const postings = await openPostings(tx, kind, free.filter(isSecondApproval));
  const decided = sift(free, (each) =>
    isSecondApproval(each) ? { ...each, entry: postings.enter(each) } : { ...each, entry: null },
  );
  if (decided.length > 0) {
    await saveVerdicts(tx, decided);
    await tellOfRejections(tx, decided.filter(isRejected));
    await postings.save();
    await writeEntries(
      tx,
      decided.flatMap(({ entry, by, approvedAt }) =>
        entry === null || approvedAt === null
          ? []
          : [{ ...entry, authorId: by.actor.id, now: approvedAt }],
      ),
    );
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

/** The same where one refusal refuses all. */
export async function decideAllPayments(
  tx: Tx,
  kind: PaymentKind,
  requested: readonly PaymentDecision[],
): Promise<void> {
  const outcomes = await decidePayments(tx, kind, requested);
  for (const { refusal } of outcomes) if (refusal !== null) throw refusal;
}

/** Sorts out what is refused: `sift` goes on with the rest, and `refusals` has the others by the id of their payment. */
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

type WithVerdict = PaymentDecision & ReturnType<typeof giveVerdict>;

function giveVerdict({ by, decision }: PaymentDecision, payment: LockedPayment | undefined) {
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
  const { approvalDate: approvedAt } = approvalView(verdicts);
  return { by, decision, payment, office, verdicts, status: itemStatus(verdicts), approvedAt };
}

function isRejected({ status }: WithVerdict): boolean {
  return status === "rejected";
}

function isSecondApproval(each: WithVerdict): each is WithVerdict & { approvedAt: Date } {
  return each.approvedAt !== null;
}

/** Whether the payment is to be approved and its reference is not its member's yet (PAY-4). */
function needsReference({ payment, decision }: WithVerdict): boolean {
  return decision.action === "approved" && payment.reference_standing !== "holds";
}

const columns = {
  id: "int",
  reference_standing: "text",
  treasurer_verdict: "text",
  treasurer_id: "int",
  treasurer_reason: "text",
  treasurer_at: "timestamptz",
  sec_gen_verdict: "text",
  sec_gen_id: "int",
  sec_gen_reason: "text",
  sec_gen_at: "timestamptz",
} as const;

const updateVerdicts = statement((_tx, rows: RowsOf<typeof columns>) => {
  const set = ["reference_standing", ...verdictColumns].map(
    (column) => sql`${sql.ref(column)} = verdict.${sql.ref(column)}`,
  );
  return sql`
    UPDATE payments SET ${sql.join(set)} FROM ${rowTable("verdict", columns, rows)}
     WHERE payments.id = verdict.id`;
});

async function saveVerdicts(tx: Tx, decided: readonly WithVerdict[]): Promise<void> {
  const rows = decided.map(({ payment, verdicts, approvedAt }) => ({
    id: payment.id,
    reference_standing: approvedAt === null ? payment.reference_standing : "holds",
    ...toVerdictColumns(verdicts),
  }));
  try {
    await updateVerdicts(tx, rows);
  } catch (error) {
    throw isReferenceTaken(error) ? refuse("reference-held") : error;
  }
}

const areas: Record<PaymentKind, string> = {
  contribution: "contributions",
  loan_payment: "loan-payments",
  fine_payment: "fine-payments",
};

function auditOf({ by, payment, decision, office, status }: WithVerdict) {
  const area = areas[payment.kind as PaymentKind];
  return {
    now: by.now,
    actorId: by.actor.id,
    action: `${area}.${decision.action === "approved" ? "approve" : "reject"}`,
    subject: payment.kind,
    subjectId: payment.id,
    before: { status: payment.status },
    after: { status, office, ...(decision.reason === null ? {} : { reason: decision.reason }) },
    address: by.origin.address,
  };
}

/** Gives the references back, and mails the members. */
async function tellOfRejections(tx: Tx, rejected: readonly WithVerdict[]): Promise<void> {
  if (rejected.length === 0) return;
  await releaseReferences(
    tx,
    rejected.map(({ payment }) => payment),
  );
  const memberIds = rejected.map(({ payment }) => payment.member_id);
  const members = await tx
    .selectFrom("members")
    .select(["id", "email", "first_name", "language"])
    .where("id", "in", memberIds)
    .execute();
  const { name: groupName } = await readGroupSettings(tx);
  const mails = rejected.map(({ payment, decision, office }) => {
    const member = members.find(({ id }) => id === payment.member_id);
    assert(member !== undefined, `payment ${payment.id} is nobody's`);
    return paymentRejectedMail(member, groupName, {
      office,
      reason: decision.reason ?? "",
      kind: payment.kind as PaymentKind,
      amountCents: payment.amount_cents,
      reference: payment.reference,
    });
  });
  const now = new Date(Math.max(...rejected.map(({ by }) => by.now.getTime())));
  await sendMails(tx, { mails, now });
}
