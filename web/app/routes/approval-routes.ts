// What waits for the two offices.
import { createRoute } from "@tanstack/react-router";
import { dashboard } from "./frames.ts";
import { page } from "./page.ts";

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
    "approval-list",
    () => import("#web/pages/dashboard/approvals/approval-list.tsx"),
    "ApproveMonthlyContributionsPage",
  ),
});

const approveLoanApplications = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-applications",
  component: page(
    "approval-list",
    () => import("#web/pages/dashboard/approvals/approval-list.tsx"),
    "ApproveLoanApplicationsPage",
  ),
});

const approveLoanPayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-payments",
  component: page(
    "approval-list",
    () => import("#web/pages/dashboard/approvals/approval-list.tsx"),
    "ApproveLoanPaymentsPage",
  ),
});

const approveFinePayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-fine-payments",
  component: page(
    "approval-list",
    () => import("#web/pages/dashboard/approvals/approval-list.tsx"),
    "ApproveFinePaymentsPage",
  ),
});

export const approvalRoutes = [
  approvals,
  approveContributions,
  approveLoanApplications,
  approveLoanPayments,
  approveFinePayments,
] as const;
