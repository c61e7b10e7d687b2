// Repays a loan (PAY-7), reads loans, applications and repayments, and marks loans in default (LOAN-12);
// core/approvals/decide-payments.ts decides on a payment.
import { sql, type SqlBool } from "kysely";
import type { Loan, LoanPayment } from "#contract/loans.ts";
import { single } from "#domain/assert.ts";
import type { Cents } from "#domain/money.ts";
import type { Actor, Office } from "#domain/permissions.ts";
import { type Refusal, refuse } from "#domain/refusal.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Translate } from "#messages/translator.ts";
import {
  applicantColumns,
  lockBorrowerAndLoan,
  nameOfLoan,
  selectLoans,
  toApplicant,
  toLoan,
} from "#server/core/ledger/loans.ts";
import { ownPayer, type Payer, submitPayment } from "#server/core/approvals/payments.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Origin, Viewer } from "#server/platform/request.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import { contestedBy } from "#server/core/approvals/contested.ts";
import { evidenceColumn } from "#server/core/approvals/evidence.ts";
import {
  type OpenParams,
  paidInPeriod,
  type Period,
  readingByIds,
  readOpenPayments,
  selectPayments,
  toPaymentFields,
} from "#server/core/approvals/payment-rows.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";
import { type AuditEntry, recordAudits } from "#server/core/audit-log/audit.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Submits a repayment, dated now; or an official's entry for a member, dated as on the statement (STAT-16). Refuses a
 * loan that is neither active nor in default, and more than its balance less the waiting payments, also when two
 * requests race.
 */
export async function payLoan(
  tx: Tx,
  by: By,
  paid: { loanId: number; amountCents: Cents; reference: string; payer?: Payer; paidAt?: Date },
): Promise<LoanPayment> {
  const payer = paid.payer ?? ownPayer(by.actor);
  const { loan } = await lockBorrowerAndLoan(tx, paid.loanId);
  if (loan.member_id !== payer.memberId) throw refuse("not-found");
  if (loan.status !== "active" && loan.status !== "default") {
    throw refuse("loan-not-repayable", { status: loan.status });
  }
  const waitingCents = await readWaitingCents(tx, loan.id);
  if (paid.amountCents > loan.balance_cents - waitingCents)
    throw tooMuch(loan.balance_cents - waitingCents, waitingCents).at("amount_paid");
  const id = await submitPayment(tx, by, {
    kind: "loan_payment",
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt ?? by.now,
    contributionMonth: null,
    loan: { id: loan.id, name: nameOfLoan(loan) },
  });
  return single(await readLoanPayments(tx, [{ id, callerId: by.actor.id, t: by.t }]));
}

function tooMuch(payable: Cents, waiting: Cents): Refusal {
  return waiting === 0n
    ? refuse("loan-payment-too-much", { payable })
    : refuse("loan-payment-too-much-beside-waiting", { payable, waiting });
}

// Reads loans, applications and repayments.

/** One loan as its lists show it. */
export async function readLoan(reader: Reader, params: { id: number } & Viewer): Promise<Loan> {
  const row = await selectLoans(reader).where("loans.id", "=", params.id).executeTakeFirstOrThrow();
  return toLoan(row, params);
}

const isPaidOut = sql<SqlBool>`loans.start_date IS NOT NULL`;
// A loan from a book that was taken back never had an application here.
const isApplication = sql<SqlBool>`loans.start_date IS NULL AND loans.opening_id IS NULL`;

/** A member's own loans and applications, newest first. */
export async function readOwnLoans(
  reader: Reader,
  params: { memberId: number; page: Page | null; t: Translate },
): Promise<{ loans: Loan[]; applications: Loan[]; count: number | undefined }> {
  const { memberId, page, t } = params;
  const list = async (kind: typeof isPaidOut) => {
    let rows = selectLoans(reader)
      .where("loans.member_id", "=", memberId)
      .where(kind)
      .orderBy("loans.id", "desc");
    rows = inPage(rows, page);
    return (await rows.execute()).map((row) => toLoan(row, { callerId: memberId, t }));
  };
  const count =
    page === null
      ? undefined
      : await reader
          .selectFrom("loans")
          .select(sql<bigint>`count(*)`.as("count"))
          .where("member_id", "=", memberId)
          .where(isPaidOut)
          .executeTakeFirstOrThrow();
  return {
    loans: await list(isPaidOut),
    applications: await list(isApplication),
    count: count === undefined ? undefined : Number(count.count),
  };
}

/**
 * Applications that need this official's verdict, newest first: for their own office, or as Chairperson for the
 * borrower's office (LOAN-8, domain/approvals/two-officials.ts).
 */
export async function readOpenApplications(
  reader: Reader,
  params: { office: Office; page: Page | null } & Viewer,
): Promise<{ applications: Loan[]; count: number | undefined }> {
  const isUndecided = sql<SqlBool>`loans.status IN ('pending', 'pending_approval')`;
  const { office, callerId } = params;
  const isOpen =
    office === "Chairperson"
      ? sql<SqlBool>`${isUndecided} AND (
          members.office = 'Treasurer' AND ${waitsFor("Treasurer", callerId)}
          OR members.office = 'Sec-Gen' AND ${waitsFor("Sec-Gen", callerId)})`
      : sql<SqlBool>`${isUndecided} AND members.office IS DISTINCT FROM ${office}::text
          AND ${waitsFor(office, callerId)}`;
  let rows = selectLoans(reader)
    .select("members.office")
    .select(applicantColumns)
    .where(isOpen)
    .orderBy("loans.id", "desc");
  rows = inPage(rows, params.page);
  const count =
    params.page === null
      ? undefined
      : await reader
          .selectFrom("loans")
          .innerJoin("members", "members.id", "loans.member_id")
          .select(sql<bigint>`count(*)`.as("count"))
          .where(isOpen)
          .executeTakeFirstOrThrow();
  return {
    applications: (await rows.execute()).map((row) => ({
      ...toLoan(row, params, office === "Chairperson" ? (row.office as ApprovingOffice) : null),
      applicant: toApplicant(row),
    })),
    count: count === undefined ? undefined : Number(count.count),
  };
}

/** The office has not decided, and the other office's verdict was not the caller's. */
function waitsFor(office: ApprovingOffice, callerId: number) {
  const isTreasurer = office === "Treasurer";
  const own = sql.ref(isTreasurer ? "loans.treasurer_verdict" : "loans.sec_gen_verdict");
  const other = sql.ref(isTreasurer ? "loans.sec_gen_id" : "loans.treasurer_id");
  return sql`${own} = 'pending_approval' AND ${other} IS DISTINCT FROM ${callerId}::int`;
}

function selectLoanPayments(reader: Reader) {
  return selectPayments(reader, "loan_payment")
    .innerJoin("loans", "loans.id", "payments.loan_id")
    .select(["loans.id as loan_id", "loans.number as loan_number", "loans.loan_type"]);
}

type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectLoanPayments>["execute"]>>[number];

function toLoanPayment(row: PaymentRow, { callerId, t }: Viewer): LoanPayment {
  return {
    ...toPaymentFields(row, { callerId, t }),
    loan: {
      loan_id: row.loan_id,
      loan_name: t(nameOfLoan({ loan_type: row.loan_type, number: row.loan_number })),
    },
  };
}

/** Loan payments as their lists show them to each caller, in the order of the ids. */
export const readLoanPayments = readingByIds(
  preparedQuery((reader, ids: readonly number[]) =>
    selectLoanPayments(reader).where("payments.id", "=", anyOf("int", ids)),
  ),
  toLoanPayment,
);

/** A member's own loan payments by payment day, newest first. */
export async function readOwnLoanPayments(
  reader: Reader,
  params: { memberId: number; period: Period; page: Page | null; t: Translate },
): Promise<{ payments: LoanPayment[]; count: number | undefined }> {
  let rows = selectLoanPayments(reader)
    .where("payments.member_id", "=", params.memberId)
    .where(paidInPeriod(params.period))
    .orderBy("payments.paid_at", "desc")
    .orderBy("payments.id", "desc");
  rows = inPage(rows, params.page);
  const count =
    params.page === null
      ? undefined
      : await reader
          .selectFrom("payments")
          .select(sql<bigint>`count(*)`.as("count"))
          .where("kind", "=", "loan_payment")
          .where("member_id", "=", params.memberId)
          .where(paidInPeriod(params.period))
          .executeTakeFirstOrThrow();
  return {
    payments: (await rows.execute()).map((row) =>
      toLoanPayment(row, { callerId: params.memberId, t: params.t }),
    ),
    count: count === undefined ? undefined : Number(count.count),
  };
}

/** Loan payments that an office still has to decide on, newest first, with the statements' evidence. */
export function readOpenLoanPayments(reader: Reader, params: OpenParams) {
  return readOpenPayments(
    reader,
    { ...params, kind: "loan_payment" },
    selectLoanPayments(reader).select([evidenceColumn.as("evidence"), contestedBy.as("contested")]),
    (row) => toLoanPayment(row, params),
  );
}

/** The sum of a loan's undecided payments, in cents. */
export async function readWaitingCents(reader: Reader, loanId: number): Promise<Cents> {
  const { cents } = await reader
    .selectFrom("payments")
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("cents"))
    .where("loan_id", "=", loanId)
    .where("status", "in", ["pending", "pending_approval"])
    .executeTakeFirstOrThrow();
  return cents;
}

/** The office that the borrower holds now; undefined for an unknown loan. */
export async function readBorrowersOffice(
  reader: Reader,
  id: number,
): Promise<Office | null | undefined> {
  const row = await reader
    .selectFrom("loans")
    .innerJoin("members", "members.id", "loans.member_id")
    .select("members.office")
    .where("loans.id", "=", id)
    .executeTakeFirst();
  return row?.office as Office | null | undefined;
}

export async function isLoan(reader: Reader, id: number): Promise<boolean> {
  const row = await reader.selectFrom("loans").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/** Whether the loan is the member's own; another member's counts as unknown. */
export async function isOwnLoan(reader: Reader, id: number, memberId: number): Promise<boolean> {
  const row = await reader
    .selectFrom("loans")
    .select("id")
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return row !== undefined;
}

const AUDITS_AT_ONCE = 500;

/**
 * A part of the daily sweep: moves active loans whose expiry date is before `today` to default. A second run changes
 * nothing. Returns how many.
 */
export async function markDefaults(
  tx: Tx,
  { today, now }: { today: PlainDate; now: Date },
): Promise<number> {
  const late = await tx
    .updateTable("loans")
    .set({ status: "default" })
    // An active loan has a balance (loans_owed_while_live).
    .where("status", "=", "active")
    .where("expiry_date", "<", today)
    .returning(["id", "member_id", "amount_cents", "balance_cents", "expiry_date"])
    .execute();
  const audits = late.map((loan): AuditEntry => ({
    now,
    actorId: null,
    action: "sweep.mark-default",
    subject: "loan",
    subjectId: loan.id,
    before: { status: "active" },
    after: { status: "default", expiry_date: loan.expiry_date },
    address: null,
  }));
  for (let done = 0; done < audits.length; done += AUDITS_AT_ONCE)
    await recordAudits(tx, audits.slice(done, done + AUDITS_AT_ONCE));
  const notices = late.map(({ id, member_id: memberId, expiry_date: day, ...loan }) =>
    noticeOf(
      "loan_fallen_due",
      { memberId, about: { kind: "loan", id }, occasion: `loan_fallen_due:${id}` },
      { amount: loan.amount_cents, due: { day: day ?? today }, left: loan.balance_cents },
    ),
  );
  for (let done = 0; done < notices.length; done += AUDITS_AT_ONCE)
    await writeNotices(tx, { notices: notices.slice(done, done + AUDITS_AT_ONCE), now });
  return late.length;
}
