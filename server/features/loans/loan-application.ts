// Loan applications: applying (LOAN-4 to LOAN-6), also in a member's name (OPEN-54), and deciding (LOAN-7).
import type { Loan } from "#contract/loans.ts";
import { flatInterest } from "#domain/loans.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { type Actor, type Office, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import {
  approvalView,
  decide,
  itemStatus,
  officeDecidingLoan,
} from "#domain/approvals/two-officials.ts";
import { addMonths, nairobiDate } from "#domain/calendar.ts";
import { loanDisbursed } from "#domain/ledger/posting-rules.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { requireStanding, tellEntered } from "#server/core/approvals/payments.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { readGroupBalance, requireInBank } from "#server/core/ledger/bank.ts";
import { type LoanType, readGroupSettings } from "#server/core/members/group-settings.ts";
import { lockBorrowerAndLoan, nameOfLoan, readLoanLimit } from "#server/core/ledger/loans.ts";
import { noticeOf, tell, writeNotices } from "#server/core/notices/write-notices.ts";
import { lockMember, nameOf } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import {
  type Decision,
  requireAmountSeen,
  toVerdictColumns,
  toVerdicts,
} from "#server/core/approvals/verdicts.ts";
import { readLoan } from "./loans.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Stores an application with the group's current terms. Refuses while a loan is in default or an application of the
 * type waits, and above the group balance; above the member's limit it is stored as rejected, with the reason.
 */
export async function applyForLoan(
  tx: Tx,
  by: By,
  command: { amountCents: Cents; loanType: LoanType; borrower?: Borrower },
): Promise<Loan> {
  const own = { memberId: by.actor.id, enteredBy: null };
  const { memberId, enteredBy } = command.borrower ?? own;
  // Applications of one member run one after the other: limit and number count them.
  await lockMember(tx, memberId);
  const earlier = await tx
    .selectFrom("loans")
    .select(["number", "loan_type", "status"])
    .where("member_id", "=", memberId)
    .execute();
  if (earlier.some((loan) => loan.status === "default")) throw refuse("loan-in-default");
  const waits = earlier.some(
    ({ loan_type: type, status }) =>
      type === command.loanType && (status === "pending" || status === "pending_approval"),
  );
  if (waits) throw refuse("loan-already-pending", { type: command.loanType });
  if (command.amountCents > (await readGroupBalance(tx)))
    throw refuse("loan-above-group-balance").at("amount");
  const limitCents = await readLoanLimit(tx, { memberId });
  const refusedBecause =
    command.amountCents > limitCents
      ? inEnglish("descriptions.loanAboveLimit", { limit: limitCents })
      : null;
  const terms = (await readGroupSettings(tx)).loanTerms[command.loanType];
  const { id } = await tx
    .insertInto("loans")
    .values({
      member_id: memberId,
      entered_by: enteredBy,
      number: 1 + Math.max(0, ...earlier.map((loan) => loan.number)),
      loan_type: command.loanType,
      amount_cents: command.amountCents,
      interest_cents: flatInterest(command.amountCents, terms.rateBasisPoints),
      rate_bp: terms.rateBasisPoints,
      term_months: terms.months,
      applied_at: by.now,
      refused_because: refusedBecause,
      refused_above_cents: refusedBecause === null ? null : limitCents,
      status: refusedBecause === null ? "pending" : "rejected",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "loans.apply",
    subject: "loan",
    subjectId: id,
    after: {
      amount: toKes(command.amountCents),
      loan_type: command.loanType,
      status: refusedBecause === null ? "pending" : "rejected",
      ...(refusedBecause === null ? {} : { reason: refusedBecause }),
      ...(enteredBy === null ? {} : { member_id: memberId }),
    },
    address: by.origin.address,
  });
  if (refusedBecause === null) await tellOfficials(tx, by, { id, memberId, ...command });
  return readLoan(tx, { id, callerId: by.actor.id, t: by.t });
}

/** NOTE-9: notifies the officials at once, because they decide; not the borrower, who may be one. */
async function tellOfficials(
  tx: Tx,
  by: By,
  applied: { id: number; memberId: number; amountCents: Cents },
): Promise<void> {
  const member = await nameOf(tx, applied.memberId);
  const officials = await tx
    .selectFrom("members")
    .select("id")
    .where("office", "is not", null)
    .where("is_active", "=", true)
    .where("id", "not in", [applied.memberId, by.actor.id])
    .orderBy("id")
    .execute();
  const about = { kind: "loan", id: applied.id } as const;
  const notices = officials.map(({ id }) =>
    noticeOf(
      "loan_applied",
      { memberId: id, about, occasion: `loan_applied:${applied.id}` },
      { member, amount: applied.amountCents },
    ),
  );
  await writeNotices(tx, { notices, now: by.now });
}

// An office enters an application in a member's name (OPEN-54).

/** Whose loan it is, and the official who enters the application; null when the member applies. */
export type Borrower = { memberId: number; enteredBy: number | null };

/** Like `payerOf`, for a loan: a member with an account applies themselves, so that nobody borrows in their name. */
export async function borrowerOf(
  tx: Tx,
  actor: Actor,
  memberId: number | undefined,
): Promise<Borrower> {
  if (memberId === undefined || memberId === actor.id)
    return { memberId: actor.id, enteredBy: null };
  const member = await requireStanding(tx, memberId);
  if (member.email_verified_at !== null || member.is_founder)
    throw refuse("member-applies-themselves").at("member_id");
  if (member.status === "dormant") throw refuse("dormant-cannot-borrow").at("member_id");
  return { memberId: member.id, enteredBy: actor.id };
}

type EnteredLoan = {
  id: number;
  borrower: Borrower;
  amount: Cents;
  /** Whether an office decides on it. The mail says so; no mail goes out if the limit refused it at once. */
  waits: boolean;
  now: Date;
};

/** Notifies the member that an official entered the application; returns what that official reads. */
export async function tellLoanEntered(
  tx: Tx,
  { id, borrower, amount, waits, now }: EnteredLoan,
): Promise<Message> {
  return tellEntered(
    tx,
    { ...borrower, now },
    {
      notice: (to, official) => {
        const mail = waits
          ? { mail: { to, letter: letter("loanEnteredFor", { amount, official }) } }
          : {};
        const about = { kind: "loan", id } as const;
        const occasion = `loan_entered:${id}`;
        return noticeOf(
          "loan_entered",
          { memberId: to.id, about, occasion, ...mail },
          { amount, official },
        );
      },
      done: (member) => message("done.entered.loan", { amount, member }),
    },
  );
}

// Deciding on an application; the second approval disburses the loan (LOAN-7).

type Locked = Awaited<ReturnType<typeof lockBorrowerAndLoan>>;

/**
 * Records one office's verdict. The second approval checks limit, borrower and bank again, and disburses the loan in
 * the same transaction; if any check refuses, nothing changes. Refuses an official whose verdict is not due
 * (`mayJudge`).
 */
export async function decideLoanApplication(tx: Tx, by: By, decision: Decision): Promise<Loan> {
  const locked = await lockBorrowerAndLoan(tx, decision.id);
  const { loan, borrower } = locked;
  const { office, isActing } = decidingOffice(by.actor, borrower.office as Office | null);
  if (loan.refused_because !== null) throw refuse("item-decided", { status: "rejected" });
  // A loan from the group's book never had an application here (OPEN-35).
  if (loan.opening_id !== null)
    throw refuse("item-decided", { status: loan.status === "rejected" ? "rejected" : "approved" });
  const verdicts = decide(toVerdicts(loan), {
    office,
    memberId: by.actor.id,
    action: decision.action,
    reason: decision.reason,
    at: by.now,
  });
  requireAmountSeen(decision, loan.amount_cents);
  const { approvalDate } = approvalView(verdicts);
  const decided = itemStatus(verdicts);
  const columns = {
    ...toVerdictColumns(verdicts),
    ...(isActing ? { [actingColumn[office]]: true } : {}),
  };
  if (approvalDate !== null) await payOut(tx, locked, { columns, at: approvalDate, by });
  else
    await tx
      .updateTable("loans")
      .set({ ...columns, status: decided })
      .where("id", "=", loan.id)
      .execute();
  if (decided === "rejected")
    await tellOfRejection(tx, locked, { office, reason: decision.reason ?? "", now: by.now });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: `loan-applications.${decision.action === "approved" ? "approve" : "reject"}`,
    subject: "loan",
    subjectId: loan.id,
    before: { status: loan.status },
    after: {
      status: approvalDate === null ? decided : "active",
      office,
      ...(isActing ? { acting_for: office } : {}),
      ...(decision.reason === null ? {} : { reason: decision.reason }),
    },
    address: by.origin.address,
  });
  return readLoan(tx, { id: loan.id, callerId: by.actor.id, t: by.t });
}

const actingColumn = { Treasurer: "treasurer_acting", "Sec-Gen": "sec_gen_acting" } as const;

/**
 * LOAN-8: by the offices that caller and borrower hold now. Refuses the borrower's own office, and a Chairperson who
 * does not act for it.
 */
export function decidingOffice(actor: Actor, borrowersOffice: Office | null) {
  const decider = officeOf(actor);
  const deciding = officeDecidingLoan({ decider, borrower: borrowersOffice });
  if (deciding !== null) return deciding;
  throw decider === "Treasurer" || decider === "Sec-Gen"
    ? refuse("loan-of-own-office", { office: decider })
    : refuse("forbidden");
}

async function tellOfRejection(
  tx: Tx,
  { borrower, loan }: Locked,
  { now, ...rejection }: { office: "Treasurer" | "Sec-Gen"; reason: string; now: Date },
): Promise<void> {
  const facts = { ...rejection, type: loan.loan_type, amount: loan.amount_cents };
  const about = { kind: "loan", id: loan.id } as const;
  const mail = { to: borrower, letter: letter("loanRejected", facts) };
  const to = { memberId: borrower.id, about, occasion: `loan_rejected:${loan.id}`, mail, now };
  await tell(tx, "loan_rejected", to, facts);
}

async function payOut(
  tx: Tx,
  { borrower, loan }: Locked,
  params: { columns: Partial<Locked["loan"]>; at: Date; by: By },
): Promise<void> {
  const { id: loanId, member_id: memberId, amount_cents: principalCents } = loan;
  const today = nairobiDate(params.at);
  if (!borrower.is_active || borrower.status !== "active") throw refuse("borrower-not-active");
  await refuseInDefault(tx, memberId);
  const limitCents = await readLoanLimit(tx, { memberId, besides: loanId });
  if (principalCents > limitCents) throw refuse("loan-over-limit", { limit: limitCents });
  await requireInBank(tx, {
    amountCents: principalCents,
    date: today,
    refusal: "bank-too-low-for-loan",
  });
  await tx
    .updateTable("loans")
    .set({
      ...params.columns,
      status: "active",
      start_date: today,
      expiry_date: addMonths(today, loan.term_months),
      balance_cents: principalCents + loan.interest_cents,
    })
    .where("id", "=", loanId)
    .execute();
  const entry = loanDisbursed({
    loanId,
    memberId,
    principalCents,
    interestCents: loan.interest_cents,
    businessDate: today,
    description: inEnglish("descriptions.loanPaidOut", { loan: nameOfLoan(loan) }),
  });
  await writeEntry(tx, entry, { authorId: params.by.actor.id, now: params.at });
  const about = { kind: "loan", id: loanId } as const;
  const to = { memberId, about, occasion: `loan_paid_out:${loanId}`, now: params.at };
  await tell(tx, "loan_paid_out", to, {
    amount: principalCents,
    total: principalCents + loan.interest_cents,
    due: { day: addMonths(today, loan.term_months) },
  });
}

async function refuseInDefault(tx: Tx, memberId: number): Promise<void> {
  const inDefault = await tx
    .selectFrom("loans")
    .select("id")
    .where("member_id", "=", memberId)
    .where("status", "=", "default")
    .executeTakeFirst();
  if (inDefault !== undefined) throw refuse("borrower-in-default");
}
