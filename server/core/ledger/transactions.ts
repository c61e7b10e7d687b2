// Everything that moved on a member's account, in one query (REP-10).
import { sql, type RawBuilder } from "kysely";
import type { Transaction, TransactionKind } from "#contract/transactions.ts";
import { addDays, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { nameOfLoan, type LoanNamed } from "./loan-name.ts";
import type { Page } from "#server/db/paging.ts";
import type { Reader } from "#server/db/connection.ts";

export type Wanted = {
  memberId: number;
  kind: TransactionKind | null;
  start: PlainDate | null;
  end: PlainDate | null;
  page: Page | null;
  t: Translate;
};

type Row = {
  kind: TransactionKind;
  id: number;
  on_day: PlainDate;
  amount_cents: Cents;
  reference: string | null;
  status: string;
  about: About;
};

/** What the description of a row is made of, by its kind. */
type About = {
  month: PlainDate;
  loan: LoanNamed;
  /** A fine: as an official wrote it, or what the sweep charged it for. */
  written: string;
  late: { months: number; since: PlainDate } | null;
  leaving: "exit" | "clear";
};

/**
 * Newest first; `count` is of all that is wanted, whatever the page. Each part of the statement gives no more rows than
 * reach to the end of the page, so a page costs what it shows, however much the member has paid before.
 */
export async function readTransactions(
  reader: Reader,
  wanted: Wanted,
): Promise<{ transactions: Transaction[]; count: number }> {
  const { page, t } = wanted;
  const reach = page === null ? sql`` : sql`LIMIT ${page.offset + page.limit}`;
  const parts = sources(wanted).map(
    ({ columns, from, newest }) =>
      sql`(SELECT ${columns} FROM ${from} ORDER BY ${newest} ${reach})`,
  );
  const { rows } = await sql<Row>`
    SELECT * FROM (${sql.join(parts, sql` UNION ALL `)})
           moved (kind, id, on_day, at, amount_cents, reference, status, about)
     ORDER BY at DESC, kind, id DESC
     ${page === null ? sql`` : sql`LIMIT ${page.limit} OFFSET ${page.offset}`}`.execute(reader);
  return {
    transactions: rows.map((row) => ({
      kind: row.kind,
      id: row.id,
      date: row.on_day,
      amount: toKes(row.amount_cents),
      payment_Reference_Code: row.reference,
      status: row.status,
      description: describe(t, row),
    })),
    count: page === null ? rows.length : await countTransactions(reader, wanted),
  };
}

async function countTransactions(reader: Reader, wanted: Wanted): Promise<number> {
  const counts = sources(wanted).map(({ from }) => sql`SELECT count(*) AS n FROM ${from}`);
  const { rows } = await sql<{ count: bigint }>`
    SELECT sum(n)::bigint AS count FROM (${sql.join(counts, sql` UNION ALL `)}) parts`.execute(
    reader,
  );
  return Number(rows[0]?.count ?? 0);
}

/** A part of the statement: its columns are those of `moved`, and `newest` is the order of the whole within its kind. */
type Source = {
  kind: TransactionKind;
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  newest: RawBuilder<unknown>;
};

function sources(wanted: Wanted): Source[] {
  const { memberId, kind } = wanted;
  const all: Source[] = [
    payments("contribution", wanted, sql`json_build_object('month', payments.contribution_month)`),
    payments(
      "loan_payment",
      wanted,
      sql`(SELECT json_build_object('loan', ${loanNamed}) FROM loans WHERE loans.id = payments.loan_id)`,
    ),
    payments("fine_payment", wanted, sql`NULL::json`),
    {
      kind: "loan",
      columns: sql`'loan', loans.id, loans.start_date, greatest(loans.treasurer_at, loans.sec_gen_at),
        loans.amount_cents, NULL, loans.status, json_build_object('loan', ${loanNamed})`,
      from: sql`loans WHERE loans.member_id = ${memberId} AND loans.start_date IS NOT NULL
        ${within(sql`loans.start_date`, wanted)}`,
      newest: sql`greatest(loans.treasurer_at, loans.sec_gen_at) DESC, loans.id DESC`,
    },
    {
      kind: "fine",
      columns: sql`'fine', id, charged_on, charged_at, amount_cents, NULL,
        CASE WHEN paid_cents = amount_cents THEN 'paid'
             WHEN paid_cents + written_off_cents = amount_cents THEN 'written_off'
             WHEN paid_cents > 0 THEN 'partly_paid'
             ELSE 'unpaid' END,
        json_build_object('written', description, 'late', CASE WHEN late_since IS NOT NULL
          THEN json_build_object('months', late_months, 'since', late_since) END)`,
      from: sql`fines WHERE member_id = ${memberId} ${within(sql`charged_on`, wanted)}`,
      newest: sql`charged_at DESC, id DESC`,
    },
    {
      kind: "settlement",
      columns: sql`'settlement', id, ${dayOf("settled_at")}, settled_at, paid_out_cents + owed_cents, NULL,
        CASE WHEN owed_cents > 0 THEN 'owed' ELSE 'paid_out' END,
        json_build_object('leaving', kind)`,
      from: sql`settlements WHERE member_id = ${memberId} ${within(dayOf("settled_at"), wanted)}`,
      newest: sql`settled_at DESC, id DESC`,
    },
    {
      kind: "bad_debt_recovery",
      columns: sql`'bad_debt_recovery', recovered.id, ${dayOf("recovered.recovered_at")},
        recovered.recovered_at, recovered.amount_cents, NULL, 'recovered', NULL::json`,
      from: sql`bad_debt_recoveries recovered JOIN bad_debts debt ON debt.id = recovered.bad_debt_id
        WHERE debt.member_id = ${memberId} ${within(dayOf("recovered.recovered_at"), wanted)}`,
      newest: sql`recovered.recovered_at DESC, recovered.id DESC`,
    },
  ];
  return all.filter((source) => kind === null || source.kind === kind);
}

const loanNamed = sql`json_build_object('loan_type', loans.loan_type, 'number', loans.number)`;

function describe(t: Translate, { kind, status, about }: Row): string {
  switch (kind) {
    case "contribution":
      return t("descriptions.contribution", { month: { month: about.month } });
    case "loan_payment":
      return t("descriptions.loanPayment", { loan: nameOfLoan(about.loan) });
    case "fine_payment":
      return t("descriptions.finePayment");
    case "loan":
      return t("descriptions.loanPaidOut", { loan: nameOfLoan(about.loan) });
    case "fine":
      return about.late === null ? about.written : t("descriptions.lateFine", about.late);
    case "settlement":
      if (status === "owed") return t("descriptions.exitOwed");
      return t(
        about.leaving === "exit" ? "descriptions.exitPaidOut" : "descriptions.clearingPaidOut",
      );
    case "bad_debt_recovery":
      return t("descriptions.badDebtRecovered");
  }
}

/** In the order and within the bounds of the index `payments_by_member`. */
function payments(
  kind: Source["kind"],
  { memberId, start, end }: Wanted,
  text: RawBuilder<unknown>,
): Source {
  const from = start === null ? sql`` : sql`AND payments.paid_at >= ${nairobiMidnight(start)}`;
  const to = end === null ? sql`` : sql`AND payments.paid_at < ${nairobiMidnight(addDays(end, 1))}`;
  return {
    kind,
    columns: sql`payments.kind, payments.id, payments.paid_on, payments.paid_at, payments.amount_cents,
      payments.reference, payments.status, ${text}`,
    from: sql`payments WHERE payments.member_id = ${memberId} AND payments.kind = ${kind} ${from} ${to}`,
    newest: sql`payments.paid_at DESC, payments.id DESC`,
  };
}

function within(day: RawBuilder<unknown>, { start, end }: Wanted): RawBuilder<unknown> {
  const from = start === null ? sql`` : sql`AND ${day} >= ${start}::date`;
  const to = end === null ? sql`` : sql`AND ${day} <= ${end}::date`;
  return sql`${from} ${to}`;
}

function dayOf(column: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} AT TIME ZONE 'Africa/Nairobi')::date`;
}
