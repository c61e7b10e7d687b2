// Every movement on a member's account, in one query (REP-10).
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  ROTATION_PAYMENT,
} from "#domain/payments/payment-kinds.ts";
import { sql, type RawBuilder } from "kysely";
import type { TransactionKind } from "#contract/choices.ts";
import type { Transaction } from "#contract/transactions.ts";
import { addDays, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { describeRotation, type RotationPurpose } from "./journal-rows.ts";
import { nameOfLoan, type LoanNamed } from "./loan-name.ts";
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
  /** Whether the member reads it: only they still see what they took back (PAY-34). */
  isOwn: boolean;
  /**
   * Whether an approved payment counts on the day of its entry, not on its own: what is sent of a month that is over then agrees
   * with the books of that month, whatever was approved since (NOTE-15).
   */
  byEntries?: boolean;
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
  /** The last month, of a contribution for several. */
  last: PlainDate | null;
  loan: LoanNamed;
  /** Interest: the day of its row. */
  due: PlainDate;
  /** A fine: the official's own text, or the months that the sweep charged. */
  written: string;
  /** The meeting that fined. */
  meeting: number | null;
  /** A balance of the group's book on that day. */
  book: PlainDate | null;
  late: { months: number; since: PlainDate } | null;
  leaving: "exit" | "clear";
  /** Of what a merry-go-round moved. */
  purpose: RotationPurpose;
  /** When the bank paid who left, if an official said so. */
  paid_on: PlainDate | null;
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
      ...(row.kind === "settlement" && row.about.paid_on !== null
        ? { paid_on: row.about.paid_on }
        : {}),
      ...(row.kind === "fine" && row.about.meeting !== null
        ? { meeting_id: row.about.meeting }
        : {}),
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
  if (kind !== null && kind !== CONTRIBUTION) return {};
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
  const { kind } = wanted;
  const all = [
    ...ofBook(wanted),
    ...ofPayments(wanted),
    ...ofRotations(wanted),
    ...ofLoans(wanted),
    ...ofFines(wanted),
    ...ofShareOuts(wanted),
    ...ofLeaving(wanted),
  ];
  return all.filter((source) => kind === null || source.kind === kind);
}

/** What the group's book brought forward. */
function ofBook(wanted: Wanted): Source[] {
  const { memberId } = wanted;
  return [
    {
      kind: "opening",
      columns: sql`'opening', book.id, book.closed_on, ${bookMoment}, book.savings_cents, NULL, 'approved',
        json_build_object('book', book.closed_on)`,
      from: sql`${broughtForward} book WHERE book.member_id = ${memberId} ${within(sql`book.closed_on`, wanted)}`,
      newest: sql`book.closed_on DESC`,
      moves: sql`'opening', book.id, book.closed_on, ${bookMoment}, book.savings_cents, 0`,
      counts: sql``,
    },
  ];
}

function ofPayments(wanted: Wanted): Source[] {
  return [
    payments(
      CONTRIBUTION,
      wanted,
      sql`json_build_object('month', payments.contribution_month, 'last', payments.last_month)`,
    ),
    payments(
      LOAN_PAYMENT,
      wanted,
      sql`(SELECT json_build_object('loan', ${loanNamed}) FROM loans WHERE loans.id = payments.loan_id)`,
    ),
    payments(FINE_PAYMENT, wanted, sql`NULL::json`),
    payments(
      ROTATION_PAYMENT,
      wanted,
      sql`(SELECT json_build_object('written', name) FROM rotations WHERE rotations.id = payments.rotation_id)`,
    ),
    // What a fund holds is not the member's money: it moves nothing of their balance.
    {
      ...payments(
        FUND_PAYMENT,
        wanted,
        sql`(SELECT json_build_object('written', name) FROM funds WHERE funds.id = payments.fund_id)`,
      ),
      counts: sql`AND false`,
    },
  ];
}

/** What a turn paid, and what was settled of one. */
function ofRotations(wanted: Wanted): Source[] {
  const { memberId } = wanted;
  return [
    {
      kind: "rotation",
      columns: sql`'rotation', happened.id, ${dayOf("happened.at")}, happened.at, happened.amount_cents, NULL, 'approved',
        json_build_object('written', rotations.name, 'purpose', ${rotationPurpose})`,
      from: sql`rotation_events happened JOIN rotations ON rotations.id = happened.rotation_id
        WHERE (happened.member_id = ${memberId} OR happened.receiver_id = ${memberId})
          AND happened.kind IN ('paid_out', 'direct', 'settled') AND happened.amount_cents > 0 ${within(dayOf("happened.at"), wanted)}`,
      newest: sql`happened.at DESC, happened.id DESC`,
      // What is taken from savings settles a debt.
      moves: sql`'rotation', happened.id, ${dayOf("happened.at")}, happened.at,
        CASE WHEN happened.kind <> 'paid_out' AND happened.member_id = ${memberId} THEN happened.amount_cents ELSE 0 END,
        CASE WHEN happened.kind = 'direct' AND happened.member_id = ${memberId} THEN 0 ELSE happened.amount_cents END`,
      counts: sql``,
    },
  ];
}

/** Loans paid out, their interest, and calls on guarantors. */
function ofLoans(wanted: Wanted): Source[] {
  const { memberId } = wanted;
  return [
    {
      kind: "loan",
      columns: sql`'loan', loans.id, ${loanDay}, ${loanMoment},
        CASE WHEN book.closed_on IS NULL THEN loans.amount_cents ELSE ${owedFromPayout} END, NULL, loans.status,
        json_build_object('loan', ${loanNamed}, 'book', book.closed_on)`,
      from: sql`loans ${bookOfLoan} WHERE loans.member_id = ${memberId} AND loans.start_date IS NOT NULL
        ${within(loanDay, wanted)}`,
      newest: sql`${loanDay} DESC, ${loanMoment} DESC, loans.id DESC`,
      moves: sql`'loan', loans.id, ${loanDay}, ${loanMoment}, ${paidOffByLoan}, ${owedFromPayout}`,
      counts: sql``,
    },
    {
      kind: "interest",
      columns: sql`'interest', charged.id, charged.charged_on, charged.charged_at, abs(charged.amount_cents), NULL, 'approved',
        json_build_object('loan', ${loanNamed}, 'due', charged.due_on)`,
      from: sql`loan_interest charged JOIN loans ON loans.id = charged.loan_id
        WHERE loans.member_id = ${memberId} AND charged.change_id IS NULL ${within(sql`charged.charged_on`, wanted)}`,
      newest: sql`charged.charged_on DESC, charged.charged_at DESC, charged.id DESC`,
      // Below zero it was taken back.
      moves: sql`'interest', charged.id, charged.charged_on, charged.charged_at,
        greatest(-charged.amount_cents, 0), greatest(charged.amount_cents, 0)`,
      counts: sql``,
    },
    {
      kind: "guarantee_call",
      columns: sql`'guarantee_call', called.id, called.done_on, ${callMoment},
        CASE WHEN loans.member_id = ${memberId} THEN called.amount_cents ELSE taken.amount_cents END, NULL, 'approved',
        json_build_object('loan', ${loanNamed})`,
      from: sql`loan_changes called JOIN loans ON loans.id = called.loan_id
        LEFT JOIN loan_calls taken ON taken.change_id = called.id AND taken.member_id = ${memberId}
        WHERE called.kind = 'call' AND called.done_on IS NOT NULL
          AND (loans.member_id = ${memberId} OR taken.member_id IS NOT NULL) ${within(sql`called.done_on`, wanted)}`,
      newest: sql`called.done_on DESC, ${callMoment} DESC, called.id DESC`,
      // What it repaid of one's own loan, and what it took out of one's savings.
      moves: sql`'guarantee_call', called.id, called.done_on, ${callMoment},
        CASE WHEN loans.member_id = ${memberId} THEN called.amount_cents ELSE 0 END, coalesce(taken.amount_cents, 0)`,
      counts: sql``,
    },
  ];
}

/** Fines charged. */
function ofFines(wanted: Wanted): Source[] {
  const { memberId } = wanted;
  return [
    {
      kind: "fine",
      columns: sql`'fine', fines.id, charged_on, ${fineMoment}, amount_cents, NULL,
        CASE WHEN paid_cents = amount_cents THEN 'paid'
             WHEN paid_cents + written_off_cents = amount_cents THEN 'written_off'
             WHEN paid_cents > 0 THEN 'partly_paid'
             ELSE 'unpaid' END,
        json_build_object('written', description, 'meeting', meeting_id, 'book', CASE WHEN opening_id IS NOT NULL THEN charged_on END,
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
  ];
}

/** Shares in what the group earned. */
function ofShareOuts(wanted: Wanted): Source[] {
  const { memberId } = wanted;
  return [
    {
      kind: "distribution",
      columns: sql`'distribution', given.distribution_id, ${dayOf("d.decided_at")}, d.decided_at,
        given.share_cents + given.savings_cents, NULL, CASE d.status WHEN 'posted' THEN 'approved' ELSE d.status END,
        json_build_object('written', d.description)`,
      from: sql`distribution_shares given JOIN distributions d ON d.id = given.distribution_id
        WHERE given.member_id = ${memberId} ${within(dayOf("d.decided_at"), wanted)}`,
      newest: sql`d.decided_at DESC, given.distribution_id DESC`,
      // What was set off lowered debts, and what was added to savings stays in.
      moves: sql`'distribution', given.distribution_id, ${dayOf("d.decided_at")}, d.decided_at, given.share_cents,
        CASE d.pay_as WHEN 'bank' THEN given.receives_cents ELSE 0 END`,
      counts: sql`AND d.status = 'posted'`,
    },
  ];
}

/** What was paid to the member who left, and what came back of a bad debt. */
function ofLeaving(wanted: Wanted): Source[] {
  const { memberId } = wanted;
  return [
    {
      kind: "settlement",
      columns: sql`'settlement', id, ${dayOf("settled_at")}, settled_at, paid_out_cents + owed_cents,
        ${atTheBank("settlement", sql`settlements.id`)},
        CASE WHEN owed_cents > 0 THEN 'owed' ELSE 'paid_out' END,
        json_build_object('leaving', kind, 'paid_on', ${atTheBank("settlement", sql`settlements.id`, "paid_on")})`,
      from: sql`settlements WHERE member_id = ${memberId} ${within(dayOf("settled_at"), wanted)}`,
      newest: sql`settled_at DESC, id DESC`,
      moves: sql`'settlement', id, ${dayOf("settled_at")}, settled_at, given_cents + fines_written_off_cents, paid_out_cents`,
      counts: sql``,
    },
    {
      kind: "bad_debt_recovery",
      columns: sql`'bad_debt_recovery', recovered.id, ${dayOf("recovered.recovered_at")},
        recovered.recovered_at, recovered.amount_cents,
        ${atTheBank("bad_debt_recovery", sql`recovered.id`)}, 'recovered', NULL::json`,
      from: sql`bad_debt_recoveries recovered JOIN bad_debts debt ON debt.id = recovered.bad_debt_id
        WHERE debt.member_id = ${memberId} ${within(dayOf("recovered.recovered_at"), wanted)}`,
      newest: sql`recovered.recovered_at DESC, recovered.id DESC`,
      moves: sql`'bad_debt_recovery', recovered.id, ${dayOf("recovered.recovered_at")}, recovered.recovered_at,
        recovered.amount_cents, 0`,
      counts: sql``,
    },
  ];
}

/** The bank's reference or day of a payout or a recovery; null without one (EXIT-13). */
const atTheBank = (
  kind: "settlement" | "bad_debt_recovery",
  id: RawBuilder<unknown>,
  what: "reference" | "paid_on" = "reference",
) => sql`(SELECT told.${sql.ref(what)} FROM entries JOIN entry_references told ON told.entry_id = entries.id
  WHERE entries.source_kind = ${sql.lit(kind)} AND entries.source_id = ${id})`;

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

/** Interest of a loan of a product that is not flat is charged later, as it falls due. */
const owedFromPayout = sql`CASE WHEN EXISTS (
    SELECT FROM loan_products WHERE loan_products.id = loans.product_id AND method <> 'flat')
  THEN loans.amount_cents ELSE ${leftByBook} END`;
/** What it paid off of another loan. */
const paidOffByLoan = sql`coalesce((
  SELECT paid.amount_cents FROM loan_repayments paid WHERE paid.top_up_id = loans.id), 0)`;

const callMoment = sql`greatest(called.treasurer_at, called.sec_gen_at)`;

const loanNamed = sql`json_build_object('loan_type', loans.loan_type, 'number', loans.number)`;

function describe(t: Translate, { kind, on_day, status, about }: Row): string {
  switch (kind) {
    case "opening":
      return t("descriptions.broughtForwardOn", { day: { day: on_day } });
    case CONTRIBUTION:
      return t("descriptions.contribution", {
        month:
          about.last === null
            ? { month: about.month }
            : { months: { first: about.month, last: about.last } },
      });
    case LOAN_PAYMENT:
      return t("descriptions.loanPayment", { loan: nameOfLoan(about.loan) });
    case FINE_PAYMENT:
      return t("descriptions.finePayment");
    case ROTATION_PAYMENT:
      return t("descriptions.rotationPayment", { rotation: about.written });
    case FUND_PAYMENT:
      return t("descriptions.fundPayment", { fund: about.written });
    case "rotation":
      return t(describeRotation(about.purpose, about.written));
    case "loan":
      return about.book === null
        ? t("descriptions.loanPaidOut", { loan: nameOfLoan(about.loan) })
        : t("descriptions.loanBroughtForward", { loan: nameOfLoan(about.loan) });
    case "interest":
      return t("descriptions.loanInterest", {
        loan: nameOfLoan(about.loan),
        day: { day: about.due },
      });
    case "guarantee_call":
      return t("descriptions.guaranteeCall", { loan: nameOfLoan(about.loan) });
    case "fine":
      if (about.book !== null) return t("descriptions.finesBroughtForward");
      if (about.late === null) return about.written;
      return t("descriptions.lateFine", {
        months: about.late.months,
        since: { day: about.late.since },
      });
    case "distribution":
      return t("descriptions.shareOut", { description: about.written });
    case "settlement":
      if (status === "owed") return t("descriptions.exitOwed");
      return t(
        about.leaving === "exit" ? "descriptions.exitPaidOut" : "descriptions.clearingPaidOut",
      );
    case "bad_debt_recovery":
      return t("descriptions.badDebtRecovered");
  }
}

/** By the index of the few withdrawn ones, so that counting the others needs no more than theirs. */
function withoutWithdrawn(memberId: number): RawBuilder<unknown> {
  return sql`AND payments.id NOT IN (
    SELECT gone.id FROM payments gone WHERE gone.member_id = ${memberId} AND gone.rejected_by_rule = 'withdrawn')`;
}

/** Uses the order and the bounds of the index `payments_by_member`. */
function payments(
  kind: Source["kind"],
  { memberId, start, end, isOwn, byEntries = false }: Wanted,
  text: RawBuilder<unknown>,
): Source {
  if (byEntries) return paymentsByEntries(kind, { memberId, start, end, isOwn }, text);
  const from = start === null ? sql`` : sql`AND payments.paid_at >= ${nairobiMidnight(start)}`;
  const to = end === null ? sql`` : sql`AND payments.paid_at < ${nairobiMidnight(addDays(end, 1))}`;
  return {
    kind,
    columns: sql`payments.kind, payments.id, payments.paid_on, payments.paid_at, payments.amount_cents,
      payments.reference, CASE WHEN payments.rejected_by_rule = 'withdrawn' THEN 'withdrawn' ELSE payments.status END,
      ${text}`,
    from: sql`payments WHERE payments.member_id = ${memberId} AND payments.kind = ${kind} ${from} ${to} ${
      isOwn ? sql`` : withoutWithdrawn(memberId)
    }`,
    newest: sql`payments.paid_at DESC, payments.id DESC`,
    moves: sql`payments.kind, payments.id, (payments.paid_at AT TIME ZONE 'Africa/Nairobi')::date, payments.paid_at,
      payments.amount_cents, 0`,
    counts: sql`AND payments.status = 'approved'`,
  };
}

type OfMember = Pick<Wanted, "memberId" | "start" | "end" | "isOwn">;

/** The same, the approved ones on the days of their entries. */
function paymentsByEntries(
  kind: Source["kind"],
  { memberId, isOwn, ...period }: OfMember,
  text: RawBuilder<unknown>,
): Source {
  const day = sql`coalesce(posted.business_date, payments.paid_on)`;
  return {
    kind,
    columns: sql`payments.kind, payments.id, ${day}, payments.paid_at, payments.amount_cents,
      payments.reference, CASE WHEN payments.rejected_by_rule = 'withdrawn' THEN 'withdrawn' ELSE payments.status END,
      ${text}`,
    from: sql`payments
      LEFT JOIN entries posted ON posted.source_kind = 'payment' AND posted.source_id = payments.id AND posted.purpose = payments.kind
      WHERE payments.member_id = ${memberId} AND payments.kind = ${kind} ${within(day, period)} ${
        isOwn ? sql`` : withoutWithdrawn(memberId)
      }`,
    newest: sql`${day} DESC, payments.paid_at DESC, payments.id DESC`,
    moves: sql`payments.kind, payments.id, ${day}, payments.paid_at, payments.amount_cents, 0`,
    counts: sql`AND payments.status = 'approved'`,
  };
}

function within(
  day: RawBuilder<unknown>,
  { start, end }: Pick<Wanted, "start" | "end">,
): RawBuilder<unknown> {
  const from = start === null ? sql`` : sql`AND ${day} >= ${start}::date`;
  const to = end === null ? sql`` : sql`AND ${day} <= ${end}::date`;
  return sql`${from} ${to}`;
}

const rotationPurpose = sql`CASE happened.kind WHEN 'paid_out' THEN 'pay_out' WHEN 'direct' THEN 'direct' ELSE 'settlement' END`;

function dayOf(column: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} AT TIME ZONE 'Africa/Nairobi')::date`;
}
