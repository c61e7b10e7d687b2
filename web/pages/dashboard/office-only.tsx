import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Action } from "#domain/permissions.ts";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { PageNotice } from "#web/ui/page-notice.tsx";

type OfficeOnlyProps = {
  needs: Action;
  who: "chairperson" | "treasurer" | "approvers" | "officials";
  children: ReactNode;
};

/** API-18: a page for an office. Others are shown whose it is, and nothing is asked of the server. */
export function OfficeOnly({ needs, who, children }: OfficeOnlyProps) {
  const text = useTranslations("dashboard.failure");
  const menu = useTranslations("dashboard.menu");
  const { may } = useMember();
  if (may(needs)) return children;
  return (
    <PageNotice
      drawing="people"
      title={text("forbiddenTitle", { who: text(who) })}
      hint={text("forbiddenText")}
      action={
        <Link to="/dashboard" className={buttonClass("secondary")}>
          {menu("home")}
        </Link>
      }
    />
  );
}
