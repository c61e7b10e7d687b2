// Routes of a member's profile.
import { createRoute } from "@tanstack/react-router";
import { readPageSearch } from "#web/pages/search.ts";
import { ACCOUNT, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: "/profile",
  ...page(() => import("./profile.tsx"), "ProfilePage", { words: ACCOUNT }),
});

const notices = createRoute({
  getParentRoute: () => dashboard,
  path: "/profile/notices",
  ...page(() => import("./notices.tsx"), "NoticesPage", {
    validateSearch: readPageSearch,
    words: ["rest", "notices"],
  }),
});

export const profileRoutes = [profile, notices] as const;
