// What reports read besides the queries that the JSON answers share with them.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { selectLoans } from "#server/core/ledger/loans.ts";
import type { Reader } from "#server/db/connection.ts";

/** A loan that was paid out, with the terms it was given on; undefined for an application and for nobody's id. */
export async function readLoanTerms(reader: Reader, loanId: number) {
  const loan = await selectLoans(reader)
    .leftJoin("opening_loans", "opening_loans.loan_id", "loans.id")
    .leftJoin("openings", "openings.id", "opening_loans.opening_id")
    .select(["loans.rate_bp", "loans.term_months", "loans.repaid_cents"])
    .select(["opening_loans.paid_cents as book_paid_cents", "openings.cut_over_on as book_on"])
    .where("loans.id", "=", loanId)
    .executeTakeFirst();
  if (loan === undefined || loan.start_date === null || loan.expiry_date === null) return undefined;
  return { ...loan, start_date: loan.start_date, expiry_date: loan.expiry_date };
}

export type LoanMovement = {
  on: PlainDate;
  description: string;
  principalCents: Cents;
  interestCents: Cents;
};

/** The approved repayments in the order the books have them, divided as they were posted. */
export async function readRepayments(
  reader: Reader,
  t: Translate,
  loanId: number,
): Promise<LoanMovement[]> {
  const rows = await reader
    .selectFrom("payments")
    .innerJoin("entries", (join) =>
      join.onRef("entries.source_id", "=", "payments.id").on("entries.source_kind", "=", "payment"),
    )
    .select([
      "payments.paid_on",
      "payments.reference",
      creditedTo("loan_receivable").as("principal_cents"),
      creditedTo("interest_receivable").as("interest_cents"),
    ])
    .where("payments.loan_id", "=", loanId)
    .where("entries.reverses", "is", null)
    .orderBy("entries.id")
    .execute();
  return rows.map((row) => ({
    on: row.paid_on,
    description: t("reports.repayment", { reference: row.reference }),
    principalCents: row.principal_cents,
    interestCents: row.interest_cents,
  }));
}

function creditedTo(account: "loan_receivable" | "interest_receivable") {
  return sql<Cents>`(
    SELECT coalesce(-sum(amount_cents), 0)::bigint FROM postings
     WHERE postings.entry_id = entries.id AND postings.account = ${account})`;
}

/** Repayments that no second office has decided, newest first. */
export async function readUndecidedRepayments(reader: Reader, loanId: number) {
  return reader
    .selectFrom("payments")
    .select(["paid_on", "reference", "status", "amount_cents"])
    .where("loan_id", "=", loanId)
    .where("status", "in", ["pending", "pending_approval"])
    .orderBy("id", "desc")
    .execute();
}

/** What a member's leaving settled of the loan, and the last day something was recovered since; null while they stay. */
export async function readLoanSettlement(
  reader: Reader,
  loanId: number,
): Promise<{ on: PlainDate; settledCents: Cents; recoveredOn: PlainDate | null } | null> {
  const row = await reader
    .selectFrom("settled_loans")
    .innerJoin("settlements", "settlements.id", "settled_loans.settlement_id")
    .select([
      "settled_loans.amount_cents",
      sql<PlainDate>`(settlements.settled_at AT TIME ZONE 'Africa/Nairobi')::date`.as("on"),
      sql<PlainDate | null>`(
        SELECT (max(recovered.recovered_at) AT TIME ZONE 'Africa/Nairobi')::date
          FROM bad_debt_recoveries recovered JOIN bad_debts debt ON debt.id = recovered.bad_debt_id
         WHERE debt.settlement_id = settlements.id)`.as("recovered_on"),
    ])
    .where("settled_loans.loan_id", "=", loanId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { on: row.on, settledCents: row.amount_cents, recoveredOn: row.recovered_on };
}
