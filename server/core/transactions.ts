// Everything that moved on a member's account, in one query (contract 3).
import { sql, type RawBuilder } from "kysely";
import type { Transaction, TransactionKind } from "#contract/transactions.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Page } from "./paging.ts";
import type { Reader } from "#server/db/connection.ts";

export type Wanted = {
  memberId: number;
  kind: TransactionKind | null;
  start: PlainDate | null;
  end: PlainDate | null;
  page: Page | null;
};

type Row = {
  kind: TransactionKind;
  id: number;
  on_day: PlainDate;
  amount_cents: Cents;
  reference: string | null;
  status: string;
  description: string;
};

/** Newest first; `count` is of all that is wanted, whatever the page. */
export async function readTransactions(
  reader: Reader,
  wanted: Wanted,
): Promise<{ transactions: Transaction[]; count: number }> {
  const moved = sql`(${sql.join(sources(wanted), sql` UNION ALL `)})
      moved (kind, id, on_day, at, amount_cents, reference, status, description)
    WHERE on_day >= coalesce(${wanted.start}::date, '-infinity')
      AND on_day <= coalesce(${wanted.end}::date, 'infinity')`;
  const { rows } = await sql<Row>`SELECT * FROM ${moved} ORDER BY at DESC, kind, id DESC
    LIMIT ${wanted.page?.limit ?? null} OFFSET ${wanted.page?.offset ?? 0}`.execute(reader);
  const counted = await sql<{ count: bigint }>`SELECT count(*) FROM ${moved}`.execute(reader);
  return {
    transactions: rows.map((row) => ({
      kind: row.kind,
      id: row.id,
      date: row.on_day,
      amount: toKes(row.amount_cents),
      payment_Reference_Code: row.reference,
      status: row.status,
      description: row.description,
    })),
    count: Number(counted.rows[0]?.count ?? 0),
  };
}

/** The parts of the statement that are wanted, each in the columns of `moved`. */
function sources({ memberId, kind }: Wanted): RawBuilder<unknown>[] {
  const loanName = sql`CASE loans.loan_type WHEN 'normal_loan' THEN 'Normal' ELSE 'Emergency' END || ' Loan ' || loans.number`;
  const all: { kinds: readonly TransactionKind[]; rows: RawBuilder<unknown> }[] = [
    {
      kinds: ["contribution", "loan_payment", "fine_payment"],
      rows: sql`
        SELECT payments.kind, payments.id, payments.paid_on, payments.paid_at, payments.amount_cents,
               payments.reference, payments.status,
               CASE payments.kind
                 WHEN 'contribution' THEN 'Contribution for ' || to_char(payments.contribution_month, 'FMMonth YYYY')
                 WHEN 'loan_payment' THEN 'Payment of ' || ${loanName}
                 ELSE 'Payment of fines'
               END
          FROM payments LEFT JOIN loans ON loans.id = payments.loan_id
         WHERE payments.member_id = ${memberId}
           AND payments.kind = coalesce(${kind}::text, payments.kind)`,
    },
    {
      kinds: ["loan"],
      rows: sql`
        SELECT 'loan', loans.id, loans.start_date, greatest(loans.treasurer_at, loans.sec_gen_at), loans.amount_cents,
               NULL, loans.status, ${loanName} || ' paid out'
          FROM loans WHERE loans.member_id = ${memberId} AND loans.start_date IS NOT NULL`,
    },
    {
      kinds: ["fine"],
      rows: sql`
        SELECT 'fine', id, charged_on, charged_at, amount_cents, NULL,
               CASE WHEN paid_cents = amount_cents THEN 'paid'
                    WHEN paid_cents + written_off_cents = amount_cents THEN 'written_off'
                    WHEN paid_cents > 0 THEN 'partly_paid'
                    ELSE 'unpaid' END,
               description
          FROM fines WHERE member_id = ${memberId}`,
    },
    {
      kinds: ["settlement"],
      rows: sql`
        SELECT 'settlement', id, (settled_at AT TIME ZONE 'Africa/Nairobi')::date, settled_at,
               paid_out_cents + owed_cents, NULL,
               CASE WHEN owed_cents > 0 THEN 'owed' ELSE 'paid_out' END,
               CASE WHEN owed_cents > 0 THEN 'Exit: still owed to the group'
                    WHEN kind = 'exit' THEN 'Exit: paid out'
                    ELSE 'Clearing: paid out' END
          FROM settlements WHERE member_id = ${memberId}`,
    },
    {
      kinds: ["bad_debt_recovery"],
      rows: sql`
        SELECT 'bad_debt_recovery', recovered.id, (recovered.recovered_at AT TIME ZONE 'Africa/Nairobi')::date,
               recovered.recovered_at, recovered.amount_cents, NULL, 'recovered', 'Bad debt recovered'
          FROM bad_debt_recoveries recovered JOIN bad_debts debt ON debt.id = recovered.bad_debt_id
         WHERE debt.member_id = ${memberId}`,
    },
  ];
  return all.filter(({ kinds }) => kind === null || kinds.includes(kind)).map(({ rows }) => rows);
}
