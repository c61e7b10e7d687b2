// Balances of the accounts at the end of a day, and what they moved by in a period.
import { sql } from "kysely";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";

export type AccountBalance = { account: AccountCode; balanceCents: Cents };

/** Every account that has postings up to and including `date`, debit positive. */
export async function readBalances(reader: Reader, date: PlainDate): Promise<AccountBalance[]> {
  const rows = await reader
    .selectFrom("postings")
    .select(["account", sql<bigint>`sum(amount_cents)::bigint`.as("balance_cents")])
    .where("business_date", "<=", date)
    .groupBy("account")
    .execute();
  return inOrderOfTheChart(rows);
}

/**
 * What every account moved by from `start` to `end`, both included, debit positive. Closings of years are left out, for
 * they move what was earned elsewhere (contract 5).
 */
export async function readMovements(
  reader: Reader,
  { start, end }: { start: PlainDate; end: PlainDate },
): Promise<AccountBalance[]> {
  const rows = await reader
    .selectFrom("postings")
    .innerJoin("entries", "entries.id", "postings.entry_id")
    .select(["account", sql<bigint>`sum(amount_cents)::bigint`.as("balance_cents")])
    .where("postings.business_date", ">=", start)
    .where("postings.business_date", "<=", end)
    .where("entries.source_kind", "<>", "financial_year")
    .groupBy("account")
    .execute();
  return inOrderOfTheChart(rows);
}

function inOrderOfTheChart(rows: { account: string; balance_cents: Cents }[]): AccountBalance[] {
  const balances = new Map(rows.map((row) => [row.account, row.balance_cents]));
  return accounts
    .filter((account) => balances.has(account.code))
    .map((account) => ({ account: account.code, balanceCents: balances.get(account.code) ?? 0n }));
}
