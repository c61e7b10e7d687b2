// Routes of the financial summary: a frame with pages in it.
import { createRoute } from "@tanstack/react-router";
import { readDirectorsSearch } from "#web/pages/search.ts";
import { page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const financialSummary = createRoute({
  getParentRoute: () => dashboard,
  path: "/financial-summary",
  component: page("financial-summary", () => import("./financial-summary.tsx"), "FinancialSummary"),
});

const summaryOverview = createRoute({
  getParentRoute: () => financialSummary,
  path: "/",
  component: page("summary-overview", () => import("./financial-summary.tsx"), "OverviewPage"),
});

const loanSummary = createRoute({
  getParentRoute: () => financialSummary,
  path: "/loan-summary",
  validateSearch: readDirectorsSearch,
  component: page("loan-summary", () => import("./member-summaries.tsx"), "LoanSummaryPage"),
});

const commonersSummary = createRoute({
  getParentRoute: () => financialSummary,
  path: "/commoners",
  component: page("commoners-summary", () => import("./commoners.tsx"), "CommonersSummaryPage"),
});

export const summaryRoutes = [
  financialSummary.addChildren([summaryOverview, loanSummary, commonersSummary]),
] as const;
