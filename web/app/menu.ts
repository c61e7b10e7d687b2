// The links of the side menu and who sees each (SCR-5). What a member may do is asked of domain/permissions.ts.
import {
  ArrowLeftRight,
  Banknote,
  BookOpenText,
  ChartNoAxesColumn,
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
    | "/dashboard/loans"
    | "/dashboard/accounting"
    | "/dashboard/transactions"
    | "/dashboard/financial-summary";
  label:
    | "home"
    | "admin"
    | "news"
    | "approvals"
    | "contributions"
    | "loans"
    | "accounting"
    | "transactions"
    | "financialSummary";
  Icon: LucideIcon;
  /** Shown to who may do this; to everyone without it. */
  needs?: Action;
};

export const menuLinks: readonly MenuLink[] = [
  { to: "/dashboard", label: "home", Icon: House },
  { to: "/dashboard/admin", label: "admin", Icon: ShieldCheck, needs: "members.manage" },
  { to: "/dashboard/news", label: "news", Icon: Newspaper },
  { to: "/dashboard/transactions", label: "transactions", Icon: ArrowLeftRight },
  {
    to: "/dashboard/approvals",
    label: "approvals",
    Icon: CircleCheckBig,
    needs: "approvals.list",
  },
  { to: "/dashboard/contributions", label: "contributions", Icon: HandCoins },
  { to: "/dashboard/loans", label: "loans", Icon: Banknote },
  { to: "/dashboard/accounting", label: "accounting", Icon: BookOpenText },
  {
    to: "/dashboard/financial-summary",
    label: "financialSummary",
    Icon: ChartNoAxesColumn,
    needs: "financial-summary.read",
  },
];
