// Routes of the group and its members, for officials.
import { createRoute } from "@tanstack/react-router";
import { readAuditSearch, readDirectorsSearch, readInvitationsSearch } from "#web/pages/search.ts";
import { OFFICE, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const admin = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin",
  ...page(() => import("./admin.tsx"), "AdminPage"),
});

const directors = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/directors",
  ...page(() => import("./directors.tsx"), "DirectorsPage", {
    validateSearch: readDirectorsSearch,
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
  }),
});

const invitations = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/invitations",
  ...page(() => import("./invitations.tsx"), "InvitationsPage", {
    validateSearch: readInvitationsSearch,
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
