// What the ledger form shows: the balances, and the declarations and deposits that are still open (SCR-20).
import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getLedger } from "#contract/ledger.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { readBalances } from "#server/core/ledger/balances.ts";
import type { Reader } from "#server/db/connection.ts";

/** Every account, also at zero, so that nobody has to guess a missing balance. */
export async function readLedger(
  reader: Reader,
  date: PlainDate,
): Promise<ReplyOf<typeof getLedger>> {
  const balances = new Map(
    (await readBalances(reader, date)).map(({ account, balanceCents }) => [account, balanceCents]),
  );
  return {
    ledger_balances: Object.fromEntries(
      accounts.map(({ code }) => [code, toKes(balances.get(code) ?? 0n)]),
    ),
    declarations: await readOpenDeclarations(reader),
    fixed_deposits: await readOpenDeposits(reader),
  };
}

async function readOpenDeclarations(reader: Reader) {
  const rows = await reader
    .selectFrom("dividend_declarations")
    .select(["id", "description", sql<Cents>`amount_cents - paid_cents`.as("remaining_cents")])
    .where("is_reversed", "=", false)
    .whereRef("paid_cents", "<", "amount_cents")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, description, remaining_cents }) => ({
    id,
    description,
    rem_amount: toKes(remaining_cents),
  }));
}

async function readOpenDeposits(reader: Reader) {
  const rows = await reader
    .selectFrom("fixed_deposits")
    .select(["id", "description", sql<Cents>`amount_cents - redeemed_cents`.as("remaining_cents")])
    .where("is_reversed", "=", false)
    .whereRef("redeemed_cents", "<", "amount_cents")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, description, remaining_cents }) => ({
    id,
    description,
    amount: toKes(remaining_cents),
  }));
}
