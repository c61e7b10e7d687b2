import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";
import { getUsers, type User } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  MemberCards,
  MemberFilter,
  type MemberFilterValue,
} from "#web/features/members/member-list.tsx";
import {
  MemberSummaryCard,
  type SummaryDialog,
} from "#web/features/members/member-summary-card.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
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
      <MemberCards
        found={found}
        page={page}
        pageSize={pageSize}
        onPage={(next) => onChange({ ...value, page: next })}
        cardClass="h-64"
        card={(user) => (
          <MemberSummaryCard
            user={user}
            onOpen={(dialog) => setOpen({ user, dialog })}
            mayEnter={may("approvals.list") && user.id !== actor.id}
          />
        )}
      />
      <SummaryDialogs
        // The list beneath may become another one, as after a search, while something is typed.
        user={users?.find(({ id }) => id === open?.user.id) ?? open?.user}
        dialog={open?.dialog}
        onClose={() => setOpen(null)}
      />
    </>
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
