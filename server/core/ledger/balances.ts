// Balances of the accounts at the end of a day, and what they moved by in a period. Exact at once after a posting, and
// as fast after twenty years as on the first day.
import { sql } from "kysely";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";
import { summedPostings } from "./projected-balances.ts";

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

export type MonthlyMovement = {
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
