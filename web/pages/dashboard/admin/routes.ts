// Routes of the group and its members, for officials.
import { createRoute } from "@tanstack/react-router";
import { readAuditSearch, readDirectorsSearch, readInvitationsSearch } from "#web/pages/search.ts";
import { GROUP, OFFICE, PEOPLE, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const admin = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin",
  ...page(() => import("./admin.tsx"), "AdminPage", { words: PEOPLE }),
});

const directors = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/directors",
  ...page(() => import("./directors.tsx"), "DirectorsPage", {
    validateSearch: readDirectorsSearch,
    words: PEOPLE,
  }),
});

const commoners = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/commoners",
  ...page(() => import("./commoners.tsx"), "CommonersPage", { words: GROUP }),
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
    words: [...PEOPLE, "opening"],
  }),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/settings",
  ...page(() => import("./settings.tsx"), "SettingsPage", { words: [...OFFICE, "lending"] }),
});

const audit = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/audit",
  ...page(() => import("./audit.tsx"), "AuditPage", {
    validateSearch: readAuditSearch,
    words: [...OFFICE, "receipts", "notices"],
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
