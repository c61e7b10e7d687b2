// The bank balance, for code that pays out of it. Nothing may take it below zero (BOOK-7).
import { sql } from "kysely";
import { addDays, type PlainDate } from "#domain/calendar.ts";
import type { AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { lockBank } from "#server/db/locks.ts";
import { summedDays, summedPostings } from "./balances.ts";

/** What is in the bank belongs to the group but for what members paid in for turns to come, a credit (ROT-1). */
const ofGroup: AccountCode[] = ["bank", "merry_go_round"];

/** What the group has in the bank, in cents, every posting counted. Lock the bank first to pay out of it. */
export async function readBankCents(reader: Reader): Promise<Cents> {
  return readSum(reader, ofGroup);
}

/** The cash at hand, every posting counted. */
export async function readCashCents(reader: Reader): Promise<Cents> {
  return readSum(reader, ["cash"]);
}

/** The balance that limits loans: the bank plus interest receivable (REP-7). */
export async function readGroupBalance(reader: Reader): Promise<Cents> {
  return readSum(reader, [...ofGroup, "interest_receivable"]);
}

async function readSum(reader: Reader, accounts: AccountCode[]): Promise<Cents> {
  const { rows } = await sql<{ balance_cents: Cents }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS balance_cents
      FROM ${summedPostings({})} WHERE account = ANY (${accounts})`.execute(reader);
  return rows[0]!.balance_cents;
}

/**
 * Locks the bank and checks that it can pay `amountCents` on `date`. Refuses with `bank-too-low`. A payout that
 * waited past midnight counts neither money received after its own day nor money that left since.
 */
export async function requireInBank(
  tx: Tx,
  payout: {
    amountCents: Cents;
    date: PlainDate;
    refusal?: "bank-too-low" | "bank-too-low-for-loan";
  },
): Promise<void> {
  return requireIn(tx, ofGroup, { refusal: "bank-too-low", ...payout });
}

/** The same of the cash at hand, which the lock of the bank guards too. Refuses with `cash-too-low` (CASH-1). */
export async function requireAtHand(
  tx: Tx,
  payout: { amountCents: Cents; date: PlainDate },
): Promise<void> {
  return requireIn(tx, ["cash"], { refusal: "cash-too-low", ...payout });
}

async function requireIn(
  tx: Tx,
  counted: AccountCode[],
  payout: {
    amountCents: Cents;
    date: PlainDate;
    refusal: "bank-too-low" | "bank-too-low-for-loan" | "cash-too-low";
  },
): Promise<void> {
  await lockBank(tx);
  const { rows } = await sql<{ available_cents: Cents }>`
    SELECT least(then_held, then_held + coalesce(since, 0))::bigint AS available_cents
      FROM (SELECT coalesce(sum(amount_cents), 0) AS then_held
              FROM ${summedPostings({ end: payout.date })} WHERE account = ANY (${counted})) held,
           (SELECT sum(amount_cents) AS since
              FROM ${summedPostings({ start: addDays(payout.date, 1) })} WHERE account = ANY (${counted})) moved`.execute(
    tx,
  );
  if (rows[0]!.available_cents < payout.amountCents) throw refuse(payout.refusal);
}

/**
 * The first day from `date` on at whose end `account` would be below zero with `amountCents` less; null if there is
 * none. Lock the bank first: backdated money out of the bank or a deposit is checked one at a time (BOOK-25).
 */
export async function firstDayBelowZero(
  tx: Tx,
  taken: { account: AccountCode; amountCents: Cents; date: PlainDate },
): Promise<PlainDate | null> {
  const { account, amountCents, date } = taken;
  const counted = account === "bank" ? ofGroup : [account];
  const { rows } = await sql<{ day: PlainDate | null }>`
    WITH moved AS (
      SELECT ${date}::date AS day, coalesce(sum(amount_cents), 0) AS cents
        FROM ${summedPostings({ end: date })} WHERE account = ANY (${counted})
      UNION ALL
      SELECT day, sum(amount_cents) FROM ${summedDays({ start: addDays(date, 1) })} WHERE account = ANY (${counted}) GROUP BY day)
    SELECT min(day) AS day
      FROM (SELECT day, sum(cents) OVER (ORDER BY day) AS held_cents FROM moved) standing
     WHERE held_cents < ${amountCents}`.execute(tx);
  return rows[0]?.day ?? null;
}
