// Decides on a loan application; the second approval disburses the loan (LOAN-7).
import type { Loan } from "#contract/loans.ts";
import {
  approvalView,
  decide,
  itemStatus,
  officeDecidingLoan,
} from "#domain/approvals/two-officials.ts";
import { addMonths, nairobiDate } from "#domain/calendar.ts";
import { loanDisbursed } from "#domain/ledger/posting-rules.ts";
import { officeOf, type Actor, type Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { nameOfLoan, lockBorrowerAndLoan, readLoanLimit } from "#server/core/ledger/loans.ts";
import { letter } from "#server/core/mail/letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import {
  requireAmountSeen,
  toVerdictColumns,
  toVerdicts,
  type Decision,
} from "#server/core/approvals/verdicts.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readLoan } from "./loans.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };
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
