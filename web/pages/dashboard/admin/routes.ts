// Routes of the group and its members, for officials.
import { createRoute } from "@tanstack/react-router";
import { readAuditSearch, readDirectorsSearch, readInvitationsSearch } from "#web/pages/search.ts";
import { OFFICE, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const admin = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin",
  component: page("admin", () => import("./admin.tsx"), "AdminPage"),
});

const directors = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/directors",
  validateSearch: readDirectorsSearch,
  component: page("directors", () => import("./directors.tsx"), "DirectorsPage"),
});

const commoners = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/commoners",
  component: page("commoners", () => import("../placeholders.tsx"), "CommonersPage"),
});

const memberSummaries = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/member-summaries",
  validateSearch: readDirectorsSearch,
  component: page(
    "member-summaries",
    () => import("../financial-summary/member-summaries.tsx"),
    "MemberSummariesPage",
  ),
});

const invitations = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/invitations",
  validateSearch: readInvitationsSearch,
  component: page("invitations", () => import("./invitations.tsx"), "InvitationsPage"),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/settings",
  component: page("settings", () => import("./settings.tsx"), "SettingsPage", OFFICE),
});

const audit = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/audit",
  validateSearch: readAuditSearch,
  component: page("audit", () => import("./audit.tsx"), "AuditPage", OFFICE),
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
