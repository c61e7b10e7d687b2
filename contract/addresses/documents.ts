// The addresses of contract/documents.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const printBalanceSheet: Address = {
  method: "GET",
  path: "/api/accounting/get_balance_sheet/pdf/",
};
export const printTrialBalance: Address = {
  method: "GET",
  path: "/api/accounting/get_trial_balance/pdf/",
};
export const printProfitAndLoss: Address = {
  method: "GET",
  path: "/api/accounting/get_profit&loss/pdf/",
};
export const printReconciliation: Address = { method: "GET", path: "/api/reconciliation/pdf/" };
export const printPortfolio: Address = { method: "GET", path: "/api/loans/portfolio/pdf/" };
export const printStatement: Address = { method: "GET", path: "/api/finances/statement/pdf/" };
export const printLoan: Address = {
  method: "GET",
  path: "/api/finances/get-create-user-loans/:id/pdf/",
};
export const printSummary: Address = { method: "GET", path: "/api/user/:id/summary/pdf/" };
export const printReceipt: Address = { method: "GET", path: "/api/finances/receipt/pdf/" };
export const printShareOut: Address = { method: "GET", path: "/api/distributions/:id/pdf/" };
export const printAgreement: Address = { method: "GET", path: "/api/loans/:id/agreement/pdf/" };
