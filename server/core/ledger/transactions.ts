// Every movement on a member's account, in one query (REP-10).
import { sql, type RawBuilder } from "kysely";
import type { TransactionKind } from "#contract/choices.ts";
import type { Transaction } from "#contract/transactions.ts";
import { addDays, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { nameOfLoan, type LoanNamed } from "./loans.ts";
import { broughtForward } from "#server/core/members/brought-forward.ts";
import { readPastContributions, type PastContribution } from "../members/brought-forward.ts";
import type { Page } from "#server/db/paging.ts";
import { inSnapshot, type Reader } from "#server/db/connection.ts";

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
  /** As text, which keeps its order exact. */
  moment: string;
};

/** What the description of a row is built from, by kind. */
type About = {
  month: PlainDate;
  loan: LoanNamed;
  /** A fine: the official's own text, or the months that the sweep charged. */
  written: string;
  /** A balance of the group's book on that day. */
  book: PlainDate | null;
  late: { months: number; since: PlainDate } | null;
  leaving: "exit" | "clear";
};

/**
 * Newest first; `count` covers all matching rows, not just the page. Each part of the query returns only the rows up
 * to the end of the page, so a page costs what it shows, however long the history is.
 */
export async function readTransactions(db: Reader, wanted: Wanted): Promise<Statement> {
  return inSnapshot(db, (reader) => readStatement(reader, wanted));
}

export type Statement = {
  transactions: Transaction[];
  count: number;
  /** KES: what was paid in less what is owed, before the period and at its end (REP-10). */
  opening: number;
  closing: number;
  /** From the group's book, newest first; missing where there is none (OPEN-74). */
  history?: PastContribution[];
};

async function readStatement(reader: Reader, wanted: Wanted): Promise<Statement> {
  const { page, t } = wanted;
  const reach = page === null ? sql`` : sql`LIMIT ${page.offset + page.limit}`;
  const parts = sources(wanted).map(
    ({ columns, from, newest }) =>
      sql`(SELECT ${columns} FROM ${from} ORDER BY ${newest} ${reach})`,
  );
  const { rows } = await sql<Row>`
    SELECT kind, id, on_day, amount_cents, reference, status, about, at::text AS moment
      FROM (${sql.join(parts, sql` UNION ALL `)}) moved (kind, id, on_day, at, amount_cents, reference, status, about)
     ORDER BY on_day DESC, at DESC, kind, id DESC
     ${page === null ? sql`` : sql`LIMIT ${page.limit} OFFSET ${page.offset}`}`.execute(reader);
  const balances = await readBalances(reader, wanted, rows);
  return {
    transactions: rows.map((row) => ({
      kind: row.kind,
      id: row.id,
      date: row.on_day,
      amount: toKes(row.amount_cents),
      payment_Reference_Code: row.reference,
      status: row.status,
      description: describe(t, row),
      ...(balances.after.get(`${row.kind} ${row.id}`) ?? { in: 0, out: 0, balance: 0 }),
    })),
    count: page === null ? rows.length : await countTransactions(reader, wanted),
    opening: balances.opening,
    closing: balances.closing,
    ...(await readHistory(reader, wanted)),
  };
}

/** Past contributions belong to the whole statement and to the one of contributions. */
async function readHistory(
  reader: Reader,
  { memberId, kind, start, end }: Wanted,
): Promise<Pick<Statement, "history">> {
  if (kind !== null && kind !== "contribution") return {};
  const past = await readPastContributions(reader, { memberId, start, end });
  return past.length === 0 ? {} : { history: past };
}

type Balances = Pick<Statement, "opening" | "closing"> & {
  after: ReadonlyMap<string, Pick<Transaction, "in" | "out" | "balance">>;
};

/** What each row moved, and the balance after it: the sum of all the member's movements up to it, of every kind. */
async function readBalances(
  reader: Reader,
  wanted: Wanted,
  shown: readonly Row[],
): Promise<Balances> {
  const ever = sources({ ...wanted, kind: null, start: null }).map(
    ({ moves, from, counts }) => sql`SELECT ${moves} FROM ${from} ${counts}`,
  );
  const { rows } = await sql<{
    kind: TransactionKind | null;
    id: number;
    in_cents: Cents;
    out_cents: Cents;
    balance_cents: Cents;
    opening_cents: Cents;
    closing_cents: Cents;
  }>`
    WITH moved (kind, id, on_day, at, in_cents, out_cents) AS (${sql.join(ever, sql` UNION ALL `)}),
    shown AS (
      SELECT * FROM unnest(
        ${shown.map(({ kind }) => kind)}::text[], ${shown.map(({ id }) => id)}::int[],
        ${shown.map(({ on_day }) => on_day)}::date[], ${shown.map(({ moment }) => moment)}::timestamptz[])
        AS s (kind, id, on_day, at)),
    -- What came before the first day shown is one sum.
    before AS (
      SELECT day, coalesce((SELECT sum(in_cents - out_cents) FROM moved WHERE on_day < day), 0) AS cents
        FROM (SELECT min(on_day) AS day FROM shown) first),
    -- A row that moves nothing is among those that do.
    ordered AS (
      SELECT moved.*, false AS is_shown FROM moved, before WHERE on_day >= before.day
      UNION ALL SELECT kind, id, on_day, at, 0, 0, true FROM shown),
    running AS (
      SELECT kind, id, is_shown,
             sum(in_cents) OVER same AS in_cents, sum(out_cents) OVER same AS out_cents,
             before.cents + sum(in_cents - out_cents) OVER (ORDER BY on_day, at, kind DESC, id) AS balance_cents
        FROM ordered, before WINDOW same AS (PARTITION BY kind, id)),
    ends AS (
      SELECT coalesce(sum(in_cents - out_cents) FILTER (WHERE on_day < ${wanted.start}::date), 0)::bigint AS opening_cents,
             coalesce(sum(in_cents - out_cents), 0)::bigint AS closing_cents FROM moved)
    SELECT running.kind, running.id, running.in_cents::bigint, running.out_cents::bigint, running.balance_cents::bigint,
           ends.opening_cents, ends.closing_cents
      FROM ends LEFT JOIN running ON running.is_shown`.execute(reader);
  const after = new Map<string, Pick<Transaction, "in" | "out" | "balance">>();
  for (const row of rows)
    if (row.kind !== null)
      after.set(`${row.kind} ${row.id}`, {
        in: toKes(row.in_cents),
        out: toKes(row.out_cents),
        balance: toKes(row.balance_cents),
      });
  const ends = rows[0];
  return {
    after,
    opening: toKes(ends?.opening_cents ?? 0n),
    closing: toKes(ends?.closing_cents ?? 0n),
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

/** One part of the query: its columns are those of `moved`, and `newest` is the order of the whole within its kind. */
type Source = {
  kind: TransactionKind;
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  newest: RawBuilder<unknown>;
  /** A row's movement: kind, id, day, moment, cents in and cents out. */
  moves: RawBuilder<unknown>;
  /** Narrows `from` to rows that move anything. */
  counts: RawBuilder<unknown>;
};

function sources(wanted: Wanted): Source[] {
  const { memberId, kind } = wanted;
  const all: Source[] = [
    {
      kind: "opening",
      columns: sql`'opening', book.id, book.closed_on, ${bookMoment}, book.savings_cents, NULL, 'approved',
        json_build_object('book', book.closed_on)`,
      from: sql`${broughtForward} book WHERE book.member_id = ${memberId} ${within(sql`book.closed_on`, wanted)}`,
      newest: sql`book.closed_on DESC`,
      moves: sql`'opening', book.id, book.closed_on, ${bookMoment}, book.savings_cents, 0`,
      counts: sql``,
    },
    payments("contribution", wanted, sql`json_build_object('month', payments.contribution_month)`),
    payments(
      "loan_payment",
      wanted,
      sql`(SELECT json_build_object('loan', ${loanNamed}) FROM loans WHERE loans.id = payments.loan_id)`,
    ),
    payments("fine_payment", wanted, sql`NULL::json`),
    {
      kind: "loan",
      columns: sql`'loan', loans.id, ${loanDay}, ${loanMoment},
        CASE WHEN book.closed_on IS NULL THEN loans.amount_cents ELSE ${leftByBook} END, NULL, loans.status,
        json_build_object('loan', ${loanNamed}, 'book', book.closed_on)`,
      from: sql`loans ${bookOfLoan} WHERE loans.member_id = ${memberId} AND loans.start_date IS NOT NULL
        ${within(loanDay, wanted)}`,
      newest: sql`${loanDay} DESC, ${loanMoment} DESC, loans.id DESC`,
      moves: sql`'loan', loans.id, ${loanDay}, ${loanMoment}, 0, ${leftByBook}`,
      counts: sql``,
    },
    {
      kind: "fine",
      columns: sql`'fine', fines.id, charged_on, ${fineMoment}, amount_cents, NULL,
        CASE WHEN paid_cents = amount_cents THEN 'paid'
             WHEN paid_cents + written_off_cents = amount_cents THEN 'written_off'
             WHEN paid_cents > 0 THEN 'partly_paid'
             ELSE 'unpaid' END,
        json_build_object('written', description, 'book', CASE WHEN opening_id IS NOT NULL THEN charged_on END,
          'late', CASE WHEN late_since IS NOT NULL
          THEN json_build_object('months', late_months, 'since', late_since) END)`,
      // A book that was taken back counts as if it had never existed.
      from: sql`fines WHERE member_id = ${memberId} AND NOT (opening_id IS NOT NULL AND is_taken_back(opening_id))
        ${within(sql`charged_on`, wanted)}`,
      newest: sql`charged_on DESC, ${fineMoment} DESC, fines.id DESC`,
      moves: sql`'fine', fines.id, charged_on, ${fineMoment}, 0, amount_cents`,
      // A fine that was taken back counts as if it had never been charged.
      counts: sql`AND NOT (written_off_cents = amount_cents AND EXISTS (
        SELECT FROM entries charged JOIN entries back ON back.reverses = charged.id
         WHERE charged.source_kind = 'fine' AND charged.source_id = fines.id AND charged.purpose = 'charge'))`,
    },
    {
      kind: "settlement",
      columns: sql`'settlement', id, ${dayOf("settled_at")}, settled_at, paid_out_cents + owed_cents, NULL,
        CASE WHEN owed_cents > 0 THEN 'owed' ELSE 'paid_out' END,
        json_build_object('leaving', kind)`,
      from: sql`settlements WHERE member_id = ${memberId} ${within(dayOf("settled_at"), wanted)}`,
      newest: sql`settled_at DESC, id DESC`,
      moves: sql`'settlement', id, ${dayOf("settled_at")}, settled_at, given_cents + fines_written_off_cents, paid_out_cents`,
      counts: sql``,
    },
    {
      kind: "bad_debt_recovery",
      columns: sql`'bad_debt_recovery', recovered.id, ${dayOf("recovered.recovered_at")},
        recovered.recovered_at, recovered.amount_cents, NULL, 'recovered', NULL::json`,
      from: sql`bad_debt_recoveries recovered JOIN bad_debts debt ON debt.id = recovered.bad_debt_id
        WHERE debt.member_id = ${memberId} ${within(dayOf("recovered.recovered_at"), wanted)}`,
      newest: sql`recovered.recovered_at DESC, recovered.id DESC`,
      moves: sql`'bad_debt_recovery', recovered.id, ${dayOf("recovered.recovered_at")}, recovered.recovered_at,
        recovered.amount_cents, 0`,
      counts: sql``,
    },
  ];
  return all.filter((source) => kind === null || source.kind === kind);
}

/** Every balance of the book at the start of its day, before that day's payments: a statement begins with it. */
const midnightOf = (day: RawBuilder<unknown>) =>
  sql`(${day}::timestamp AT TIME ZONE 'Africa/Nairobi')`;
const bookMoment = midnightOf(sql`book.closed_on`);
const fineMoment = sql`CASE WHEN opening_id IS NULL THEN charged_at ELSE ${midnightOf(sql`charged_on`)} END`;

const bookOfLoan = sql`LEFT JOIN (
  SELECT brought.loan_id, openings.cut_over_on AS closed_on, brought.paid_cents
    FROM opening_loans brought JOIN openings ON openings.id = brought.opening_id) book ON book.loan_id = loans.id`;
/** A loan from the book counts from the book's day, with what was left of it. */
const loanDay = sql`coalesce(book.closed_on, loans.start_date)`;
const loanMoment = sql`coalesce(${bookMoment}, greatest(loans.treasurer_at, loans.sec_gen_at))`;
const leftByBook = sql`loans.amount_cents + loans.interest_cents - coalesce(book.paid_cents, 0)`;

const loanNamed = sql`json_build_object('loan_type', loans.loan_type, 'number', loans.number)`;

function describe(t: Translate, { kind, on_day, status, about }: Row): string {
  switch (kind) {
    case "opening":
      return t("descriptions.broughtForwardOn", { day: { day: on_day } });
    case "contribution":
      return t("descriptions.contribution", { month: { month: about.month } });
    case "loan_payment":
      return t("descriptions.loanPayment", { loan: nameOfLoan(about.loan) });
    case "fine_payment":
      return t("descriptions.finePayment");
    case "loan":
      return about.book === null
        ? t("descriptions.loanPaidOut", { loan: nameOfLoan(about.loan) })
        : t("descriptions.loanBroughtForward", { loan: nameOfLoan(about.loan) });
    case "fine":
      if (about.book !== null) return t("descriptions.finesBroughtForward");
      if (about.late === null) return about.written;
      return t("descriptions.lateFine", {
        months: about.late.months,
        since: { day: about.late.since },
      });
    case "settlement":
      if (status === "owed") return t("descriptions.exitOwed");
      return t(
        about.leaving === "exit" ? "descriptions.exitPaidOut" : "descriptions.clearingPaidOut",
      );
    case "bad_debt_recovery":
      return t("descriptions.badDebtRecovered");
  }
}

/** Uses the order and the bounds of the index `payments_by_member`. */
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
    moves: sql`payments.kind, payments.id, (payments.paid_at AT TIME ZONE 'Africa/Nairobi')::date, payments.paid_at,
      payments.amount_cents, 0`,
    counts: sql`AND payments.status = 'approved'`,
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
