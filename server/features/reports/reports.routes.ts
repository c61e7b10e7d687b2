// Accounting reports (spec 7, contract 5).
import { getTrialBalance } from "#contract/reports.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { trialBalance } from "#domain/ledger/statements.ts";
import { toKes } from "#domain/money.ts";
import { readBalances } from "#server/core/balances.ts";
import type { Routes } from "#server/http/endpoint-route.ts";

export function reportRoutes(routes: Routes): void {
  routes.read(getTrialBalance, async (reader, { query, now }) => {
    const balances = await readBalances(reader, query.date ?? nairobiDate(now));
    return {
      trial_balance: trialBalance(balances).map((row) => ({
        account: row.account,
        debit_amount: toKes(row.debitCents),
        credit_amount: toKes(row.creditCents),
      })),
    };
  });
}
