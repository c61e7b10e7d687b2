// The group and its members, for officials.
import { createRoute } from "@tanstack/react-router";
import { readAuditSearch, readDirectorsSearch, readInvitationsSearch } from "../search.ts";
import { dashboard } from "./frames.ts";
import { OFFICE, page } from "./page.ts";

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

export const adminRoutes = [
  admin,
  directors,
  commoners,
  memberSummaries,
  invitations,
  settings,
  audit,
] as const;
