// Account balances at the end of a day, and movements in a period. Exact immediately after a posting, and as fast
// after twenty years as on the first day.
import { type RawBuilder, sql } from "kysely";
import type { Person } from "#contract/people.ts";
import { addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { type AccountCode, accounts } from "#domain/ledger/chart-of-accounts.ts";
import type { Cents } from "#domain/money.ts";
import { interestShare, retainedEarnings } from "#domain/ledger/statements.ts";
import { type Actor, can } from "#domain/permissions.ts";
import { type Database, inTransaction, type Reader, type Tx } from "#server/db/connection.ts";
import {
  countActiveMembers,
  type MemberRow,
  personColumns,
  toPerson,
} from "#server/core/members/member-directory.ts";

export type AccountBalance = { account: AccountCode; balanceCents: Cents };

/** Every account that has postings up to and including `date`, debit positive. */
export async function readBalances(reader: Reader, date: PlainDate): Promise<AccountBalance[]> {
  const { rows } = await sql<Row>`
    SELECT account, sum(amount_cents)::bigint AS balance_cents
      FROM ${summedPostings({ end: date })} GROUP BY account`.execute(reader);
  return inOrderOfTheChart(rows);
}

/**
 * How much every account moved from `start` to `end`, both included, debit positive. Year closings are left out,
 * because they only move earlier income and expense (REP-4).
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
  /** Without year closings, debit positive. */
  movedCents: Cents;
  /** Only year closings, debit positive. */
  closedCents: Cents;
};

/**
 * How much every account moved in each month from `from` to `to`, both included; partial months count only the days
 * inside. Oldest month first, then by account code.
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

// The postings of a period in few rows, however many there were: stored sums for whole months and single days, plus
// postings not yet summed. One query reads all three, so the rows are always exact.

/** Both ends included; without `start` from the first posting, without `end` to the last. */
export type Days = { start?: PlainDate; end?: PlainDate };

// Later than any day a posting may have.
const FIRST_DAY = "1000-01-01";
const LAST_DAY = "9000-12-31";

/**
 * A FROM item with the columns `day` (the first of the month where a whole month is one row), `account`, `closing`
 * (whether it is a year closing), `amount_cents` (debit positive), `entries` (how many have a posting on the
 * account), `first_lines` (how many have their first posting on it, so that each entry counts once over all accounts)
 * and `lines` (how many postings there are).
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

/** The same with a row for each day, however many there are. */
export function summedDays({ start = FIRST_DAY, end = LAST_DAY }: Days): RawBuilder<unknown> {
  const columns = sql`account, closing, amount_cents, entries, first_lines, lines`;
  return sql`(
    SELECT business_date AS day, ${columns} FROM balance_days
     WHERE business_date >= ${start}::date AND business_date <= ${end}::date
    UNION ALL
    SELECT business_date, ${columns} FROM postings_to_sum
     WHERE business_date >= ${start}::date AND business_date <= ${end}::date) summed`;
}

// The contributions that the group still holds for a member: those approved, less what was paid back when they left.

/**
 * A column for queries over `members`: `total_contributions` of the contract (EXIT-9). The books hold exactly this
 * for the member; `verify` compares it with payments and settlements.
 */
export const heldContributions = sql<Cents>`(
  (SELECT coalesce(-sum(amount_cents), 0) FROM member_balances
    WHERE member_balances.member_id = members.id AND account = 'monthly_contribution')
  - (SELECT coalesce(sum(amount_cents), 0) FROM postings_to_sum
      WHERE postings_to_sum.member_id = members.id AND account = 'monthly_contribution'))::bigint`;

// A member's share of the interest (REP-5): the group's retained earnings divided by the members who share in them.

export type InterestShare = {
  /** The whole share of one member, in cents rounded down, never below 0. */
  shareCents: Cents;
  /** How many members share in it today. */
  activeMembers: number;
  /** The balance sheet's retained earnings at the end of the day in cents, debit positive: earnings are negative. */
  retainedEarningsCents: Cents;
};

/** The share at the end of `date`, over today's members; 0 when nobody shares. */
export async function readInterestShare(
  reader: Reader,
  { date }: { date: PlainDate },
): Promise<InterestShare> {
  return shareOfBalances(reader, await readBalances(reader, date));
}

/** The same, from account balances that were read already. */
async function shareOfBalances(
  reader: Reader,
  balances: readonly AccountBalance[],
): Promise<InterestShare> {
  const retainedEarningsCents = retainedEarnings(balances);
  const activeMembers = await countActiveMembers(reader);
  const shareCents = interestShare({
    retainedEarningsCents,
    activeUsersCount: activeMembers,
    isCounted: true,
  });
  return { shareCents, activeMembers, retainedEarningsCents };
}

/** Whether the member is one of those whom `countActiveMembers` counts; nobody else has a share. */
export function sharesInInterest(
  member: Pick<MemberRow, "is_active" | "status" | "has_cleared" | "exited_on">,
): boolean {
  return (
    member.is_active &&
    (member.status === "active" || member.status === "dormant") &&
    !member.has_cleared &&
    member.exited_on === null
  );
}

type MemberShare = { member: Person; shareCents: Cents };

/**
 * Each member's whole share, for the balance sheet: officials get everybody who shares in the interest, by name;
 * anybody else gets their own row, 0 when they do not share.
 */
export async function readShares(
  reader: Reader,
  { balances, actor }: { balances: readonly AccountBalance[]; actor: Actor },
): Promise<MemberShare[]> {
  const { shareCents } = await shareOfBalances(reader, balances);
  let members = reader
    .selectFrom("members")
    .select(personColumns)
    .select(["is_active", "status", "has_cleared", "exited_on"])
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy("members.id");
  const seesAll = can(actor, "members.read-accounts");
  if (!seesAll) members = members.where("members.id", "=", actor.id);
  return (await members.execute())
    .map((row) => ({ member: toPerson(row), shares: sharesInInterest(row) }))
    .filter(({ shares }) => shares || !seesAll)
    .map(({ member, shares }) => ({ member, shareCents: shares ? shareCents : 0n }));
}

// New postings move into the sums behind balances and journal counts (docs/decisions/008-sums.md) after the commit, so
// that whoever posts never waits.

const PROJECTING = 7_265_007;
const BATCH = 50_000;

/** Sums what is committed; returns how many postings that were: 0 also while another server is projecting. */
export async function sumPostings(db: Database): Promise<number> {
  for (let total = 0; ;) {
    const summed = await inTransaction(db, sumBatch);
    total += summed;
    if (summed < BATCH) return total;
  }
}

/** One query takes postings out of the queue and adds them to every sum: a reader sees all of it or nothing. */
async function sumBatch(tx: Tx): Promise<number> {
  const lock = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${PROJECTING}) AS taken`.execute(tx);
  if (lock.rows[0]?.taken !== true) return 0;
  const { rows } = await sql<{ summed: bigint }>`
    WITH taken AS (
      DELETE FROM postings_to_sum
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM postings_to_sum LIMIT ${BATCH}))
      RETURNING business_date, account, closing, member_id, amount_cents, entries, first_lines, lines, entry_id, fund_id, from_fund),
    reconciled AS (
      INSERT INTO reconciliation_changes (entry_id)
      SELECT DISTINCT entry_id FROM taken
       WHERE account = 'bank' AND entry_id IS NOT NULL AND EXISTS (SELECT FROM statement_accounts)),
    days AS (
      INSERT INTO balance_days AS sums (business_date, account, closing, amount_cents, entries, first_lines, lines)
      SELECT business_date, account, closing, sum(amount_cents), sum(entries), sum(first_lines), sum(lines)
        FROM taken GROUP BY 1, 2, 3
      ON CONFLICT (business_date, account, closing)
        DO UPDATE SET amount_cents = sums.amount_cents + excluded.amount_cents,
                      entries = sums.entries + excluded.entries,
                      first_lines = sums.first_lines + excluded.first_lines,
                      lines = sums.lines + excluded.lines),
    months AS (
      INSERT INTO balance_months AS sums (month, account, closing, amount_cents, entries, first_lines, lines)
      SELECT date_trunc('month', business_date::timestamp)::date, account, closing, sum(amount_cents), sum(entries),
             sum(first_lines), sum(lines)
        FROM taken GROUP BY 1, 2, 3
      ON CONFLICT (month, account, closing)
        DO UPDATE SET amount_cents = sums.amount_cents + excluded.amount_cents,
                      entries = sums.entries + excluded.entries,
                      first_lines = sums.first_lines + excluded.first_lines,
                      lines = sums.lines + excluded.lines),
    funds AS (
      INSERT INTO fund_days AS sums (fund_id, business_date, in_cents, out_cents)
      SELECT fund_id, business_date, coalesce(-sum(amount_cents) FILTER (WHERE NOT from_fund), 0),
             coalesce(sum(amount_cents) FILTER (WHERE from_fund), 0)
        FROM taken WHERE fund_id IS NOT NULL GROUP BY 1, 2
      ON CONFLICT (fund_id, business_date)
        DO UPDATE SET in_cents = sums.in_cents + excluded.in_cents, out_cents = sums.out_cents + excluded.out_cents),
    members AS (
      INSERT INTO member_balances AS sums (member_id, account, amount_cents)
      SELECT member_id, account, sum(amount_cents) FROM taken WHERE member_id IS NOT NULL GROUP BY 1, 2
      ON CONFLICT (member_id, account)
        DO UPDATE SET amount_cents = sums.amount_cents + excluded.amount_cents)
    SELECT count(*) AS summed FROM taken`.execute(tx);
  return Number(rows[0]?.summed ?? 0);
}

/** Vacuums the queue, so that it stays short on disk. */
export async function vacuumQueue(db: Database): Promise<void> {
  await sql`VACUUM (SKIP_LOCKED) postings_to_sum, reconciliation_changes, statement_lines_to_index`.execute(
    db,
  );
}
