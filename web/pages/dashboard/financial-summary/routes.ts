// Routes of the financial summary: a frame with pages in it.
import { createRoute } from "@tanstack/react-router";
import { readDirectorsSearch } from "#web/pages/search.ts";
import { GROUP, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const financialSummary = createRoute({
  getParentRoute: () => dashboard,
  path: "/financial-summary",
  // The frame has no loader: those of its pages request what it shows.
  component: page(() => import("./financial-summary.tsx"), "FinancialSummary", { words: GROUP })
    .component,
});

const summaryOverview = createRoute({
  getParentRoute: () => financialSummary,
  path: "/",
  ...page(() => import("./financial-summary.tsx"), "OverviewPage", { words: GROUP }),
});

const loanSummary = createRoute({
  getParentRoute: () => financialSummary,
  path: "/loan-summary",
  ...page(() => import("./member-summaries.tsx"), "LoanSummaryPage", {
    validateSearch: readDirectorsSearch,
    words: GROUP,
  }),
});

const commonersSummary = createRoute({
  getParentRoute: () => financialSummary,
  path: "/commoners",
  ...page(() => import("./commoners.tsx"), "CommonersSummaryPage", { words: GROUP }),
});

export const summaryRoutes = [
  financialSummary.addChildren([summaryOverview, loanSummary, commonersSummary]),
] as const;
