// Routes under /dashboard. Each folder has its own; the route of a page has the name of its file, as far as it has one.
import { createRoute } from "@tanstack/react-router";
import { GROUP, loading, page } from "../page.ts";
import { readContributionsSearch, readPageSearch } from "../search.ts";
import { accountingRoutes } from "./accounting/routes.ts";
import { adminRoutes } from "./admin/routes.ts";
import { approvalRoutes } from "./approvals/routes.ts";
import { summaryRoutes } from "./financial-summary/routes.ts";
import { dashboard } from "./frame/dashboard.tsx";
import { HomePage } from "./home.tsx";
import { loanRoutes } from "./loans/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { transactionRoutes } from "./transactions/routes.ts";

const home = createRoute({
  getParentRoute: () => dashboard,
  path: "/",
  component: HomePage,
  ...loading(HomePage.loader),
});

const news = createRoute({
  getParentRoute: () => dashboard,
  path: "/news",
  ...page(() => import("./news.tsx"), "NewsPage"),
});

const contributions = createRoute({
  getParentRoute: () => dashboard,
  path: "/contributions",
  ...page(() => import("./contributions.tsx"), "ContributionsPage", {
    validateSearch: readContributionsSearch,
  }),
});

const merryGoRound = createRoute({
  getParentRoute: () => dashboard,
  path: "/contributions/merry-go-round",
  ...page(() => import("./merry-go-round.tsx"), "MerryGoRoundPage", {
    validateSearch: readPageSearch,
    words: [...GROUP, "rotations"],
  }),
});

export const dashboardRoutes = dashboard.addChildren([
  home,
  news,
  contributions,
  merryGoRound,
  ...loanRoutes,
  ...profileRoutes,
  ...transactionRoutes,
  ...summaryRoutes,
  ...approvalRoutes,
  ...adminRoutes,
  ...accountingRoutes,
]);
