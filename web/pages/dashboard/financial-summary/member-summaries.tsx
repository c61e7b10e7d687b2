import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";
import { getUsers, type User } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { MemberFilter, type MemberFilterValue } from "#web/features/members/member-filter.tsx";
import {
  MemberSummaryCard,
  type SummaryDialog,
} from "#web/features/members/member-summary-card.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SummaryDialogs } from "./summary-dialogs.tsx";

const summaryRoute = getRouteApi("/dashboard/financial-summary/loan-summary");

/** The tab Summary (SCR-22): a card for each member with what they have and owe. */
export function LoanSummaryPage() {
  const search = summaryRoute.useSearch();
  const navigate = summaryRoute.useNavigate();
  const change = useCallback(
    (value: SummariesValue) =>
      void navigate({ search: addressOf(value), replace: true, resetScroll: false }),
    [navigate],
  );
  return <MemberSummaries value={summariesOf(search)} onChange={change} />;
}

const adminRoute = getRouteApi("/dashboard/admin/member-summaries");

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
  const search = adminRoute.useSearch();
  const navigate = adminRoute.useNavigate();
  const change = useCallback(
    (value: SummariesValue) =>
      void navigate({ search: addressOf(value), replace: true, resetScroll: false }),
    [navigate],
  );
  return <MemberSummaries value={summariesOf(search)} onChange={change} />;
}

/** SCR-22: member list page size. */
const pageSize = 6;

type SummariesValue = MemberFilterValue & { page: number };

type MemberSummariesProps = {
  value: SummariesValue;
  onChange: (value: SummariesValue) => void;
};

/** The member-summary cards with search, status and pages, for the Chairperson and for the two approving offices. */
function MemberSummaries({ value, onChange }: MemberSummariesProps) {
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

type Search = {
  search?: string;
  status?: "active" | "dormant" | "pending_approval" | "cleared";
  page?: number;
};

/** What the address says of the cards shown. */
function summariesOf({ search = "", status, page = 1 }: Search): SummariesValue {
  return { search, status: status ?? "", page };
}

/** The same as an address; what is as usual is left out. */
function addressOf({ search, status, page }: SummariesValue): Search {
  return {
    ...(search === "" ? {} : { search }),
    ...(status === "" ? {} : { status }),
    ...(page === 1 ? {} : { page }),
  };
}
