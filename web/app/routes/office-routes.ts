// Routes for officials: approvals, and the group and its members.
import { createRoute } from "@tanstack/react-router";
import { readAuditSearch, readDirectorsSearch, readInvitationsSearch } from "../search.ts";
import { dashboard, OFFICE, page } from "./page.ts";

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
    () => import("#web/pages/dashboard/placeholders.tsx"),
    "CommonersPage",
  ),
});

const memberSummaries = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/member-summaries",
  validateSearch: readDirectorsSearch,
  component: page(
    "member-summaries",
    () => import("#web/pages/dashboard/financial-summary/member-summaries.tsx"),
    "MemberSummariesPage",
  ),
});

const invitations = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/invitations",
  validateSearch: readInvitationsSearch,
  component: page(
    "invitations",
    () => import("#web/pages/dashboard/admin/invitations.tsx"),
    "InvitationsPage",
  ),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/settings",
  component: page(
    "settings",
    () => import("#web/pages/dashboard/admin/settings.tsx"),
    "SettingsPage",
    OFFICE,
  ),
});

const audit = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/audit",
  validateSearch: readAuditSearch,
  component: page(
    "audit",
    () => import("#web/pages/dashboard/admin/audit.tsx"),
    "AuditPage",
    OFFICE,
  ),
});

export const officeRoutes = [
  approvals,
  approveContributions,
  approveLoanApplications,
  approveLoanPayments,
  approveFinePayments,
  admin,
  directors,
  commoners,
  memberSummaries,
  invitations,
  settings,
  audit,
] as const;
