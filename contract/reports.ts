// Accounting reports (REP-1).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { filterDate, kes, plainDate, reportPeriod } from "./fields.ts";
import { person } from "./people.ts";

export const getTrialBalance = defineEndpoint({
  method: "GET",
  path: "/api/accounting/get_trial_balance/",
  access: "reports.read",
  summary: "Trial balance at the end of a day, today when no date is given",
  query: z.object({ date: filterDate("Date") }),
  reply: z.object({
    trial_balance: z.array(
      z.object({ account: z.string(), debit_amount: kes, credit_amount: kes }),
    ),
  }),
});

const accountBalances = z.record(z.string(), kes);

export const getBalanceSheet = defineEndpoint({
  method: "GET",
  path: "/api/accounting/get_balance_sheet/",
  access: "reports.read",
  summary:
    "Balance sheet at the end of a day, and each member's whole share of the interest; balances are debit positive",
  query: z.object({ date: filterDate("Date") }),
  reply: z.object({
    balance_sheet: z.object({
      assets: accountBalances,
      liabilities: accountBalances,
      equities: accountBalances,
      total_assets: kes,
      total_liabilities: kes,
      totalLiabilities: kes,
      total_equities: kes,
    }),
    users_shared_interest_data: z.array(
      z.object({ user: z.string(), member: person, balance: kes }),
    ),
  }),
});

const balances = z.array(z.object({ account: z.string(), balance: kes }));
const period = z.object({ start_date: plainDate, end_date: plainDate });

export const getProfitAndLoss = defineEndpoint({
  method: "GET",
  path: "/api/accounting/get_profit&loss/",
  access: "reports.read",
  summary: "Profit and loss of a period beside the same days one year earlier",
  query: reportPeriod,
  reply: z.object({
    profit_and_loss: z.object({
      current_year_revenues: balances,
      current_year_expenses: balances,
      current_year_total_revenue: kes,
      current_year_total_expenses: kes,
      current_year_net_profit_or_loss: kes,
      previous_year_revenues: balances,
      previous_year_expenses: balances,
      previous_year_total_revenue: kes,
      previous_year_total_expenses: kes,
      previous_year_net_profit_or_loss: kes,
    }),
    financial_year: period,
    previous_financial_year: period,
  }),
});
