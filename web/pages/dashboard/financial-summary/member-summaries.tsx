import { useState } from "react";
import { useTranslations } from "use-intl";
import { getUsers, type User } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { MemberFilter, type MemberFilterValue } from "#web/features/members/member-filter.tsx";
import {
  MemberSummaryCard,
  type SummaryDialog,
} from "#web/features/members/member-summary-card.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SummaryDialogs } from "./summary-dialogs.tsx";

/** SCR-22: member list page size. */
const pageSize = 6;

export type SummariesValue = MemberFilterValue & { page: number };

type MemberSummariesProps = {
  value: SummariesValue;
  onChange: (value: SummariesValue) => void;
};

/** The member-summary cards with search, status and pages, for the Chairperson and for the two approving offices. */
export function MemberSummaries({ value, onChange }: MemberSummariesProps) {
  const text = useTranslations("members");
  const { search, status, page } = value;
  const { may, actor } = useMember();
  const [open, setOpen] = useState<{ user: User; dialog: SummaryDialog } | null>(null);
  const found = useEndpoint(getUsers, { query: { search, status, page, page_size: pageSize } });
  const users = found.data?.users;

  return (
    <>
      <MemberFilter
        value={{ search, status }}
        onChange={(next) => onChange({ search: next.search.trim(), status: next.status, page: 1 })}
      />
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
                <MemberSummaryCard
                  user={user}
                  onOpen={(dialog) => setOpen({ user, dialog })}
                  mayEnter={may("approvals.list") && user.id !== actor.id}
                />
              </li>
            ))}
          </ul>
          <Paging
            page={page}
            pageSize={pageSize}
            count={found.data?.count ?? 0}
            onPage={(next) => onChange({ ...value, page: next })}
          />
        </div>
      )}
      <SummaryDialogs
        // The list beneath may become another one, as after a search, while something is typed.
        user={users?.find(({ id }) => id === open?.user.id) ?? open?.user}
        dialog={open?.dialog}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

function CardsWait() {
  return (
    <div aria-busy className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: pageSize }, (_, index) => (
        <Skeleton key={index} className="h-64" />
      ))}
    </div>
  );
}
