// Makes a change of a loan count (LEND-9, LEND-10): new rows, or an entry that takes what is overdue out of savings.
import type { Selectable, Updateable } from "kysely";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { guaranteeCalled } from "#domain/ledger/posting-rules.ts";
import { principalLeft } from "#domain/lending/schedule.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { loanAccounts, readSettlingDay } from "#server/core/ledger/days-of-causes.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { countingRepayments } from "#server/core/lending/count-repayments.ts";
import type { Lent } from "#server/core/lending/lent-loans.ts";
import { rescheduleLoan } from "#server/core/lending/reschedule-loan.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { LoanChanges } from "#server/db/tables.ts";
import type { By } from "#server/platform/request.ts";
import { type Guarantor, type planCall, requireRows } from "./planned-changes.ts";

type Doing = {
  change: Selectable<LoanChanges>;
  lent: Lent;
  guarantors: readonly Guarantor[];
  /** The verdicts. */
  columns: Updateable<LoanChanges>;
  by: By;
};

/** New rows on what is left. Refuses before the borrower and each guarantor who still holds something agreed. */
export async function doReschedule(tx: Tx, doing: Doing): Promise<void> {
  const { change, lent, by } = doing;
  const on = nairobiDate(by.now);
  await requireAgreed(tx, doing);
  const instalments = change.instalments ?? 0;
  // Days have passed since: its first day may be nearer now, but not over.
  const firstDueOn = change.first_due_on;
  requireRows(lent, { instalments, firstDueOn: null, today: on });
  if (firstDueOn !== null && firstDueOn <= on)
    requireRows(lent, { instalments, firstDueOn, today: on });
  await saveDone(tx, doing, { on, amountCents: principalLeft(lent.schedule) });
  const authorship = { authorId: by.actor.id, now: by.now };
  await rescheduleLoan(tx, lent, {
    changeId: change.id,
    on,
    firstDueOn,
    instalments,
    by: authorship,
  });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "loans.new-rows",
    subject: "loan",
    subjectId: lent.row.id,
    after: { instalments: String(instalments), date: on },
    address: by.origin.address,
  });
}

async function requireAgreed(reader: Reader, { change, guarantors }: Doing): Promise<void> {
  const rows = await reader
    .selectFrom("loan_change_answers")
    .innerJoin("members", "members.id", "loan_change_answers.member_id")
    .select(["members.id", "members.first_name", "members.last_name"])
    .select(["loan_change_answers.role", "loan_change_answers.answer"])
    .where("change_id", "=", change.id)
    .orderBy("loan_change_answers.role")
    .orderBy("members.id")
    .execute();
  const holding = new Set(guarantors.map(({ memberId }) => memberId));
  const missing = rows.filter(
    ({ id, role, answer }) => answer !== "yes" && (role === "borrower" || holding.has(id)),
  );
  if (missing.length === 0) return;
  const names = missing.map((each) => `${each.first_name} ${each.last_name}`);
  throw refuse("not-everybody-agreed", { member: names.join(", ") });
}

type Done = { on: PlainDate; amountCents: Cents };

async function saveDone(
  tx: Tx,
  { change, lent, columns }: Doing,
  { on, amountCents }: Done,
): Promise<void> {
  const newest = await tx
    .selectFrom("loan_repayments")
    .select("id")
    .where("loan_id", "=", lent.row.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  await tx
    .updateTable("loan_changes")
    .set({
      ...columns,
      done_on: on,
      amount_cents: amountCents,
      after_repayment: newest?.id ?? null,
    })
    .where("id", "=", change.id)
    .execute();
}

/** One entry; it repays like a payment of the borrower of that day. Refuses when nothing is overdue any more. */
export async function doCall(
  tx: Tx,
  doing: Doing & { call: Awaited<ReturnType<typeof planCall>> },
): Promise<void> {
  const { change, lent, guarantors, call, by } = doing;
  const on = await readCallDay(tx, doing);
  if (call.overdueCents === 0n) throw refuse("nothing-overdue");
  if (call.totalCents === 0n) throw refuse("nobody-guarantees");
  const { id: loanId, member_id: memberId } = lent.row;
  await saveDone(tx, doing, { on, amountCents: call.totalCents });
  const taken = [
    { memberId, cents: call.ofBorrowerCents, guaranteeId: null },
    ...call.ofGuarantors.map((each) => ({
      ...each,
      guaranteeId: guarantors.find((one) => one.memberId === each.memberId)?.guaranteeId ?? null,
    })),
  ].filter(({ cents }) => cents > 0n);
  await tx
    .insertInto("loan_calls")
    .values(
      taken.map((each) => ({
        change_id: change.id,
        member_id: each.memberId,
        guarantee_id: each.guaranteeId,
        amount_cents: each.cents,
      })),
    )
    .execute();
  for (const { guaranteeId, cents } of taken)
    if (guaranteeId !== null)
      await tx
        .updateTable("loan_guarantees")
        .set((guarantee) => ({ called_cents: guarantee("called_cents", "+", cents) }))
        .where("id", "=", guaranteeId)
        .execute();
  const counting = countingRepayments(tx, new Map([[loanId, lent]]));
  const authorship = { authorId: by.actor.id, now: by.now };
  const repaid = counting.count({
    of: { changeId: change.id },
    loanId,
    amountCents: call.totalCents,
    paidOn: on,
    early: "ahead",
    on,
    by: authorship,
  });
  await counting.save();
  const entry = guaranteeCalled({
    ...repaid,
    changeId: change.id,
    memberId,
    takenOf: taken,
    businessDate: on,
    description: inEnglish("descriptions.guaranteeCall", { loan: nameOfLoan(lent.row) }),
  });
  await writeEntry(tx, entry, authorship);
  if (repaid.balanceAfterCents === 0n)
    await recordAudit(tx, {
      now: by.now,
      actorId: by.actor.id,
      action: "loans.clear",
      subject: "loan",
      subjectId: loanId,
      before: { status: lent.row.status, current_balance: toKes(lent.row.balance_cents) },
      after: { status: "cleared", current_balance: 0 },
      address: by.origin.address,
    });
  await tellCalled(tx, doing, taken);
}

/** The later of today, and the newest day of the loan and of the savings that repay it (BOOK-30). */
async function readCallDay(tx: Tx, { lent, guarantors, by }: Doing): Promise<PlainDate> {
  const ofLoan = { accounts: loanAccounts, loanIds: [lent.row.id], today: nairobiDate(by.now) };
  const memberIds = [lent.row.member_id, ...guarantors.map(({ memberId }) => memberId)];
  const today = await readSettlingDay(tx, ofLoan);
  return readSettlingDay(tx, { accounts: ["monthly_contribution"], memberIds, today });
}

async function tellCalled(
  tx: Tx,
  { change, lent, by }: Doing,
  taken: readonly { memberId: number; cents: Cents }[],
): Promise<void> {
  const member = await nameOf(tx, lent.row.member_id);
  const notices = taken.map(({ memberId, cents: amount }) =>
    noticeOf(
      "guarantee_called",
      {
        memberId,
        about: { kind: "loan", id: lent.row.id },
        occasion: `guarantee_called:${change.id}`,
      },
      { member, amount },
    ),
  );
  await writeNotices(tx, { notices, now: by.now });
}
