// Routes of a member's transactions: a frame with pages in it.
import { createRoute } from "@tanstack/react-router";
import { readPaymentsSearch, readStatementSearch } from "#web/pages/search.ts";
import { page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const transactions = createRoute({
  getParentRoute: () => dashboard,
  path: "/transactions",
  // The frame has no loader: those of its pages request what it shows, which is what is owed to funds.
  component: page(() => import("./finance-center.tsx"), "FinanceCenter").component,
});

const statement = createRoute({
  getParentRoute: () => transactions,
  path: "/",
  ...page(() => import("./statement.tsx"), "StatementPage", {
    validateSearch: readStatementSearch,
  }),
});

const contribPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/contrib-payments",
  ...page(() => import("./payment-lists.tsx"), "ContribPaymentsPage", {
    validateSearch: readPaymentsSearch,
  }),
});

const loanPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-payments",
  ...page(() => import("./payment-lists.tsx"), "LoanPaymentsPage", {
    validateSearch: readPaymentsSearch,
  }),
});

const loanApplications = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-applications",
  ...page(() => import("./payment-lists.tsx"), "LoanApplicationsPage", {
    validateSearch: readPaymentsSearch,
  }),
});

const fines = createRoute({
  getParentRoute: () => transactions,
  path: "/fines",
  ...page(() => import("./fines.tsx"), "FinesPage", {
    validateSearch: readPaymentsSearch,
  }),
});

const funds = createRoute({
  getParentRoute: () => transactions,
  path: "/funds",
  ...page(() => import("./fund-payments.tsx"), "FundPaymentsPage", {
    validateSearch: readPaymentsSearch,
  }),
});

export const transactionRoutes = [
  transactions.addChildren([
    statement,
    contribPayments,
    loanPayments,
    loanApplications,
    fines,
    funds,
  ]),
] as const;
