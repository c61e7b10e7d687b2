import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";
import { getOfficeProposals, getUsers, type User } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { ApproveSeveral } from "#web/features/members/approve-several.tsx";
import { MemberCard, type MemberDialog } from "#web/features/members/member-card.tsx";
import { MemberFilter, type MemberFilterValue } from "#web/features/members/member-filter.tsx";
import { OfficeProposals } from "#web/features/offices/office-proposals.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { FineSeveral } from "../fine-several.tsx";
import { MemberDialogs } from "./member-dialogs.tsx";

const route = getRouteApi("/dashboard/admin/directors");

/** SCR-21: member list page size. */
const pageSize = 6;

export function DirectorsPage() {
  return (
    <OfficeOnly needs="members.manage" who="chairperson">
      <Directors />
    </OfficeOnly>
  );
}

function Directors() {
  const { actor } = useMember();
  const text = useTranslations("members");
  const { search = "", status = "", page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<{ user: User; dialog: MemberDialog } | null>(null);
  const found = useEndpoint(getUsers, { query: { search, status, page, page_size: pageSize } });
  const proposed = useEndpoint(getOfficeProposals);
  useDashboardTitle(text("directors"));

  const filter = useCallback(
    (value: MemberFilterValue) =>
      void navigate({
        search: {
          ...(value.search.trim() === "" ? {} : { search: value.search.trim() }),
          ...(value.status === "" ? {} : { status: value.status }),
        },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );

  const users = found.data?.users;
  const proposalsOf = (user: User) => {
    const own = proposed.data?.proposals.filter(({ member }) => member.id === user.id) ?? [];
    return own.length === 0 ? undefined : <OfficeProposals proposals={own} actor={actor} />;
  };
  return (
    <>
      <BackLink to="/dashboard/admin">{text("back")}</BackLink>
      <PageHeader
        title={text("directors")}
        subtitle={text("directorsText")}
        actions={<FineSeveral />}
      />
      <MemberFilter value={{ search, status }} onChange={filter} />
      <ApproveSeveral
        waiting={users?.filter(waitsForApproval) ?? []}
        ticked={ticked}
        onTick={(ids) => setTicked(new Set(ids))}
      />
      {proposed.isError && (
        <div className="mb-4">
          <LoadProblem detail={proposed.error.detail} onRetry={() => void proposed.refetch()} />
        </div>
      )}
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : users === undefined ? (
        <CardsWait />
      ) : users.length === 0 ? (
        <EmptyState drawing="people" title={text("none")} hint={text("noneHint")} />
      ) : (
        <div className="space-y-4">
          <ul aria-label={text("listLabel")} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {users.map((user) => (
              <li key={user.id} className="min-w-0">
                <MemberCard
                  user={user}
                  isOwn={user.id === actor.id}
                  onOpen={(dialog) => setOpen({ user, dialog })}
                  proposed={proposalsOf(user)}
                  tick={
                    waitsForApproval(user)
                      ? {
                          isTicked: ticked.has(user.id),
                          onTick: () =>
                            setTicked(
                              new Set(
                                [...ticked]
                                  .filter((id) => id !== user.id)
                                  .concat(ticked.has(user.id) ? [] : [user.id]),
                              ),
                            ),
                        }
                      : undefined
                  }
                />
              </li>
            ))}
          </ul>
          <Paging
            page={page}
            pageSize={pageSize}
            count={found.data?.count ?? 0}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
          />
        </div>
      )}
      <MemberDialogs
        // The list beneath may become another one, as after a search, while something is typed.
        user={users?.find(({ id }) => id === open?.user.id) ?? open?.user}
        dialog={open?.dialog}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

/** Whom the Chairperson may approve with the others: their email is proven, and nobody turned them away (MEM-43). */
function waitsForApproval({ status, is_active }: User): boolean {
  return status === "pending_approval" && is_active;
}

function CardsWait() {
  return (
    <div aria-busy className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: pageSize }, (_, index) => (
        <Skeleton key={index} className="h-60" />
      ))}
    </div>
  );
}
