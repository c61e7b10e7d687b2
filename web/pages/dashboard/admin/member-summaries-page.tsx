import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { useTranslations } from "use-intl";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BackLink } from "../back-link.tsx";
import { MemberSummaries, type SummariesValue } from "../financial-summary/member-summaries.tsx";
import { addressOf, summariesOf } from "../financial-summary/summaries-address.ts";
import { OfficeOnly } from "../office-only.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";

const route = getRouteApi("/dashboard/admin/member-summaries");

/** The member-summary card variant of Admin (SCR-22). */
export function MemberSummariesPage() {
  const text = useTranslations("members");
  useDashboardTitle(text("summaries"));
  return (
    <OfficeOnly needs="members.manage" who="chairperson">
      <BackLink to="/dashboard/admin">{text("back")}</BackLink>
      <PageHeader title={text("summaries")} subtitle={text("summariesText")} />
      <Cards />
    </OfficeOnly>
  );
}

function Cards() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (value: SummariesValue) =>
      void navigate({ search: addressOf(value), replace: true, resetScroll: false }),
    [navigate],
  );
  return <MemberSummaries value={summariesOf(search)} onChange={change} />;
}
