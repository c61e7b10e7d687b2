// Accounting reports (REP-1): contract entry -> query.
import * as contract from "#contract/reports.ts";
import { nairobiDate, periodYearBefore } from "#domain/calendar.ts";
import {
  balanceSheet,
  profitAndLoss,
  trialBalance,
  type Balance,
  type ProfitAndLoss,
} from "#domain/ledger/statements.ts";
import { toKes } from "#domain/money.ts";
import { readBalances, readMovements, readShares } from "#server/core/ledger/balances.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { pageOf } from "#server/db/paging.ts";
import { readPostings } from "./postings.queries.ts";

export function reportRoutes(routes: Routes): void {
  routes.read(contract.getTrialBalance, async (reader, { query, now }) => {
    const balances = await readBalances(reader, query.date ?? nairobiDate(now));
    return {
      trial_balance: trialBalance(balances).map((row) => ({
        account: row.account,
        debit_amount: toKes(row.debitCents),
        credit_amount: toKes(row.creditCents),
      })),
    };
  });

  routes.read(contract.getBalanceSheet, async (reader, { query, now, actor }) => {
    const balances = await readBalances(reader, query.date ?? nairobiDate(now));
    const sheet = balanceSheet(balances);
    const liabilities = toKes(sheet.totalLiabilitiesCents);
    const shares = await readShares(reader, { balances, actor });
    return {
      balance_sheet: {
        assets: byAccount(sheet.assets),
        liabilities: byAccount(sheet.liabilities),
        equities: byAccount(sheet.equities),
        total_assets: toKes(sheet.totalAssetsCents),
        total_liabilities: liabilities,
        // REP-3: the same figure under both spellings.
        totalLiabilities: liabilities,
        total_equities: toKes(sheet.totalEquitiesCents),
      },
      users_shared_interest_data: shares.map(({ member, shareCents }) => ({
        user: member.username,
        member,
        balance: toKes(shareCents),
      })),
    };
  });

  routes.read(contract.getProfitAndLoss, async (reader, { query }) => {
    const requested = { start: query.start_date, end: query.end_date };
    const before = periodYearBefore(requested);
    const current = toFigures(profitAndLoss(await readMovements(reader, requested)));
    const previous = toFigures(profitAndLoss(await readMovements(reader, before)));
    return {
      profit_and_loss: {
        current_year_revenues: current.revenues,
        current_year_expenses: current.expenses,
        current_year_total_revenue: current.totalRevenue,
        current_year_total_expenses: current.totalExpenses,
        current_year_net_profit_or_loss: current.netProfit,
        previous_year_revenues: previous.revenues,
        previous_year_expenses: previous.expenses,
        previous_year_total_revenue: previous.totalRevenue,
        previous_year_total_expenses: previous.totalExpenses,
        previous_year_net_profit_or_loss: previous.netProfit,
      },
      financial_year: { start_date: requested.start, end_date: requested.end },
      previous_financial_year: { start_date: before.start, end_date: before.end },
    };
  });

  routes.read(contract.getPostings, async (reader, { query, code, actor, t }) =>
    readPostings(reader, {
      account: code,
      memberId:
        query.member_id === undefined ? null : await accountOwner(reader, actor, query.member_id),
      fundId: query.fund_id ?? null,
      withParts: query.parts === "yes",
      withClosings: query.closing_entries !== "no",
      from: query.from ?? null,
      to: query.to ?? null,
      page: pageOf(query),
      actor,
      t,
    }),
  );
}

function byAccount(balances: readonly Balance[]): Record<string, number> {
  return Object.fromEntries(
    balances.map(({ account, balanceCents }) => [account, toKes(balanceCents)]),
  );
}

function toFigures(statement: ProfitAndLoss) {
  return {
    revenues: statement.revenues.map(toRow),
    expenses: statement.expenses.map(toRow),
    totalRevenue: toKes(statement.totalRevenueCents),
    totalExpenses: toKes(statement.totalExpensesCents),
    netProfit: toKes(statement.netProfitCents),
  };
}

function toRow({ account, amountCents }: ProfitAndLoss["revenues"][number]) {
  return { account, balance: toKes(amountCents) };
}
