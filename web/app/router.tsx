// Every address of the application and the chunk that serves it.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AsyncRouteComponent,
} from "@tanstack/react-router";
import { NotFoundPage } from "#web/pages/not-found.tsx";
import { UnexpectedErrorPage } from "#web/pages/unexpected-error.tsx";
import { loadChunk } from "#web/ui/load-chunk.ts";
import { PageNotFound, PageProblem } from "./page-problem.tsx";
import { PageWaits } from "./page-waits.tsx";
import { readContributionsSearch, readDirectorsSearch, readTrialBalanceSearch } from "./search.ts";

/** A page in its own chunk, loaded when it is gone to. */
function page<Name extends string>(
  id: string,
  load: () => Promise<Record<Name, AsyncRouteComponent<object>>>,
  name: Name,
) {
  return lazyRouteComponent(() => loadChunk(id, load), name);
}

const root = createRootRoute({
  errorComponent: UnexpectedErrorPage,
  notFoundComponent: NotFoundPage,
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: page("sign-up", () => import("#web/pages/public/sign-up.tsx"), "SignUpPage"),
});

const activate = createRoute({
  getParentRoute: () => root,
  path: "/user/activate/$token",
  component: page("activate", () => import("./token-pages.tsx"), "Activate"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/user/forgot-password/$token",
  component: page("forgot-password", () => import("./token-pages.tsx"), "ForgotPassword"),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboard",
  component: page("dashboard", () => import("./dashboard.tsx"), "Dashboard"),
  notFoundComponent: PageNotFound,
});

const home = createRoute({
  getParentRoute: () => dashboard,
  path: "/",
  component: page("home", () => import("#web/pages/dashboard/home.tsx"), "HomePage"),
});

const news = createRoute({
  getParentRoute: () => dashboard,
  path: "/news",
  component: page("news", () => import("#web/pages/dashboard/news.tsx"), "NewsPage"),
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

const approvals = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals",
  component: page(
    "approvals",
    () => import("#web/pages/dashboard/approvals/approvals.tsx"),
    "ApprovalsPage",
  ),
});

const approveContributions = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-monthly-contributions",
  component: page(
    "approve-monthly-contributions",
    () => import("#web/pages/dashboard/approvals/approve-monthly-contributions.tsx"),
    "ApproveMonthlyContributionsPage",
  ),
});

const accounting = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting",
  component: page(
    "accounting",
    () => import("#web/pages/dashboard/accounting/accounting.tsx"),
    "AccountingPage",
  ),
});

const trialBalance = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/trial-balance",
  validateSearch: readTrialBalanceSearch,
  component: page(
    "trial-balance",
    () => import("#web/pages/dashboard/accounting/trial-balance.tsx"),
    "TrialBalancePage",
  ),
});

const admin = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin",
  component: page("admin", () => import("#web/pages/dashboard/admin/admin.tsx"), "AdminPage"),
});

const directors = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/directors",
  validateSearch: readDirectorsSearch,
  component: page(
    "directors",
    () => import("#web/pages/dashboard/admin/directors.tsx"),
    "DirectorsPage",
  ),
});

const commoners = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/commoners",
  component: page(
    "commoners",
    () => import("#web/pages/dashboard/admin/commoners.tsx"),
    "CommonersPage",
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signUp,
    activate,
    forgotPassword,
    dashboard.addChildren([
      home,
      news,
      contributions,
      approvals,
      approveContributions,
      accounting,
      trialBalance,
      admin,
      directors,
      commoners,
    ]),
  ]),
  // Emailed links end with a slash, typed ones do not: both are served as they come.
  trailingSlash: "preserve",
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultErrorComponent: PageProblem,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PageWaits,
  defaultPendingMs: 150,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
