// Loans as every answer shows them, and the member's figures that limit loans (LOAN-3).
import { sql } from "kysely";
import type { Loan } from "#contract/loans.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { loanLimit } from "#domain/loans.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { ownItem, toApproval, verdictColumns } from "#server/core/verdicts/verdict-columns.ts";
import { readGroupSettings, type LoanType } from "#server/core/members/group-settings.ts";
import {
  lockMember,
  personColumns,
  personIn,
  toPerson,
} from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { Viewer } from "#server/platform/request.ts";
import { heldForOthers } from "./held.ts";
import { heldContributions } from "#server/core/ledger/balances.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";

/** All loans and applications with their member; the caller narrows and orders. */
export function selectLoans(reader: Reader) {
  return reader
    .selectFrom("loans")
    .innerJoin("members", "members.id", "loans.member_id")
    .leftJoin("loan_products", "loan_products.id", "loans.product_id")
    .select([
      "loan_products.name as product_name",
      "loan_products.method as product_method",
      "loan_products.rate_bp as product_rate_bp",
      "loan_products.rate_per as product_rate_per",
      "loans.product_id",
      "loans.instalments",
      "loans.fee_cents",
      "loans.tops_up",
      "loans.repaid_cents",
      "loans.rows_interest_cents",
      // Also of a plain loan.
      sql<
        number | null
      >`(SELECT newer.id FROM loans newer WHERE newer.tops_up = loans.id AND newer.start_date IS NOT NULL)`.as(
        "topped_up_by",
      ),
    ])
    .select([
      "loans.id",
      "loans.number",
      "loans.loan_type",
      "loans.amount_cents",
      "loans.interest_cents",
      "loans.balance_cents",
      "loans.applied_at",
      "loans.refused_above_cents",
      "loans.opening_id",
      "loans.start_date",
      "loans.expiry_date",
      "loans.status",
      "loans.withdrawn_at",
    ])
    .select(personColumns)
    .select(["loans.treasurer_acting", "loans.sec_gen_acting"])
    .select(personIn("loans.entered_by").as("entered_by"))
    .select(verdictColumns.map((column) => `loans.${column}` as const));
}

type LoanRow = Awaited<ReturnType<ReturnType<typeof selectLoans>["execute"]>>[number];

/** The contract's Loan, as this viewer sees it; a Chairperson may act for an office. */
export function toLoan(
  row: LoanRow,
  { callerId, t }: Viewer,
  actingFor: Loan["acting_for"] = null,
): Loan {
  const { approval, approval_status } = toApproval(row);
  const isActing = { Treasurer: row.treasurer_acting, "Sec-Gen": row.sec_gen_acting };
  const status = row.withdrawn_at === null ? (row.status as Loan["status"]) : "withdrawn";
  return {
    loan_id: row.id,
    loan_name: t(nameOfLoan(row)),
    // The database admits only the two types (loans_type).
    loan_type: row.loan_type as LoanType,
    amount: toKes(row.amount_cents),
    total_amount: toKes(row.amount_cents + interestOf(row)),
    current_balance: toKes(row.balance_cents),
    start_date: row.start_date,
    expiry_date: row.expiry_date,
    application_date: nairobiIso(row.applied_at),
    status,
    loan_approval: approvalOf(status),
    approval,
    approval_status: approval_status.map((office) =>
      isActing[office.role] ? { ...office, acting_for: office.role } : office,
    ),
    reject_reason: refusedBecause(row, t) ?? row.treasurer_reason ?? row.sec_gen_reason,
    user: row.username,
    member: toPerson(row),
    own_item: ownItem(row, callerId),
    acting_for: actingFor,
    ...ofProduct(row),
  };
}

/** Of all rows as they are now. */
function interestOf(row: Pick<LoanRow, "rows_interest_cents" | "interest_cents">): Cents {
  return row.rows_interest_cents ?? row.interest_cents;
}

/** What only loans of a product have; `withStandings` (core/lending) adds how a running one stands. */
function ofProduct(row: LoanRow): Partial<Loan> {
  const { product_id: id, product_name: name, product_rate_bp: rate } = row;
  if (id === null || name === null || rate === null) return {};
  const isRunning = row.status === "active" || row.status === "default";
  const toComeCents = row.amount_cents + interestOf(row) - row.repaid_cents - row.balance_cents;
  return {
    product: {
      id,
      name,
      method: row.product_method as NonNullable<Loan["product"]>["method"],
      rate: rate / 100,
      rate_per: row.product_rate_per as NonNullable<Loan["product"]>["rate_per"],
    },
    instalments: row.instalments ?? 0,
    fee: toKes(row.fee_cents ?? 0n),
    interest_to_come: toKes(isRunning ? toComeCents : 0n),
    // How a running one stands depends on the day.
    ...(isRunning ? {} : { next_due: null, days_late: 0, overdue: 0 }),
    tops_up: row.tops_up,
    topped_up_by: row.topped_up_by,
  };
}

/** Why the application was refused at once (LOAN-4), or that its opening was taken back (OPEN-38). */
function refusedBecause(
  { refused_above_cents: limit, opening_id: openingId, status }: LoanRow,
  t: Translate,
): string | null {
  if (openingId !== null && status === "rejected") return t("descriptions.openingTakenBack");
  return limit === null ? null : t("descriptions.loanAboveLimit", { limit });
}

function approvalOf(status: Loan["status"]): Loan["loan_approval"] {
  if (status === "rejected" || status === "withdrawn") return "rejected";
  return status === "pending" || status === "pending_approval" ? "pending_approval" : "approved";
}

/** Disbursed loans of some members, oldest first, by member id; one query, however many members. */
export async function readPaidOutLoans(
  reader: Reader,
  params: { memberIds: readonly number[] } & Viewer,
): Promise<Map<number, Loan[]>> {
  const byMember = new Map<number, Loan[]>();
  if (params.memberIds.length === 0) return byMember;
  const rows = await selectLoans(reader)
    .where("loans.member_id", "=", anyOf("int", params.memberIds))
    .where("loans.start_date", "is not", null)
    .orderBy("loans.start_date")
    .orderBy("loans.id")
    .execute();
  for (const row of rows) {
    const loans = byMember.get(row.member_id) ?? [];
    loans.push(toLoan(row, params));
    byMember.set(row.member_id, loans);
  }
  return byMember;
}

/** Locks the borrower, then the loan (SAFE-2); refuses with `not-found`. */
export async function lockBorrowerAndLoan(tx: Tx, loanId: number) {
  const found = await tx
    .selectFrom("loans")
    .select("member_id")
    .where("id", "=", loanId)
    .executeTakeFirst();
  if (found === undefined) throw refuse("not-found");
  const borrower = await lockMember(tx, found.member_id);
  const loan = await tx
    .selectFrom("loans")
    .selectAll()
    .where("id", "=", loanId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { borrower, loan };
}

/**
 * The figures that a decision on an application relies on; used beside `members` and `loans`, whose row is the
 * application.
 */
export const applicantColumns = [
  heldContributions.as("savings_cents"),
  heldForOthers.as("held_cents"),
  sql<Cents>`(SELECT coalesce(sum(balance_cents), 0)::bigint FROM loans other
    WHERE other.member_id = members.id AND other.status IN ('active', 'default', 'written_off'))`.as(
    "owed_cents",
  ),
  // A loan that this one pays off does not count.
  sql<Cents>`coalesce((SELECT balance_cents FROM loans other WHERE other.id = loans.tops_up), 0)::bigint`.as(
    "pays_off_cents",
  ),
  sql<Cents>`(SELECT coalesce(sum(amount_cents), 0)::bigint FROM loans other
    WHERE other.member_id = members.id AND other.status IN ('pending', 'pending_approval')
      AND other.id <> loans.id)`.as("waiting_cents"),
  sql<Cents>`(SELECT coalesce(sum(amount_cents - paid_cents - written_off_cents), 0)::bigint FROM fines
    WHERE fines.member_id = members.id)`.as("unpaid_fines_cents"),
  sql<number>`coalesce(loan_products.multiple, (SELECT loan_limit_multiple FROM group_settings))`.as(
    "limit_multiple",
  ),
] as const;

/** The columns as the contract has them. */
export function toApplicant(row: {
  savings_cents: Cents;
  held_cents: Cents;
  owed_cents: Cents;
  pays_off_cents: Cents;
  waiting_cents: Cents;
  unpaid_fines_cents: Cents;
  limit_multiple: number;
}): NonNullable<Loan["applicant"]> {
  const limitCents = loanLimit({
    contributionsCents: row.savings_cents - row.held_cents,
    owedCents: row.owed_cents - row.pays_off_cents,
    waitingCents: row.waiting_cents,
    multiple: row.limit_multiple,
  });
  return {
    savings: toKes(row.savings_cents),
    loan_limit: toKes(limitCents),
    owed_on_loans: toKes(row.owed_cents),
    unpaid_fines: toKes(row.unpaid_fines_cents),
  };
}

/**
 * What a member may still borrow, in cents, without what is held of their savings for others; `besides` is an application that does not count, `besidesLoan` a loan that
 * is paid off. A product may have a `multiple` of its own.
 */
export async function readLoanLimit(
  reader: Reader,
  params: { memberId: number; besides?: number; besidesLoan?: number; multiple?: number | null },
): Promise<Cents> {
  const { loanLimitMultiple } = await readGroupSettings(reader);
  const row = await reader
    .selectFrom("members")
    .select([
      heldContributions.as("contributions_cents"),
      heldForOthers.as("held_cents"),
      sql<Cents>`(SELECT coalesce(sum(balance_cents), 0)::bigint FROM loans
        WHERE loans.member_id = members.id AND status IN ('active', 'default', 'written_off')
          AND loans.id <> ${params.besidesLoan ?? 0})`.as("owed_cents"),
      sql<Cents>`(SELECT coalesce(sum(amount_cents), 0)::bigint FROM loans
        WHERE loans.member_id = members.id AND status IN ('pending', 'pending_approval')
          AND loans.id <> ${params.besides ?? 0})`.as("waiting_cents"),
    ])
    .where("members.id", "=", params.memberId)
    .executeTakeFirstOrThrow();
  return loanLimit({
    contributionsCents: row.contributions_cents - row.held_cents,
    owedCents: row.owed_cents,
    waitingCents: row.waiting_cents,
    multiple: params.multiple ?? loanLimitMultiple,
  });
}
