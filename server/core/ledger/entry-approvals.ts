// The payment behind an entry, and the officials who approved the payment or loan: for the journal, its export and receipts.
import { sql } from "kysely";
import type { Entry } from "#contract/ledger.ts";
import type { Person } from "#contract/people.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import type { Translate } from "#messages/translator.ts";
import type { Reader } from "#server/db/connection.ts";
import { nameOfLoan } from "./loan-name.ts";

export type Approved = Pick<Entry, "reference" | "payment" | "approvals">;

const person = (table: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`json_build_object('id', ${column("id")}, 'username', ${column("username")},
    'full_name', ${column("first_name")} || ' ' || ${column("last_name")}, 'reg_number', ${column("reg_number")})`;
};

type ApprovedRow = {
  id: number;
  /** Null for a loan, as are all of the payment's own columns. */
  payment_id: number | null;
  reference: string | null;
  paid_at: Date | null;
  contribution_month: PlainDate | null;
  last_month: PlainDate | null;
  loan_type: string | null;
  loan_number: number | null;
  payer: Person;
  treasurer: Person;
  treasurer_at: Date;
  treasurer_acting: boolean;
  sec_gen: Person;
  sec_gen_at: Date;
  sec_gen_acting: boolean;
};

/** For entries of payments and loans: the payment, and who approved it, by entry. One query, however many. */
export async function readApprovals(
  reader: Reader,
  ids: readonly number[],
  t: Translate,
): Promise<ReadonlyMap<number, Approved>> {
  if (ids.length === 0) return new Map();
  // Materialized: the entries are read by their ids, and by no other index.
  const { rows } = await sql<ApprovedRow>`
    WITH asked AS MATERIALIZED (SELECT id, source_kind, source_id FROM entries WHERE id = ANY (${ids}::int[]))
    SELECT item.entry_id AS id, item.payment_id, item.reference, item.paid_at, item.contribution_month, item.last_month, item.loan_type,
           item.loan_number, ${person("payer")} AS payer, ${person("treasurer")} AS treasurer, item.treasurer_at,
           item.treasurer_acting, ${person("sec_gen")} AS sec_gen, item.sec_gen_at, item.sec_gen_acting
      FROM (SELECT e.id AS entry_id, payments.id AS payment_id, reference, paid_at, contribution_month, last_month,
                   loans.loan_type, loans.number AS loan_number, payments.member_id, payments.treasurer_id,
                   payments.treasurer_at, false AS treasurer_acting, payments.sec_gen_id, payments.sec_gen_at,
                   false AS sec_gen_acting
              FROM asked e JOIN payments ON payments.id = e.source_id LEFT JOIN loans ON loans.id = payments.loan_id
             WHERE e.source_kind = 'payment'
            UNION ALL
            SELECT e.id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, loans.member_id, treasurer_id, treasurer_at, treasurer_acting, sec_gen_id, sec_gen_at, sec_gen_acting
              FROM asked e JOIN loans ON loans.id = e.source_id
             WHERE e.source_kind = 'loan') item
      JOIN members payer ON payer.id = item.member_id
      JOIN members treasurer ON treasurer.id = item.treasurer_id
      JOIN members sec_gen ON sec_gen.id = item.sec_gen_id`.execute(reader);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        reference: row.reference,
        payment: toPayment(row, t),
        approvals: [
          toApproval("Treasurer", row.treasurer, row.treasurer_at, row.treasurer_acting),
          toApproval("Sec-Gen", row.sec_gen, row.sec_gen_at, row.sec_gen_acting),
        ],
      },
    ]),
  );
}

function toPayment(row: ApprovedRow, t: Translate): Entry["payment"] {
  const { payment_id: id, paid_at: paidAt, loan_type, loan_number: number } = row;
  if (id === null || paidAt === null) return null;
  return {
    id,
    member: row.payer,
    payment_date: nairobiIso(paidAt),
    contribution_month: row.contribution_month,
    ...(row.last_month === null ? {} : { contribution_month_to: row.last_month }),
    loan_name: loan_type === null || number === null ? null : t(nameOfLoan({ loan_type, number })),
  };
}

function toApproval(
  of: "Treasurer" | "Sec-Gen",
  by: Person,
  at: Date,
  isActing: boolean,
): Approved["approvals"][number] {
  return {
    office: isActing ? "Chairperson" : of,
    by,
    at: nairobiIso(at),
    acting_for: isActing ? of : null,
  };
}
