// Routes of the approvals.
import { createRoute } from "@tanstack/react-router";
import { GROUP, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const approvals = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals",
  ...page(() => import("./approvals.tsx"), "ApprovalsPage", { words: GROUP }),
});

const approveContributions = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-monthly-contributions",
  ...page(() => import("./approval-list.tsx"), "ApproveMonthlyContributionsPage", { words: GROUP }),
});

const approveLoanApplications = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-applications",
  ...page(() => import("./approval-list.tsx"), "ApproveLoanApplicationsPage", { words: GROUP }),
});

const approveLoanPayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-payments",
  ...page(() => import("./approval-list.tsx"), "ApproveLoanPaymentsPage", { words: GROUP }),
});

const approveFinePayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-fine-payments",
  ...page(() => import("./approval-list.tsx"), "ApproveFinePaymentsPage", { words: GROUP }),
});

const approveRotationPayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-merry-go-round-payments",
  ...page(() => import("./approval-list.tsx"), "ApproveRotationPaymentsPage", { words: GROUP }),
});

const approveFundPayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-fund-payments",
  ...page(() => import("./approval-list.tsx"), "ApproveFundPaymentsPage", { words: GROUP }),
});

const approveLoanChanges = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-changes",
  ...page(() => import("./approve-loan-changes.tsx"), "ApproveLoanChangesPage", {
    words: [...GROUP, "lending"],
  }),
});

const approveCollections = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-collections",
  ...page(() => import("./approve-collections.tsx"), "ApproveCollectionsPage", {
    words: [...GROUP, "collections"],
  }),
});

export const approvalRoutes = [
  approvals,
  approveContributions,
  approveLoanApplications,
  approveLoanPayments,
  approveFinePayments,
  approveRotationPayments,
  approveFundPayments,
  approveLoanChanges,
  approveCollections,
] as const;
