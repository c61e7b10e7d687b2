// What each fund holds, from the sums of its days (FUND-1), and locking one.
import { type RawBuilder, sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";

/** A FROM item: the days of funds, with what is not summed yet. */
const days: RawBuilder<unknown> = sql`(
  SELECT fund_id, business_date AS day, in_cents, out_cents FROM fund_days
  UNION ALL
  SELECT fund_id, business_date, CASE WHEN from_fund THEN 0 ELSE -amount_cents END,
         CASE WHEN from_fund THEN amount_cents ELSE 0 END
    FROM postings_to_sum WHERE fund_id IS NOT NULL) fund_moves`;

export type FundBalance = {
  id: number;
  name: string;
  isClosed: boolean;
  paidInCents: Cents;
  paidOutCents: Cents;
  balanceCents: Cents;
};

/** In the order in which they were made. */
export async function readFundBalances(reader: Reader): Promise<FundBalance[]> {
  const { rows } = await sql<FundBalance>`
    SELECT funds.id, funds.name, funds.closed_at IS NOT NULL AS "isClosed",
           coalesce(held.in_cents, 0)::bigint AS "paidInCents", coalesce(held.out_cents, 0)::bigint AS "paidOutCents",
           (coalesce(held.in_cents, 0) - coalesce(held.out_cents, 0))::bigint AS "balanceCents"
      FROM funds LEFT JOIN (
        SELECT fund_id, sum(in_cents) AS in_cents, sum(out_cents) AS out_cents FROM ${days} GROUP BY fund_id) held
        ON held.fund_id = funds.id
     ORDER BY funds.id`.execute(reader);
  return rows;
}

/** By id. */
export async function readFundNames(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await reader
    .selectFrom("funds")
    .select(["id", "name"])
    .where("id", "=", anyOf("int", [...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The fund is not closed until the transaction ends; others may pay into it meanwhile. Refuses with `not-found` and `fund-closed`. */
export async function holdOpenFund(tx: Tx, id: number): Promise<{ id: number; name: string }> {
  const fund = await tx
    .selectFrom("funds")
    .select(["id", "name", "closed_at"])
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  if (fund === undefined) throw refuse("not-found");
  if (fund.closed_at !== null) throw refuse("fund-closed");
  return fund;
}

/** Nothing else is done with the fund until the transaction ends. Refuses with `not-found` and `fund-closed`. */
export async function lockOpenFund(tx: Tx, id: number): Promise<{ id: number; name: string }> {
  const fund = await tx
    .selectFrom("funds")
    .select(["id", "name", "closed_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (fund === undefined) throw refuse("not-found");
  if (fund.closed_at !== null) throw refuse("fund-closed");
  return fund;
}

/** Refuses with `fund-too-low`, on `amount`, what would take a fund below 0 at the end of `date` or of any day since. Lock the fund first. */
export async function requireInFund(
  tx: Tx,
  taken: { fundId: number; amountCents: Cents; date: PlainDate },
): Promise<void> {
  const held = await readHeldSince(tx, taken);
  if (held < taken.amountCents)
    throw refuse("fund-too-low", { held: held < 0n ? 0n : held }).at("amount");
}

/** The least that the fund holds at the end of a day from `date` on, in cents. */
async function readHeldSince(
  reader: Reader,
  { fundId, date }: { fundId: number; date: PlainDate },
): Promise<Cents> {
  const { rows } = await sql<{ least: Cents }>`
    WITH moved AS (
      SELECT greatest(day, ${date}::date) AS day, in_cents - out_cents AS cents FROM ${days} WHERE fund_id = ${fundId}
      UNION ALL SELECT ${date}::date, 0)
    SELECT min(held)::bigint AS least
      FROM (SELECT sum(sum(cents)) OVER (ORDER BY day) AS held FROM moved GROUP BY day) standing`.execute(
    reader,
  );
  return rows[0]!.least;
}
