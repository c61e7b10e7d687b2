// Routes of a member's own pages. Transactions and the financial summary are frames with pages in them.
import { createRoute } from "@tanstack/react-router";
import { HomePage } from "#web/pages/dashboard/home.tsx";
import {
  readContributionsSearch,
  readDirectorsSearch,
  readLoansSearch,
  readPageSearch,
  readPaymentsSearch,
  readStatementSearch,
} from "../search.ts";
import { dashboard, page } from "./page.ts";

const home = createRoute({
  getParentRoute: () => dashboard,
  path: "/",
  component: HomePage,
});

const news = createRoute({
  getParentRoute: () => dashboard,
  path: "/news",
  component: page("news", () => import("#web/pages/dashboard/placeholders.tsx"), "NewsPage"),
});

const contributions = createRoute({
  getParentRoute: () => dashboard,
  path: "/contributions",
  validateSearch: readContributionsSearch,
  component: page(
    "contributions",
    () => import("#web/pages/dashboard/contributions.tsx"),
    "ContributionsPage",
  ),
});

// One page has three addresses: the dialogs for applying and repaying open above the list.
const loans = createRoute({
  getParentRoute: () => dashboard,
  path: "/loans",
  validateSearch: readLoansSearch,
  component: page("loans", () => import("#web/pages/dashboard/loans/loans.tsx"), "LoansPage"),
});

const loansIndex = createRoute({ getParentRoute: () => loans, path: "/" });

const applyLoan = createRoute({ getParentRoute: () => loans, path: "/apply-loan" });

const repayLoan = createRoute({ getParentRoute: () => loans, path: "/repay-loan/$loanId" });

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: "/profile",
  component: page(
    "profile",
    () => import("#web/pages/dashboard/profile/profile.tsx"),
    "ProfilePage",
  ),
});

const notices = createRoute({
  getParentRoute: () => dashboard,
  path: "/profile/notices",
  validateSearch: readPageSearch,
  component: page(
    "notices",
    () => import("#web/pages/dashboard/profile/notices.tsx"),
    "NoticesPage",
    ["rest", "notices"],
  ),
});

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
    () => import("#web/pages/dashboard/transactions/payment-lists.tsx"),
    "ContribPaymentsPage",
  ),
});

const loanPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-payments",
  validateSearch: readPaymentsSearch,
  component: page(
    "loan-payments",
    () => import("#web/pages/dashboard/transactions/payment-lists.tsx"),
    "LoanPaymentsPage",
  ),
});

const loanApplications = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-applications",
  validateSearch: readPaymentsSearch,
  component: page(
    "loan-applications",
    () => import("#web/pages/dashboard/transactions/payment-lists.tsx"),
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
    () => import("#web/pages/dashboard/financial-summary/financial-summary.tsx"),
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

export const memberRoutes = [
  home,
  news,
  contributions,
  loans.addChildren([loansIndex, applyLoan, repayLoan]),
  profile,
  notices,
  transactions.addChildren([statement, contribPayments, loanPayments, loanApplications, fines]),
  financialSummary.addChildren([summaryOverview, loanSummary, commonersSummary]),
] as const;
