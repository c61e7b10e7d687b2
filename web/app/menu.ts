// The links of the side menu and who sees each (spec 2). What a member may do is asked of domain/permissions.ts.
import {
  BookOpenText,
  CircleCheckBig,
  HandCoins,
  House,
  Newspaper,
  ShieldCheck,
  type LucideIcon,
} from "lucide-react";
import type { Action } from "#domain/permissions.ts";

export type MenuLink = {
  to:
    | "/dashboard"
    | "/dashboard/admin"
    | "/dashboard/news"
    | "/dashboard/approvals"
    | "/dashboard/contributions"
    | "/dashboard/accounting";
  label: "home" | "admin" | "news" | "approvals" | "contributions" | "accounting";
  Icon: LucideIcon;
  /** Shown to who may do this; to everyone without it. */
  needs?: Action;
};

export const menuLinks: readonly MenuLink[] = [
  { to: "/dashboard", label: "home", Icon: House },
  { to: "/dashboard/admin", label: "admin", Icon: ShieldCheck, needs: "members.manage" },
  { to: "/dashboard/news", label: "news", Icon: Newspaper },
  {
    to: "/dashboard/approvals",
    label: "approvals",
    Icon: CircleCheckBig,
    needs: "approvals.list",
  },
  { to: "/dashboard/contributions", label: "contributions", Icon: HandCoins },
  { to: "/dashboard/accounting", label: "accounting", Icon: BookOpenText },
];
