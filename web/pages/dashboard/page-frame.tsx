import { useGroupName } from "#web/api/group-name.ts";
import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Action } from "#domain/permissions.ts";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { PageNotice, usePageTitle } from "#web/ui/page.tsx";
import { mayOpen } from "./frame/may-open.ts";

type OfficeOnlyProps = {
  needs: Action;
  who: "chairperson" | "treasurer" | "approvers" | "officials";
  children: ReactNode;
};

/** API-18: a page for an office. Others see whose page it is, and the page does not call the server. */
export function OfficeOnly({ needs, who, children }: OfficeOnlyProps) {
  const text = useTranslations("dashboard.failure");
  const menu = useTranslations("dashboard.menu");
  const { may, actor } = useMember();
  if (may(needs)) return children;
  const isHomeOpen = mayOpen(actor, "/dashboard");
  return (
    <PageNotice
      drawing="people"
      title={text("forbiddenTitle", { who: text(who) })}
      hint={text("forbiddenText")}
      action={
        <Link
          to={isHomeOpen ? "/dashboard" : "/dashboard/accounting"}
          className={buttonClass("secondary")}
        >
          {menu(isHomeOpen ? "home" : "accounting")}
        </Link>
      }
    />
  );
}

/** Sets the window's title: the page, then the group's own name. */
export function useDashboardTitle(title: string): void {
  usePageTitle(title, useGroupName({ refetchOnMount: false }));
}

type BackLinkProps = {
  to:
    | "/dashboard/approvals"
    | "/dashboard/contributions"
    | "/dashboard/accounting"
    | "/dashboard/accounting/portfolio"
    | "/dashboard/accounting/meetings"
    | "/dashboard/accounting/messages"
    | "/dashboard/accounting/statements"
    | "/dashboard/admin"
    | "/dashboard/financial-summary"
    | "/dashboard/loans"
    | "/dashboard/profile";
  children: ReactNode;
};

/** A link to the page above this one; for an auditor who may not open that one, to the books. */
export function BackLink({ to, children }: BackLinkProps) {
  const menu = useTranslations("dashboard.menu");
  const { actor } = useMember();
  const isOpen = mayOpen(actor, to);
  return (
    <Link
      to={isOpen ? to : "/dashboard/accounting"}
      data-print="never"
      className="mb-2 -ms-1 inline-flex min-h-11 items-center gap-1 font-semibold text-brand hover:underline"
    >
      <ChevronLeft aria-hidden className="size-5" />
      {isOpen ? children : menu("accounting")}
    </Link>
  );
}

type TabLinksProps = {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly { to: NonNullable<LinkProps["to"]>; label: string; exact?: boolean }[];
};

/** The sections of an area, each with its own address. On a phone they wrap, so that each one is visible. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} data-print="never" className="mb-3 border-b md:mb-6 border-line">
      <ul className="-mb-px flex flex-wrap md:gap-x-1">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
              className="inline-flex min-h-11 items-center border-b-[3px] px-1 font-semibold whitespace-nowrap outline-offset-[-3px] max-md:text-[0.8125rem] md:px-3"
              activeProps={{ className: "border-brand text-brand" }}
              inactiveProps={{
                className: "border-transparent text-muted hover:border-line hover:text-ink",
              }}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
