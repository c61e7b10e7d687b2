// Routes of a member's transactions: a frame with pages in it.
import { createRoute } from "@tanstack/react-router";
import { readPaymentsSearch, readStatementSearch } from "#web/pages/search.ts";
import { page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const transactions = createRoute({
  getParentRoute: () => dashboard,
  path: "/transactions",
  component: page("transactions", () => import("./finance-center.tsx"), "FinanceCenter"),
});

const statement = createRoute({
  getParentRoute: () => transactions,
  path: "/",
  validateSearch: readStatementSearch,
  component: page("statement", () => import("./statement.tsx"), "StatementPage"),
});

const contribPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/contrib-payments",
  validateSearch: readPaymentsSearch,
  component: page("contrib-payments", () => import("./payment-lists.tsx"), "ContribPaymentsPage"),
});

const loanPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-payments",
  validateSearch: readPaymentsSearch,
  component: page("loan-payments", () => import("./payment-lists.tsx"), "LoanPaymentsPage"),
});

const loanApplications = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-applications",
  validateSearch: readPaymentsSearch,
  component: page("loan-applications", () => import("./payment-lists.tsx"), "LoanApplicationsPage"),
});

const fines = createRoute({
  getParentRoute: () => transactions,
  path: "/fines",
  validateSearch: readPaymentsSearch,
  component: page("fines", () => import("./fines.tsx"), "FinesPage"),
});

export const transactionRoutes = [
  transactions.addChildren([statement, contribPayments, loanPayments, loanApplications, fines]),
] as const;
