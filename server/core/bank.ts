// What the bank holds, for whoever pays out of it. Nothing may take it below zero (contract 5).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { lockBank } from "./locks.ts";

/** The balance of the bank account, every posting counted; to pay out of it, lock the bank first. */
export async function readBankCents(reader: Reader): Promise<Cents> {
  const { balance_cents } = await reader
    .selectFrom("postings")
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("balance_cents"))
    .where("account", "=", "bank")
    .executeTakeFirstOrThrow();
  return balance_cents;
}

/** What loans are measured by: the bank and the interest still to come in (spec 9). */
export async function readGroupBalance(reader: Reader): Promise<Cents> {
  const { balance_cents } = await reader
    .selectFrom("postings")
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("balance_cents"))
    .where("account", "in", ["bank", "interest_receivable"])
    .executeTakeFirstOrThrow();
  return balance_cents;
}

/**
 * Locks the bank and makes sure that it can pay `amountCents` out on `date`. Refuses with `bank-too-low`. A payout that
 * waited over midnight counts neither what came in after its own day nor what has left since.
 */
export async function requireInBank(
  tx: Tx,
  payout: {
    amountCents: Cents;
    date: PlainDate;
    refusal?: "bank-too-low" | "bank-too-low-for-loan";
  },
): Promise<void> {
  await lockBank(tx);
  const { available_cents } = await tx
    .selectFrom("postings")
    .select(
      sql<Cents>`least(
        coalesce(sum(amount_cents) FILTER (WHERE business_date <= ${payout.date}), 0),
        coalesce(sum(amount_cents), 0))::bigint`.as("available_cents"),
    )
    .where("account", "=", "bank")
    .executeTakeFirstOrThrow();
  if (available_cents < payout.amountCents) throw refuse(payout.refusal ?? "bank-too-low");
}
