// Balances of the accounts at the end of a day, and what they moved by in a period. Exact at once after a posting, and
// as fast after twenty years as on the first day.
import { sql, type RawBuilder } from "kysely";
import { addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";

export type AccountBalance = { account: AccountCode; balanceCents: Cents };

/** Every account that has postings up to and including `date`, debit positive. */
export async function readBalances(reader: Reader, date: PlainDate): Promise<AccountBalance[]> {
  const { rows } = await sql<Row>`
    SELECT account, sum(amount_cents)::bigint AS balance_cents
      FROM ${summedPostings({ end: date })} GROUP BY account`.execute(reader);
  return inOrderOfTheChart(rows);
}

/**
 * What every account moved by from `start` to `end`, both included, debit positive. Closings of years are left out, for
 * they move what was earned elsewhere (REP-4).
 */
export async function readMovements(
  reader: Reader,
  { start, end }: { start: PlainDate; end: PlainDate },
): Promise<AccountBalance[]> {
  const { rows } = await sql<Row>`
    SELECT account, sum(amount_cents)::bigint AS balance_cents
      FROM ${summedPostings({ start, end })} WHERE NOT closing GROUP BY account`.execute(reader);
  return inOrderOfTheChart(rows);
}

type MonthlyMovement = {
  /** The first of the month. */
  month: PlainDate;
  account: AccountCode;
  /** Without the closings of years, debit positive. */
  movedCents: Cents;
  /** By the closings of years alone, debit positive. */
  closedCents: Cents;
};

/**
 * What every account moved by in each month that has postings from `from` to `to`, both included: of a month cut off by
 * them only the days inside. Oldest month first, then by the account's code.
 */
export async function readMonthlyMovements(
  reader: Reader,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<MonthlyMovement[]> {
  const { rows } = await sql<MonthlyMovement>`
    SELECT date_trunc('month', day::timestamp)::date AS month, account,
           coalesce(sum(amount_cents) FILTER (WHERE NOT closing), 0)::bigint AS "movedCents",
           coalesce(sum(amount_cents) FILTER (WHERE closing), 0)::bigint AS "closedCents"
      FROM ${summedPostings({ start: from, end: to })} GROUP BY 1, 2 ORDER BY 1, 2`.execute(reader);
  return rows;
}

type Row = { account: string; balance_cents: Cents };

function inOrderOfTheChart(rows: Row[]): AccountBalance[] {
  const balances = new Map(rows.map((row) => [row.account, row.balance_cents]));
  return accounts
    .filter((account) => balances.has(account.code))
    .map((account) => ({ account: account.code, balanceCents: balances.get(account.code) ?? 0n }));
}

// The postings of some days as rows that are few however many were posted: whole months and single days that are summed
// already, and on top what is not summed yet. One statement reads all three, so the rows are exact at every moment.

/** Both ends included; no `start` is from the first posting on, no `end` to the last one. */
export type Days = { start?: PlainDate; end?: PlainDate };

// Beyond every day that a posting may carry.
const FIRST_DAY = "1000-01-01";
const LAST_DAY = "9000-12-31";

/**
 * A FROM item with the columns `day` (the first of the month where a whole month is one row), `account`, `closing` (of
 * a closing of a year), `amount_cents` (debit positive), `entries` (how many have a line on the account),
 * `first_lines` (how many have their first line on it, so that each entry counts once over all accounts) and `lines` (how
 * many postings there are).
 */
export function summedPostings(days: Days): RawBuilder<unknown> {
  const { start = FIRST_DAY, end = LAST_DAY } = days;
  const firstMonth = start === firstOfMonth(start) ? start : addMonths(firstOfMonth(start), 1);
  const lastMonth = firstOfMonth(end);
  const afterMonths = firstMonth > lastMonth ? firstMonth : lastMonth;
  return sql`(
    SELECT month AS day, account, closing, amount_cents, entries, first_lines, lines FROM balance_months
     WHERE month >= ${firstMonth}::date AND month < ${lastMonth}::date
    UNION ALL
    SELECT business_date, account, closing, amount_cents, entries, first_lines, lines FROM balance_days
     WHERE business_date >= ${start}::date AND business_date < ${firstMonth}::date AND business_date <= ${end}::date
    UNION ALL
    SELECT business_date, account, closing, amount_cents, entries, first_lines, lines FROM balance_days
     WHERE business_date >= ${afterMonths}::date AND business_date <= ${end}::date
    UNION ALL
    SELECT business_date, account, closing, amount_cents, entries, first_lines, lines FROM postings_to_sum
     WHERE business_date >= ${start}::date AND business_date <= ${end}::date) summed`;
}

/** The same with a row for each day, however many those are. */
export function summedDays({ start = FIRST_DAY, end = LAST_DAY }: Days): RawBuilder<unknown> {
  const columns = sql`account, closing, amount_cents, entries, first_lines, lines`;
  return sql`(
    SELECT business_date AS day, ${columns} FROM balance_days
     WHERE business_date >= ${start}::date AND business_date <= ${end}::date
    UNION ALL
    SELECT business_date, ${columns} FROM postings_to_sum
     WHERE business_date >= ${start}::date AND business_date <= ${end}::date) summed`;
}

// What the group still holds of a member's contributions: the approved ones, less what went back when they left.

/**
 * A column for queries over `members`; it is `total_contributions` of the contract (EXIT-9). The books hold
 * exactly this for the member: `verify` compares it with the payments and settlements.
 */
export const heldContributions = sql<Cents>`(
  (SELECT coalesce(-sum(amount_cents), 0) FROM member_balances
    WHERE member_balances.member_id = members.id AND account = 'monthly_contribution')
  - (SELECT coalesce(sum(amount_cents), 0) FROM postings_to_sum
      WHERE postings_to_sum.member_id = members.id AND account = 'monthly_contribution'))::bigint`;
