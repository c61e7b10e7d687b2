// Months one after another, for the charts: contract entry -> query.
import * as contract from "#contract/history.ts";
import { addDays, addMonths, firstOfMonth, nairobiDate } from "#domain/calendar.ts";
import { historyOfBooks, monthsBackTo } from "#domain/ledger/statements.ts";
import { toKes } from "#domain/money.ts";
import { readBalances, readMonthlyMovements } from "#server/core/ledger/balances.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readSavingsWithPast } from "./history.queries.ts";

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
