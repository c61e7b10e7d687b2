// Transactions and the financial summary, each a frame with pages in it.
import { createRoute } from "@tanstack/react-router";
import { readDirectorsSearch, readPaymentsSearch, readStatementSearch } from "../search.ts";
import { dashboard } from "./frames.ts";
import { page } from "./page.ts";

const transactions = createRoute({
  getParentRoute: () => dashboard,
  path: "/transactions",
  component: page(
    "transactions",
    () => import("#web/pages/dashboard/transactions/finance-center.tsx"),
    "FinanceCenter",
  ),
});

const statement = createRoute({
  getParentRoute: () => transactions,
  path: "/",
  validateSearch: readStatementSearch,
  component: page(
    "statement",
    () => import("#web/pages/dashboard/transactions/statement.tsx"),
    "StatementPage",
  ),
});

const contribPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/contrib-payments",
  validateSearch: readPaymentsSearch,
  component: page(
    "contrib-payments",
    () => import("#web/pages/dashboard/transactions/contrib-payments.tsx"),
    "ContribPaymentsPage",
  ),
});

const loanPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-payments",
  validateSearch: readPaymentsSearch,
  component: page(
    "loan-payments",
    () => import("#web/pages/dashboard/transactions/loan-payments.tsx"),
    "LoanPaymentsPage",
  ),
});

const loanApplications = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-applications",
  validateSearch: readPaymentsSearch,
  component: page(
    "loan-applications",
    () => import("#web/pages/dashboard/transactions/loan-applications.tsx"),
    "LoanApplicationsPage",
  ),
});

const fines = createRoute({
  getParentRoute: () => transactions,
  path: "/fines",
  validateSearch: readPaymentsSearch,
  component: page(
    "fines",
    () => import("#web/pages/dashboard/transactions/fines.tsx"),
    "FinesPage",
  ),
});

const financialSummary = createRoute({
  getParentRoute: () => dashboard,
  path: "/financial-summary",
  component: page(
    "financial-summary",
    () => import("#web/pages/dashboard/financial-summary/financial-summary.tsx"),
    "FinancialSummary",
  ),
});

const summaryOverview = createRoute({
  getParentRoute: () => financialSummary,
  path: "/",
  component: page(
    "summary-overview",
    () => import("#web/pages/dashboard/financial-summary/overview.tsx"),
    "OverviewPage",
  ),
});

const loanSummary = createRoute({
  getParentRoute: () => financialSummary,
  path: "/loan-summary",
  validateSearch: readDirectorsSearch,
  component: page(
    "loan-summary",
    () => import("#web/pages/dashboard/financial-summary/member-summaries.tsx"),
    "LoanSummaryPage",
  ),
});

const commonersSummary = createRoute({
  getParentRoute: () => financialSummary,
  path: "/commoners",
  component: page(
    "commoners-summary",
    () => import("#web/pages/dashboard/financial-summary/commoners.tsx"),
    "CommonersSummaryPage",
  ),
});

export const transactionRoutes = [
  transactions.addChildren([statement, contribPayments, loanPayments, loanApplications, fines]),
  financialSummary.addChildren([summaryOverview, loanSummary, commonersSummary]),
] as const;
