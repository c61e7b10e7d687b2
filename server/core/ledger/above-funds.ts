// The group's money never falls below what its funds hold: that is neither lent nor spent elsewhere (FUND-2).
import { sql } from "kysely";
import { addDays, type PlainDate } from "#domain/calendar.ts";
import type { AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { JournalEntry } from "#domain/ledger/journal-entry.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockBank } from "#server/db/locks.ts";
import { summedDays, summedPostings } from "./balances.ts";

/** Added up, debit positive, what the group has beyond its funds: what members paid in for turns to come is not its own (ROT-1). */
const beyondFunds: AccountCode[] = [
  "bank",
  "cash",
  "equity_fixed_deposit",
  "merry_go_round",
  "restricted_funds",
];

/**
 * Call with entries that were written just now: checks every day from the first of them on. Refuses with `money-of-funds`. Costs
 * nothing for what brings money in.
 */
export async function requireAboveFunds(tx: Tx, written: readonly JournalEntry[]): Promise<void> {
  const takenCents = -movedOn(written, beyondFunds);
  if (takenCents <= 0n || !(await hasFunds(tx))) return;
  await lockBank(tx);
  const dates = written.map(({ businessDate }) => businessDate).toSorted();
  const { least, funds } = await readBeyondFunds(tx, dates[0]!);
  if (least >= 0n) return;
  const ofFunds = funds + movedOn(written, ["restricted_funds"]);
  throw refuse("money-of-funds", {
    funds: ofFunds,
    most: least + takenCents > 0n ? least + takenCents : 0n,
  });
}

/** Debit positive. */
function movedOn(entries: readonly JournalEntry[], counted: readonly AccountCode[]): Cents {
  return entries
    .flatMap(({ postings }) => postings)
    .reduce(
      (sum, { account, amountCents }) => (counted.includes(account) ? sum + amountCents : sum),
      0n,
    );
}

async function hasFunds(tx: Tx): Promise<boolean> {
  const fund = await tx.selectFrom("funds").select("id").limit(1).executeTakeFirst();
  return fund !== undefined;
}

/** The least that there is beyond the funds at the end of a day from `date` on, and what all funds hold now. */
async function readBeyondFunds(tx: Tx, date: PlainDate): Promise<{ least: Cents; funds: Cents }> {
  const { rows } = await sql<{ least: Cents; funds: Cents }>`
    WITH moved AS (
      SELECT ${date}::date AS day, coalesce(sum(amount_cents), 0) AS cents,
             coalesce(-sum(amount_cents) FILTER (WHERE account = 'restricted_funds'), 0) AS funds
        FROM ${summedPostings({ end: date })} WHERE account = ANY (${beyondFunds})
      UNION ALL
      SELECT day, sum(amount_cents), coalesce(-sum(amount_cents) FILTER (WHERE account = 'restricted_funds'), 0)
        FROM ${summedDays({ start: addDays(date, 1) })} WHERE account = ANY (${beyondFunds}) GROUP BY day)
    SELECT min(held)::bigint AS least, max(funds)::bigint AS funds
      FROM (SELECT sum(cents) OVER (ORDER BY day) AS held, sum(funds) OVER () AS funds FROM moved) standing`.execute(
    tx,
  );
  return rows[0]!;
}
