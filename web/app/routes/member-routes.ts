// A member's own pages.
import { createRoute } from "@tanstack/react-router";
import { HomePage } from "#web/pages/dashboard/home.tsx";
import { readContributionsSearch, readLoansSearch, readPageSearch } from "../search.ts";
import { dashboard } from "./frames.ts";
import { page } from "./page.ts";

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

// One page at three addresses: the application and the repayment open above the list.
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

export const memberRoutes = [
  home,
  news,
  contributions,
  loans.addChildren([loansIndex, applyLoan, repayLoan]),
  profile,
  notices,
] as const;
