// Routes of the group and its members, for officials.
import { createRoute } from "@tanstack/react-router";
import { readAuditSearch, readDirectorsSearch, readInvitationsSearch } from "#web/pages/search.ts";
import { GROUP, OFFICE, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const admin = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin",
  ...page(() => import("./admin.tsx"), "AdminPage", { words: GROUP }),
});

const directors = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/directors",
  ...page(() => import("./directors.tsx"), "DirectorsPage", {
    validateSearch: readDirectorsSearch,
    words: GROUP,
  }),
});

const commoners = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/commoners",
  ...page(() => import("../placeholders.tsx"), "CommonersPage"),
});

const memberSummaries = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/member-summaries",
  ...page(() => import("../financial-summary/member-summaries.tsx"), "MemberSummariesPage", {
    validateSearch: readDirectorsSearch,
    words: GROUP,
  }),
});

const invitations = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/invitations",
  ...page(() => import("./invitations.tsx"), "InvitationsPage", {
    validateSearch: readInvitationsSearch,
    words: GROUP,
  }),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/settings",
  ...page(() => import("./settings.tsx"), "SettingsPage", { words: OFFICE }),
});

const audit = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/audit",
  ...page(() => import("./audit.tsx"), "AuditPage", {
    validateSearch: readAuditSearch,
    words: OFFICE,
  }),
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
