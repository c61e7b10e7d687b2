// Routes of the approvals.
import { createRoute } from "@tanstack/react-router";
import { page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const approvals = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals",
  ...page(() => import("./approvals.tsx"), "ApprovalsPage"),
});

const approveContributions = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-monthly-contributions",
  ...page(() => import("./approval-list.tsx"), "ApproveMonthlyContributionsPage"),
});

const approveLoanApplications = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-applications",
  ...page(() => import("./approval-list.tsx"), "ApproveLoanApplicationsPage"),
});

const approveLoanPayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-payments",
  ...page(() => import("./approval-list.tsx"), "ApproveLoanPaymentsPage"),
});

const approveFinePayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-fine-payments",
  ...page(() => import("./approval-list.tsx"), "ApproveFinePaymentsPage"),
});

export const approvalRoutes = [
  approvals,
  approveContributions,
  approveLoanApplications,
  approveLoanPayments,
  approveFinePayments,
] as const;
