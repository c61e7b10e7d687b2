// Months one after another, for the charts: routes, then what they read and write.
import * as contract from "#contract/reports.ts";
import { addDays, addMonths, firstOfMonth, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { historyOfBooks, monthsBackTo } from "#domain/ledger/statements.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { readBalances, readMonthlyMovements } from "#server/core/ledger/balances.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { sql } from "kysely";
import { readPastMonths, findBroughtForward } from "#server/core/members/brought-forward.ts";
import type { Reader } from "#server/db/connection.ts";

const SAVINGS_MONTHS = 36;
const BOOKS_MONTHS = 12;

export function historyRoutes(routes: Routes): void {
  routes.read(contract.getSavingsHistory, async (reader, { actor, now, query }) => {
    const { months, from, today } = span(now, query.months ?? SAVINGS_MONTHS);
    const moved = await readSavingsWithPast(reader, { memberId: actor.id, from });
    let held = moved
      .filter(({ month }) => month < from)
      .reduce((sum, { cents }) => sum + cents, 0n);
    const shown = monthsBackTo({ today, months, firstMonth: moved[0]?.month });
    return {
      savings_history: shown.map((month) => {
        held += moved.find((each) => each.month === month)?.cents ?? 0n;
        return { month, total: toKes(held) };
      }),
    };
  });

  routes.read(contract.getBooksHistory, async (reader, { now, query }) => {
    const { months, from, today } = span(now, query.months ?? BOOKS_MONTHS);
    const opening = await readBalances(reader, addDays(from, -1));
    const movements = await readMonthlyMovements(reader, { from, to: today });
    const firstMonth = opening.length > 0 ? from : movements[0]?.month;
    const shown = monthsBackTo({ today, months, firstMonth });
    return {
      history: historyOfBooks({ opening, movements, months: shown }).map((each) => ({
        month: each.month,
        income: toKes(each.incomeCents),
        expense: toKes(each.expenseCents),
        bank: toKes(each.bankCents),
        savings: toKes(each.savingsCents),
        loans: toKes(each.loansCents),
        net_assets: toKes(each.netAssetsCents),
      })),
    };
  });
}

/** `from` is the first day of the oldest month. */
function span(now: Date, months: number) {
  const today = nairobiDate(now);
  return { months, today, from: addMonths(firstOfMonth(today), 1 - months) };
}

// A member's savings by month, in one query that returns one row for each month.

/**
 * The same with past contributions from the group's book, where it has any. They are part of what was brought
 * forward, so their sum moves from the cut-over day to their months, and the rest to the month before them (OPEN-74).
 */
export async function readSavingsWithPast(
  reader: Reader,
  { memberId, from }: { memberId: number; from: PlainDate },
): Promise<{ month: PlainDate; cents: Cents }[]> {
  const posted = await readSavingsMovements(reader, { memberId, from });
  const past = await readPastMonths(reader, memberId);
  const book = past.length === 0 ? undefined : await findBroughtForward(reader, memberId);
  if (book === undefined) return posted;
  const first = past[0]?.month ?? firstOfMonth(book.closed_on);
  const datedCents = past.reduce((sum, { cents }) => sum + cents, 0n);
  const moved = new Map<PlainDate, Cents>();
  const add = (month: PlainDate, cents: Cents) => {
    const shown = month < from ? addMonths(from, -1) : month;
    moved.set(shown, (moved.get(shown) ?? 0n) + cents);
  };
  for (const { month, cents } of [...posted, ...past]) add(month, cents);
  add(firstOfMonth(book.closed_on), -book.savings_cents);
  if (datedCents < book.savings_cents) add(addMonths(first, -1), book.savings_cents - datedCents);
  return [...moved]
    .map(([month, cents]) => ({ month, cents }))
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));
}

/**
 * How much each month changed the group's holdings for a member, in cents, oldest first. Everything before `from`,
 * the first of a month, counts for the month before it.
 */
async function readSavingsMovements(
  reader: Reader,
  { memberId, from }: { memberId: number; from: PlainDate },
): Promise<{ month: PlainDate; cents: Cents }[]> {
  const month = sql<PlainDate>`greatest(
    date_trunc('month', business_date::timestamp)::date, ${addMonths(from, -1)}::date)`;
  return reader
    .selectFrom("postings")
    .select([month.as("month"), sql<Cents>`-sum(amount_cents)::bigint`.as("cents")])
    .where("member_id", "=", memberId)
    .where("account", "=", "monthly_contribution")
    .groupBy("month")
    .orderBy("month")
    .execute();
}
