// Routes of the approvals.
import { createRoute } from "@tanstack/react-router";
import { page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const approvals = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals",
  component: page("approvals", () => import("./approvals.tsx"), "ApprovalsPage"),
});

const approveContributions = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-monthly-contributions",
  component: page(
    "approval-list",
    () => import("./approval-list.tsx"),
    "ApproveMonthlyContributionsPage",
  ),
});

const approveLoanApplications = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-applications",
  component: page(
    "approval-list",
    () => import("./approval-list.tsx"),
    "ApproveLoanApplicationsPage",
  ),
});

const approveLoanPayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-payments",
  component: page("approval-list", () => import("./approval-list.tsx"), "ApproveLoanPaymentsPage"),
});

const approveFinePayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-fine-payments",
  component: page("approval-list", () => import("./approval-list.tsx"), "ApproveFinePaymentsPage"),
});

export const approvalRoutes = [
  approvals,
  approveContributions,
  approveLoanApplications,
  approveLoanPayments,
  approveFinePayments,
] as const;
