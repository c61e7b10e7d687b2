import { useGroupName } from "#web/api/group-name.ts";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import {
  listHanded,
  listInvitations,
  endInvitation,
  type Invitation,
} from "#endpoints/invitations.ts";
import { getUsers } from "#endpoints/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { InviteAll } from "#web/features/invitations/invite-all.tsx";
import { InviteForm, GroupLink } from "#web/features/invitations/invite-form.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readInvitationsSearch } from "#web/pages/search.ts";
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

InvitationsPage.loader = ((prefetch, { may, search: { reg_number: regNumber } }) => {
  if (!may("invitations.manage")) return;
  prefetch(listInvitations);
  prefetch(listHanded);
  if (regNumber !== undefined) prefetch(getUsers, membersLike(regNumber));
}) satisfies PageLoader<typeof readInvitationsSearch>;

function membersLike(regNumber: string) {
  return { query: { search: regNumber, page: 1, page_size: 20 } };
}

function Invitations() {
  const text = useTranslations("invitations");
  const groupName = useGroupName();
  const { data, error, isError, refetch } = useEndpoint(listInvitations);
  const open = data?.invitations.find(({ kind, state }) => kind === "group" && state === "open");
  // Whether there is anybody to invite decides what stands first: nothing below may move.
  if (useEndpoint(listHanded).isPending) return <Skeleton className="h-screen" />;
  return (
    <div className="space-y-4 md:space-y-6">
      <InviteAll groupName={groupName} />
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

/** The form for one person. If opened for a member from the group's book, it has their name and RegNo (OPEN-53). */
function InviteOne({ groupName }: { groupName: string }) {
  const { reg_number: regNumber } = route.useSearch();
  const found = useEndpoint(getUsers, {
    ...membersLike(regNumber ?? ""),
    enabled: regNumber !== undefined,
  });
  if (regNumber === undefined) return <InviteForm groupName={groupName} />;
  if (found.isPending) return <Skeleton className="h-64" />;
  const user = found.data?.users.find(({ reg_number }) => reg_number === regNumber);
  const name = user === undefined ? "" : `${user.first_name} ${user.last_name}`;
  return (
    <InviteForm key={regNumber} groupName={groupName} known={{ reg_number: regNumber, name }} />
  );
}

const tones: Record<Invitation["state"], Tone> = {
  open: "waiting",
  used: "good",
  ended: "plain",
  expired: "plain",
};

/** Every invitation with its state, newest first; open ones can be ended. */
function InvitationsList({ invitations }: { invitations: readonly Invitation[] }) {
  const text = useTranslations("invitations");
  const [ending, setEnding] = useState<Invitation | null>(null);
  const titleOf = useTitle();
  if (invitations.length === 0)
    return <EmptyState drawing="people" title={text("none")} hint={text("noneHint")} />;
  return (
    <>
      <ul aria-label={text("listTitle")} className="divide-y divide-line">
        {invitations.map((each) => (
          <Row key={each.id} invitation={each} onEnd={() => setEnding(each)} />
        ))}
      </ul>
      <Modal
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={text("endTitle", { whom: ending === null ? "" : titleOf(ending) })}
        width="small"
      >
        {ending !== null && <EndInvitation invitation={ending} onEnded={() => setEnding(null)} />}
      </Modal>
    </>
  );
}

/** The title of an invitation in the list: the person's name, or else what is known about them. */
function useTitle(): (invitation: Invitation) => string {
  const text = useTranslations("invitations");
  return ({ kind, name, email, phone, reg_number }) =>
    kind === "group"
      ? text("groupTitle")
      : (name ?? email ?? phone ?? reg_number ?? text("someone"));
}

function Row({ invitation, onEnd }: { invitation: Invitation; onEnd: () => void }) {
  const text = useTranslations("invitations");
  const { offices } = useUiTexts();
  const { kind, state, role, name, email, phone, reg_number, used_by: usedBy } = invitation;
  const title = useTitle()(invitation);
  const facts = [
    role === null ? null : offices[role],
    reg_number,
    name === null ? null : (email ?? phone),
    kind === "group" ? text("signUps", { count: invitation.sign_ups }) : null,
    usedBy === null ? null : text("usedBy", { name: usedBy.full_name }),
    state === "open" ? text("until", { moment: formatMomentAndTime(invitation.expires_at) }) : null,
  ].filter((fact) => fact !== null);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{facts.join(" · ")}</p>
      </div>
      <Badge tone={tones[state]}>{text(`states.${state}`)}</Badge>
      {state === "open" && (
        <Button variant="quiet" onClick={onEnd}>
          {text("end")}
          <span className="sr-only">{` ${title}`}</span>
        </Button>
      )}
    </li>
  );
}

/** Asks for confirmation, because ending stops the link for everybody who has it. */
function EndInvitation(props: { invitation: Invitation; onEnded: () => void }) {
  const text = useTranslations("invitations");
  const end = useAction(endInvitation);
  const send = async () => {
    const outcome = await end.run({ params: { id: props.invitation.id } });
    if (outcome.ok) props.onEnded();
  };
  return (
    <div className="flex flex-col gap-4">
      <p>{text(props.invitation.kind === "group" ? "endGroupText" : "endText")}</p>
      <Button variant="danger" className="sm:self-end" busy={end.busy} onClick={() => void send()}>
        {text("endNow")}
      </Button>
    </div>
  );
}
