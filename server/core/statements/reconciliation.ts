// Compares books and statements at the end of a day (STAT-30). Figures and lists come from the database
// (0086-reconciliation.sql); an acceptance counts while its day still has the accepted figures.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { Reconciliation, ReconciliationItem } from "#contract/reconciliation.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { single } from "#domain/assert.ts";
import type { Translate } from "#messages/translator.ts";
import { describeEntries } from "#server/core/ledger/journal-rows.ts";
import type { Reader } from "#server/db/connection.ts";
import { readReopening } from "./reconciliation-reopened.ts";
import { coverageOf, type Coverage } from "#domain/statements/coverage.ts";

export type Figures = {
  statements_cents: Cents;
  books_cents: Cents;
  in_not_booked_cents: Cents;
  out_not_booked_cents: Cents;
  booked_in_cents: Cents;
  booked_out_cents: Cents;
  opening_difference_cents: Cents;
  difference_cents: Cents;
};

type Params = {
  /** By default the last day that all accounts cover. */
  date: PlainDate | undefined;
  withItems: boolean;
  t: Translate;
};

/** Refuses a day that the statements of all accounts do not cover. */
export async function readReconciliation(
  reader: Reader,
  { date, withItems, t }: Params,
): Promise<Reconciliation> {
  const days = await readReconcilableDays(reader);
  const { from, to } = days;
  if (from === null || to === null) {
    if (date !== undefined) throw refuse("no-day-covered").at("date");
    return { ...nothing, accounts: days.accounts };
  }
  const day = date ?? to;
  if (day < from || day > to)
    throw refuse("day-not-covered", { from: { day: from }, to: { day: to } }).at("date");
  const figures = await readFigures(reader, day);
  const items = withItems ? await readItems(reader, day, t) : null;
  const figure = (cents: Cents, list: string) => ({
    total: toKes(cents),
    ...(items === null ? {} : listed(items.filter((each) => each.list === list))),
  });
  const closings = await readClosings(reader, day);
  const acceptances = await readAcceptances(reader, day);
  const accepted = acceptances.filter((each) => each.isOfNow);
  const stale = acceptances.filter((each) => !each.isOfNow).at(-1);
  const agreed = await readAgreed(reader);
  return {
    date: day,
    accounts: days.accounts.map((account) => ({
      ...account,
      closing: closings.get(account.id) ?? null,
    })),
    statements_total: toKes(figures.statements_cents),
    books: toKes(figures.books_cents),
    in_not_booked: figure(figures.in_not_booked_cents, "in_not_booked"),
    out_not_booked: figure(figures.out_not_booked_cents, "out_not_booked"),
    booked_in_not_on_statement: figure(figures.booked_in_cents, "booked_in"),
    booked_out_not_on_statement: figure(figures.booked_out_cents, "booked_out"),
    opening_difference: toKes(figures.opening_difference_cents),
    difference: toKes(figures.difference_cents),
    ...(items === null
      ? {}
      : { differing: items.filter(({ list }) => list === "differing").map(toItem) }),
    accepted: accepted.map(({ office, by, accepted_at }) => ({
      office,
      by,
      at: nairobiIso(accepted_at),
    })),
    ...(stale === undefined || accepted.length === 2
      ? {}
      : { reopened: await readReopening(reader, stale, t) }),
    agreed_to: agreed?.on_day ?? null,
    agreed_difference: agreed === null ? null : toKes(agreed.difference_cents),
    from,
    to,
  };
}

const none = { total: 0 };
const nothing: Omit<Reconciliation, "accounts"> = {
  date: null,
  statements_total: 0,
  books: 0,
  in_not_booked: none,
  out_not_booked: none,
  booked_in_not_on_statement: none,
  booked_out_not_on_statement: none,
  opening_difference: 0,
  difference: 0,
  accepted: [],
  agreed_to: null,
  agreed_difference: null,
  from: null,
  to: null,
};

/**
 * From the first day of the first statement to the last day that every account covers; null while any account covers
 * none.
 */
async function readReconcilableDays(reader: Reader): Promise<{
  from: PlainDate | null;
  to: PlainDate | null;
  accounts: Reconciliation["accounts"];
}> {
  const accounts = await reader
    .selectFrom("statement_accounts")
    .select(["id", "name"])
    .orderBy("id")
    .execute();
  const coverage = new Map((await readCoverage(reader)).map((each) => [each.accountId, each]));
  const rows = accounts.map(({ id, name }) => ({
    id,
    name,
    from: coverage.get(id)?.proven[0]?.from ?? null,
    covered_to: coverage.get(id)?.coveredTo ?? null,
  }));
  const ends = rows.map(({ covered_to }) => covered_to);
  const isCovered = ends.length > 0 && ends.every((end) => end !== null);
  return {
    from: rows.flatMap(({ from }) => from ?? []).toSorted()[0] ?? null,
    to: isCovered ? (ends.toSorted()[0] ?? null) : null,
    accounts: rows.map(({ id, name, covered_to }) => ({ id, name, closing: null, covered_to })),
  };
}

export async function readFigures(reader: Reader, day: PlainDate): Promise<Figures> {
  const { rows } = await sql<Figures>`SELECT * FROM reconciliation_figures(${day}::date)`.execute(
    reader,
  );
  return single(rows);
}

async function readClosings(reader: Reader, day: PlainDate): Promise<Map<number, number>> {
  const { rows } = await sql<{ account_id: number; closing_cents: Cents }>`
    SELECT account_id, closing_cents FROM account_balances(${day}::date)`.execute(reader);
  return new Map(rows.map((row) => [row.account_id, toKes(row.closing_cents)]));
}

const listed = (rows: readonly ItemRow[]) => ({
  items: rows.map(toItem),
  count: Number(rows[0]?.in_list ?? 0),
});

type ItemRow = {
  list: string;
  /** The length of the whole list. */
  in_list: bigint;
  cents: Cents;
  line_id: number | null;
  entry_id: number | null;
  day: PlainDate;
  reference: string | null;
  description: string;
  member: Person | null;
};

/** The most items that each list sends; the rest are only counted. */
const MOST = 1_000;

/** Oldest first. */
async function readItems(reader: Reader, day: PlainDate, t: Translate): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    WITH open AS MATERIALIZED (
      SELECT o.*, count(*) OVER (PARTITION BY o.list) AS in_list,
             row_number() OVER (PARTITION BY o.list ORDER BY o.on_day, o.line_id, o.entry_id) AS place
        FROM reconciliation_open(${day}::date) o),
    item AS MATERIALIZED (SELECT * FROM open WHERE place <= ${MOST})
    SELECT item.list, item.in_list, item.cents, item.line_id, item.entry_id, item.on_day AS day,
           coalesce(line.reference, payment.reference) AS reference, coalesce(line.details, entry.description) AS description,
           CASE WHEN concerned.id IS NOT NULL THEN json_build_object('id', concerned.id, 'username', concerned.username,
             'full_name', concerned.first_name || ' ' || concerned.last_name, 'reg_number', concerned.reg_number) END AS member
      FROM item
      LEFT JOIN statement_lines line ON line.id = item.line_id
      LEFT JOIN LATERAL (SELECT min(m.payment_id) AS payment_id FROM statement_matches m
                          WHERE m.line_id = line.id AND m.undone_at IS NULL) match ON true
      LEFT JOIN entries entry ON entry.id = item.entry_id
      LEFT JOIN payments payment ON payment.id = coalesce(match.payment_id, CASE WHEN entry.source_kind = 'payment' THEN entry.source_id END)
      LEFT JOIN members concerned ON concerned.id = coalesce(payment.member_id, (
        SELECT min(p.member_id) FROM postings p WHERE p.entry_id = entry.id))
     ORDER BY item.list, item.place`.execute(reader);
  const entries = rows.flatMap(({ entry_id, description }) =>
    entry_id === null ? [] : [{ id: entry_id, description }],
  );
  const described = await describeEntries(reader, entries, t);
  return rows.map((row) => ({
    ...row,
    description: described.get(row.entry_id ?? 0) ?? row.description,
  }));
}

function toItem(row: ItemRow): ReconciliationItem {
  const { line_id, entry_id } = row;
  return {
    kind: line_id === null ? "entry" : "line",
    id: line_id ?? entry_id ?? 0,
    date: row.day,
    amount: toKes(row.cents),
    reference: row.reference,
    description: row.description,
    member: row.member,
  };
}

type Acceptance = {
  id: number;
  on_day: PlainDate;
  office: ApprovingOffice;
  accepted_at: Date;
  by: Person;
  last_entry_id: number;
  last_statement_id: number;
  last_match_id: number;
  /** Whether every figure is still what was accepted. */
  isOfNow: boolean;
};

/** All acceptances of a day, in their order. */
async function readAcceptances(reader: Reader, day: PlainDate): Promise<Acceptance[]> {
  const { rows } = await sql<Acceptance>`
    SELECT a.id, a.on_day, a.office, a.accepted_at, a.last_entry_id, a.last_statement_id, a.last_match_id,
           json_build_object('id', m.id, 'username', m.username, 'full_name', m.first_name || ' ' || m.last_name,
                             'reg_number', m.reg_number) AS by,
           a.figures = (SELECT ${figuresNow} FROM reconciliation_figures(${day}::date) f) AS "isOfNow"
      FROM reconciliation_acceptances a JOIN members m ON m.id = a.member_id
     WHERE a.on_day = ${day}::date ORDER BY a.id`.execute(reader);
  return rows;
}

/** As in the column `figures` of the acceptances. */
const figuresNow = sql`concat_ws(' ', f.statements_cents, f.books_cents, f.in_not_booked_cents, f.out_not_booked_cents,
  f.booked_in_cents, f.booked_out_cents, f.opening_difference_cents, f.difference_cents)`;

/** The last day that both offices accepted and whose figures are unchanged, within the latest 24 months. */
async function readAgreed(
  reader: Reader,
): Promise<{ on_day: PlainDate; difference_cents: Cents } | null> {
  const { rows } = await sql<{ on_day: PlainDate; difference_cents: Cents }>`
    SELECT agreed.on_day, f.difference_cents
      FROM (SELECT on_day, array_agg(figures) AS figures
              FROM (SELECT on_day, figures FROM reconciliation_acceptances GROUP BY on_day, figures HAVING count(DISTINCT office) = 2) by_both
             GROUP BY on_day ORDER BY on_day DESC LIMIT 24) agreed
     CROSS JOIN LATERAL reconciliation_figures(agreed.on_day) f
     WHERE ${figuresNow} = ANY (agreed.figures)
     ORDER BY agreed.on_day DESC LIMIT 1`.execute(reader);
  return rows[0] ?? null;
}

// Which days the group's statements prove (STAT-5), for code that looks for a payment on them.

export type AccountCoverage = Coverage & { accountId: number };

/**
 * For every account, by id; an account without a valid statement proves nothing. A group has some hundred statements.
 */
export async function readCoverage(reader: Reader): Promise<AccountCoverage[]> {
  const accounts = await reader
    .selectFrom("statement_accounts")
    .select("id")
    .orderBy("id")
    .execute();
  const statements = await reader
    .selectFrom("statements")
    .select([
      "id",
      "account_id",
      "period_from as from",
      "period_to as to",
      "opening_cents as opening",
      "closing_cents as closing",
      "counts",
    ])
    .where("is_proof", "=", true)
    .orderBy("id")
    .execute();
  return accounts.map(({ id }) => ({
    accountId: id,
    ...coverageOf(
      statements
        .filter(({ account_id }) => account_id === id)
        .map(({ counts, ...each }) => ({
          ...each,
          sharesLines: (counts as { known: number }).known > 0,
        })),
    ),
  }));
}
