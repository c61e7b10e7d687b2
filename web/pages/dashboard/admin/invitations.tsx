import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { listInvitations } from "#contract/invitations.ts";
import { getUsers } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { GroupLink } from "#web/features/invitations/sent-link.tsx";
import { InvitationsList } from "#web/features/invitations/invitations-list.tsx";
import { InviteForm } from "#web/features/invitations/invite-form.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/admin/invitations");

export function InvitationsPage() {
  const text = useTranslations("invitations");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="invitations.manage" who="chairperson">
      <BackLink to="/dashboard/admin">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("text")} />
      <Invitations />
    </OfficeOnly>
  );
}

function Invitations() {
  const text = useTranslations("invitations");
  const usual = useUiTexts().groupName;
  const groupName = useEndpoint(getGroup).data?.name ?? usual;
  const { data, error, isError, refetch } = useEndpoint(listInvitations);
  const open = data?.invitations.find(({ kind, state }) => kind === "group" && state === "open");
  return (
    <div className="space-y-4 md:space-y-6">
      <Card title={text("personTitle")}>
        <p className="mb-4 max-w-prose text-muted">{text("personText")}</p>
        <InviteOne groupName={groupName} />
      </Card>
      <GroupLink groupName={groupName} open={open} />
      <Card title={text("listTitle")}>
        {isError ? (
          <LoadProblem detail={error.detail} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-32" />
        ) : (
          <InvitationsList invitations={data.invitations} />
        )}
      </Card>
    </div>
  );
}

/** With the name and RegNo of who is invited to claim their account, where the page was opened for them (OPEN-53). */
function InviteOne({ groupName }: { groupName: string }) {
  const { reg_number: regNumber } = route.useSearch();
  const query = { search: regNumber ?? "", page: 1, page_size: 20 };
  const found = useEndpoint(getUsers, { query, enabled: regNumber !== undefined });
  if (regNumber === undefined) return <InviteForm groupName={groupName} />;
  if (found.isPending) return <Skeleton className="h-64" />;
  const user = found.data?.users.find(({ reg_number }) => reg_number === regNumber);
  const name = user === undefined ? "" : `${user.first_name} ${user.last_name}`;
  return (
    <InviteForm key={regNumber} groupName={groupName} known={{ reg_number: regNumber, name }} />
  );
}
