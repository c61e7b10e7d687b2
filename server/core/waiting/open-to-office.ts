// What an office has not decided yet, and this official may decide on: payments, loan applications, changes of loans.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import type { Office } from "#domain/permissions.ts";

type Official = { office: Office; callerId: number };

/** Still open to the office, and not decided by the caller for the other office (PAY-17). SQL over `payments`. */
export function openToOffice({ office, callerId }: Official & { office: ApprovingOffice }) {
  return sql<SqlBool>`payments.status IN ('pending', 'pending_approval') AND ${waitsFor("payments", office, callerId)}`;
}

/** Applications that need this official's verdict (LOAN-8). SQL over `loans` beside their `members`. */
export function isOpenApplication({ office, callerId }: Official): RawBuilder<SqlBool> {
  return sql<SqlBool>`loans.status IN ('pending', 'pending_approval')
    AND ${needsVerdict("loans", { office, callerId }, borrowerHolds)}`;
}

const borrowerHolds = (held: Office) =>
  sql<SqlBool>`members.office IS NOT DISTINCT FROM ${held}::text`;

/**
 * Waiting changes of loans that need this official's verdict: never of their own loan, nor a call on their own savings
 * (LEND-9, LEND-10). SQL over `loan_changes` beside their `loans`.
 */
export function isOpenChange({ office, callerId }: Official): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isWaitingChange} AND NOT ${concerns(sql`${callerId}::int`)}
    AND ${needsVerdict("loan_changes", { office, callerId }, concernedHolds)}`;
}

const concerns = (person: RawBuilder<unknown>) =>
  sql<SqlBool>`(${person} = loans.member_id OR loan_changes.kind = 'call' AND ${person} IN (
    SELECT g.member_id FROM loan_guarantees g WHERE g.loan_id = loans.id AND g.state = 'agreed'))`;

const concernedHolds = (held: Office) => sql<SqlBool>`EXISTS (
  SELECT FROM members concerned WHERE concerned.office = ${held}::text AND ${concerns(sql`concerned.id`)})`;

export const isWaitingChange = sql<SqlBool>`loan_changes.done_on IS NULL AND loan_changes.ended_at IS NULL
  AND loan_changes.treasurer_verdict <> 'rejected' AND loan_changes.sec_gen_verdict <> 'rejected'`;

/** For their own office, or as Chairperson for an office that somebody concerned holds (domain/approvals/two-officials.ts). */
function needsVerdict(
  table: "loans" | "loan_changes",
  { office, callerId }: Official,
  concernedHolds: (held: Office) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const standsIn = (of: ApprovingOffice) =>
    sql<SqlBool>`${concernedHolds(of)} AND ${waitsFor(table, of, callerId)}`;
  return office === "Chairperson"
    ? sql<SqlBool>`(${standsIn("Treasurer")} OR ${standsIn("Sec-Gen")})`
    : sql<SqlBool>`NOT ${concernedHolds(office)} AND ${waitsFor(table, office, callerId)}`;
}

/** The office has not decided, and the other office's verdict was not the caller's. */
function waitsFor(table: string, office: ApprovingOffice, callerId: number) {
  const [own, other] =
    office === "Treasurer"
      ? ["treasurer_verdict", "sec_gen_id"]
      : ["sec_gen_verdict", "treasurer_id"];
  return sql`${sql.ref(`${table}.${own}`)} = 'pending_approval'
    AND ${sql.ref(`${table}.${other}`)} IS DISTINCT FROM ${callerId}::int`;
}
