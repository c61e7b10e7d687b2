// Reads loans and applications, and marks loans in default (LOAN-12).
import { sql, type SqlBool } from "kysely";
import type { Loan } from "#contract/loans.ts";
import { single } from "#domain/assert.ts";
import type { Office } from "#domain/permissions.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Translate } from "#messages/translator.ts";
import { isOpenApplication } from "#server/core/waiting/open-to-office.ts";
import { applicantColumns, selectLoans, toApplicant, toLoan } from "#server/core/lending/loans.ts";
import { withGuarantees } from "#server/core/lending/guarantees.ts";
import { withStandings } from "#server/core/lending/loan-fields.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Viewer } from "#server/platform/request.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import { type AuditEntry, recordAudits } from "#server/core/audit-log/audit.ts";
import { leftToRepay } from "#server/core/notices/still-true.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";

/** One loan as its lists show it. */
export async function readLoan(
  reader: Reader,
  params: { id: number; today: PlainDate } & Viewer,
): Promise<Loan> {
  const row = await selectLoans(reader).where("loans.id", "=", params.id).executeTakeFirstOrThrow();
  const loans = await withStandings(reader, [toLoan(row, params)], params.today);
  return single(await withGuarantees(reader, loans, params.t));
}

const isPaidOut = sql<SqlBool>`loans.start_date IS NOT NULL`;
// A loan from a book that was taken back never had an application here.
const isApplication = sql<SqlBool>`loans.start_date IS NULL AND loans.opening_id IS NULL`;

/** A member's own loans and applications, newest first. */
export async function readOwnLoans(
  reader: Reader,
  params: { memberId: number; page: Page | null; t: Translate; today: PlainDate },
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
    loans: await withGuarantees(
      reader,
      await withStandings(reader, await list(isPaidOut), params.today),
      t,
    ),
    applications: await withGuarantees(reader, await list(isApplication), t),
    count: count === undefined ? undefined : Number(count.count),
  };
}

/** Applications that need this official's verdict, newest first. */
export async function readOpenApplications(
  reader: Reader,
  params: { office: Office; page: Page | null } & Viewer,
): Promise<{ applications: Loan[]; count: number | undefined }> {
  const { office } = params;
  const isOpen = isOpenApplication(params);
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
  const applications = (await rows.execute()).map((row) => ({
    ...toLoan(row, params, office === "Chairperson" ? (row.office as ApprovingOffice) : null),
    applicant: toApplicant(row),
  }));
  return {
    applications: await withGuarantees(reader, applications, params.t),
    count: count === undefined ? undefined : Number(count.count),
  };
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
 * A part of the daily sweep: moves active loans whose expiry date is before `today` to default, unless what waits for the
 * offices covers them. A second run changes nothing. Returns how many.
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
    // A payment that waits for the offices may cover it all: slow officials make nobody late (PAY-40).
    .where(leftToRepay, ">", 0n)
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
