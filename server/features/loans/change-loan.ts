// Asking for a change of a loan, answering to it, and deciding on it (LEND-9, LEND-10).
import type { BodyOf } from "#contract/endpoint.ts";
import type { askLoanChange } from "#contract/loan-changes.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { decide, itemStatus } from "#domain/approvals/two-officials.ts";
import { officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { type Decision, requireAmountSeen } from "#server/core/approvals/verdicts.ts";
import { toVerdictColumns, toVerdicts } from "#server/core/verdicts/verdict-columns.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { requireNothingWaits } from "#server/core/lending/top-up.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { type Concerned, lockConcerned, officeDeciding, tellConcerned } from "./concerned.ts";
import { doCall, doReschedule } from "./do-loan-change.ts";
import { type Guarantor, planCall, requireLent, requireRows } from "./planned-changes.ts";

/** Refuses who is neither the borrower, for new instalments, nor an office that may decide on it. Returns the change's id. */
export async function askChange(
  tx: Tx,
  by: By,
  { loanId, body }: { loanId: number; body: Body },
): Promise<number> {
  const today = nairobiDate(by.now);
  const concerned = await lockConcerned(tx, loanId);
  const { borrower, guarantors } = concerned;
  const isOwn = borrower.id === by.actor.id && body.kind === "reschedule";
  const deciding = isOwn ? null : officeDeciding(by.actor, concerned, body.kind);
  await requireChange(tx, { concerned, body, today });
  const instalments = body.instalments ?? 0;
  const verdict =
    deciding === null
      ? {}
      : deciding.office === "Treasurer"
        ? {
            treasurer_verdict: "approved",
            treasurer_id: by.actor.id,
            treasurer_at: by.now,
            treasurer_acting: deciding.isActing,
          }
        : {
            sec_gen_verdict: "approved",
            sec_gen_id: by.actor.id,
            sec_gen_at: by.now,
            sec_gen_acting: deciding.isActing,
          };
  const isReschedule = body.kind === "reschedule";
  const { id } = await tx
    .insertInto("loan_changes")
    .values({
      loan_id: loanId,
      kind: body.kind,
      reason: body.reason,
      instalments: isReschedule ? instalments : null,
      first_due_on: isReschedule ? (body.first_due_on ?? null) : null,
      asked_by: by.actor.id,
      asked_at: by.now,
      ...verdict,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (isReschedule) await askPeople(tx, by, { id, borrowerId: borrower.id, guarantors });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "loan-changes.ask",
    subject: "loan_change",
    subjectId: id,
    after: {
      type: body.kind,
      reason: body.reason,
      ...(isReschedule ? { instalments: String(instalments) } : {}),
      ...(deciding === null ? {} : { office: deciding.office }),
      member_id: borrower.id,
    },
    address: by.origin.address,
  });
  await tellConcerned(tx, by, { id, event: "loan_change_asked", concerned });
  return id;
}

type Body = BodyOf<typeof askLoanChange>;

/** Refuses a second change, one beside a payment that waits, rows that do not fit, and a call that is too early. */
async function requireChange(
  tx: Tx,
  { concerned, body, today }: { concerned: Concerned; body: Body; today: PlainDate },
): Promise<void> {
  const { loan, guarantors } = concerned;
  const lent = await requireLent(tx, loan);
  const waiting = await tx
    .selectFrom("loan_changes")
    .select("id")
    .where("loan_id", "=", loan.id)
    .where("done_on", "is", null)
    .where("ended_at", "is", null)
    .where("treasurer_verdict", "!=", "rejected")
    .where("sec_gen_verdict", "!=", "rejected")
    .executeTakeFirst();
  if (waiting !== undefined) throw refuse("change-waits");
  await requireNothingWaits(tx, loan.id);
  if (body.kind === "reschedule") {
    const { instalments = 0, first_due_on: firstDueOn = null } = body;
    requireRows(lent, { instalments, firstDueOn, today });
    return;
  }
  if (guarantors.length === 0) throw refuse("nobody-guarantees");
  const { daysLate } = await planCall(tx, { lent, guarantors, today });
  const { callAfterDays } = lent.product;
  if (daysLate < callAfterDays) throw refuse("call-too-early", { days: callAfterDays });
}

/** The borrower, and each guarantor who still holds something; who asks agrees by asking. */
async function askPeople(
  tx: Tx,
  by: By,
  {
    id,
    borrowerId,
    guarantors,
  }: { id: number; borrowerId: number; guarantors: readonly Guarantor[] },
): Promise<void> {
  const people = [
    { memberId: borrowerId, role: "borrower" },
    ...guarantors.map(({ memberId }) => ({ memberId, role: "guarantor" })),
  ];
  await tx
    .insertInto("loan_change_answers")
    .values(
      people.map(({ memberId, role }) => ({
        change_id: id,
        member_id: memberId,
        role,
        ...(memberId === by.actor.id
          ? { answer: "yes", answered_at: by.now }
          : { answer: "asked", answered_at: null }),
      })),
    )
    .execute();
}

async function lockChange(tx: Tx, id: number) {
  const { loan_id: loanId } = await tx
    .selectFrom("loan_changes")
    .select("loan_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const concerned = await lockConcerned(tx, loanId);
  const change = await tx
    .selectFrom("loan_changes")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (change.ended_at !== null) throw refuse("item-decided", { status: "rejected" });
  return { change, concerned };
}

/**
 * Records one office's verdict. The second approval checks everything again and makes the change count, in the same
 * transaction. Refuses it before everybody agreed, and while a payment of the loan waits.
 */
export async function decideChange(tx: Tx, by: By, decision: Decision): Promise<string> {
  const { change, concerned } = await lockChange(tx, decision.id);
  const { office, isActing } = officeDeciding(by.actor, concerned, change.kind);
  const verdicts = decide(toVerdicts(change), {
    office,
    memberId: by.actor.id,
    action: decision.action,
    reason: decision.reason,
    at: by.now,
  });
  const status = itemStatus(verdicts);
  const acting = office === "Treasurer" ? "treasurer_acting" : "sec_gen_acting";
  const columns = { ...toVerdictColumns(verdicts), [acting]: isActing };
  if (status === "approved") {
    const lent = await requireLent(tx, concerned.loan);
    await requireNothingWaits(tx, concerned.loan.id);
    const doing = { change, lent, guarantors: concerned.guarantors, columns, by };
    if (change.kind === "reschedule") await doReschedule(tx, doing);
    else {
      const today = nairobiDate(by.now);
      const call = await planCall(tx, { lent, guarantors: concerned.guarantors, today });
      requireAmountSeen(decision, call.totalCents);
      await doCall(tx, { ...doing, call });
    }
  } else await tx.updateTable("loan_changes").set(columns).where("id", "=", change.id).execute();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: decision.action === "approved" ? "loan-changes.approve" : "loan-changes.reject",
    subject: "loan_change",
    subjectId: change.id,
    after: {
      status,
      office,
      ...(isActing ? { acting_for: office } : {}),
      ...(decision.reason === null ? {} : { reason: decision.reason }),
    },
    address: by.origin.address,
  });
  if (status === "approved" || status === "rejected") {
    const event = status === "approved" ? "loan_change_done" : "loan_change_ended";
    await tellConcerned(tx, by, { id: change.id, event, concerned });
  }
  return status;
}

/**
 * An answer of the borrower or a guarantor, or of an office for one who cannot sign in. A no ends the change. Refuses
 * with `not-found` who was not asked, and a second answer.
 */
export async function answerChange(
  tx: Tx,
  by: By,
  { id, answer, memberId }: { id: number; answer: "yes" | "no"; memberId: number },
): Promise<void> {
  const isOther = memberId !== by.actor.id;
  if (isOther) {
    if (officeOf(by.actor) === null) throw refuse("forbidden");
    const member = await findMember(tx, memberId);
    if (member === undefined) throw refuse("not-found");
    if (member.is_proven) throw refuse("member-applies-themselves").at("member_id");
  }
  const { change, concerned } = await lockChange(tx, id);
  const row = await tx
    .selectFrom("loan_change_answers")
    .select("answer")
    .where("change_id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  const status = itemStatus(toVerdicts(change));
  if (status === "approved" || status === "rejected") throw refuse("item-decided", { status });
  if (row.answer !== "asked") throw refuse("guarantee-answered");
  await tx
    .updateTable("loan_change_answers")
    .set({ answer, answered_at: by.now, entered_by: isOther ? by.actor.id : null })
    .where("change_id", "=", id)
    .where("member_id", "=", memberId)
    .execute();
  if (answer === "no")
    await tx
      .updateTable("loan_changes")
      .set({ ended_by: memberId, ended_at: by.now })
      .where("id", "=", id)
      .execute();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "loan-changes.answer",
    subject: "loan_change",
    subjectId: id,
    after: { agrees: answer === "yes", member_id: memberId },
    address: by.origin.address,
  });
  if (answer === "no") await tellConcerned(tx, by, { id, event: "loan_change_ended", concerned });
}
