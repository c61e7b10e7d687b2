// The addresses of contract/reports.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getTrialBalance: Address = {
  method: "GET",
  path: "/api/accounting/get_trial_balance/",
};
export const getBalanceSheet: Address = {
  method: "GET",
  path: "/api/accounting/get_balance_sheet/",
};
export const getProfitAndLoss: Address = {
  method: "GET",
  path: "/api/accounting/get_profit&loss/",
};
export const getPostings: Address = {
  method: "GET",
  path: "/api/accounting/accounts/:code/postings/",
};
export const getSavingsHistory: Address = { method: "GET", path: "/api/finances/savings_history/" };
export const getBooksHistory: Address = { method: "GET", path: "/api/accounting/history/" };
