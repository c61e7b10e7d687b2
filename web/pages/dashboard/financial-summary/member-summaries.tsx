import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";
import { getUsers, type User } from "#endpoints/members.ts";
import { memberFacts, whyNoPayment } from "#domain/members/member-status.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  MemberCards,
  MemberFilter,
  type MemberFilterValue,
  MemberHead,
} from "#web/features/members/member-list.tsx";
import { loanBalance, memberName } from "#web/features/members/member.tsx";
import { settlementOffered } from "#web/features/members/offered-acts.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { Money } from "#web/ui/money.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readDirectorsSearch } from "#web/pages/search.ts";
import { membersIn } from "../list-in-address.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { SummaryDialogs, type SummaryDialog } from "./summary-dialogs.tsx";

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

LoanSummaryPage.loader = ((prefetch, { may, search }) => {
  if (may("financial-summary.read")) prefetch(getUsers, membersIn(search, pageSize));
}) satisfies PageLoader<typeof readDirectorsSearch>;

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

MemberSummariesPage.loader = ((prefetch, { may, search }) => {
  if (may("members.manage")) prefetch(getUsers, membersIn(search, pageSize));
}) satisfies PageLoader<typeof readDirectorsSearch>;

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
  const found = useEndpoint(getUsers, membersIn(value, pageSize));
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
            officialId={actor.id}
            mayEnter={may("approvals.list") && user.id !== actor.id}
          />
        )}
      />
      <SummaryDialogs
        // The list may change while the dialog is open, as after a search, so it may no longer have this member.
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

/** The search, status and page in the address. */
function summariesOf({ search = "", status, page = 1 }: Search): SummariesValue {
  return { search, status: status ?? "", page };
}

/** The query for these values; default values are left out. */
function addressOf({ search, status, page }: SummariesValue): Search {
  return {
    ...(search === "" ? {} : { search }),
    ...(status === "" ? {} : { status }),
    ...(page === 1 ? {} : { page }),
  };
}

type MemberSummaryCardProps = {
  user: User;
  onOpen: (dialog: SummaryDialog) => void;
  /** Who views it. */
  officialId: number;
  /** Whether the viewer may enter payments in the member's name, as the Treasurer and the Sec-Gen may. */
  mayEnter: boolean;
};

const words = { recover: "recover", exit: "exit", clear: "clear", cleared: "cleared" } as const;

/** A member's standing with the group, and how they may leave it (SCR-22, EXIT-12). */
function MemberSummaryCard({ user, onOpen, officialId, mayEnter }: MemberSummaryCardProps) {
  const text = useTranslations("members");
  const settle = useTranslations("settlements");
  const name = memberName(user);
  const offered = settlementOffered(user, officialId);
  const forWhom = <span className="sr-only">{` ${name}`}</span>;

  return (
    <Card className="flex h-full flex-col">
      <MemberHead user={user} />
      <Facts
        facts={[
          { label: text("regNumber"), value: user.reg_number },
          { label: text("contributions"), value: <Money amount={user.total_contributions} /> },
          { label: text("loanBalance"), value: <Money amount={loanBalance(user)} /> },
          ...(user.bad_debt_outstanding > 0
            ? [
                {
                  label: text("badDebt"),
                  value: <Money amount={user.bad_debt_outstanding} className="text-bad" />,
                },
              ]
            : []),
        ]}
      />
      <div className="mt-auto grid grid-cols-2 gap-2 pt-4">
        <Button variant="secondary" className="px-1! text-sm" onClick={() => onOpen("summary")}>
          <span>
            {settle("summary")}
            {forWhom}
          </span>
        </Button>
        <Button
          variant="secondary"
          className="px-1! text-sm"
          disabled={offered.disabled}
          onClick={() => offered.action !== "cleared" && onOpen(offered.action)}
        >
          <span>
            {settle(words[offered.action])}
            {forWhom}
          </span>
        </Button>
        {mayEnter && whyNoPayment(memberFacts(user)) === null && (
          <Button
            variant="secondary"
            className="col-span-2 px-1! text-sm"
            onClick={() => onOpen("enter")}
          >
            <span>
              {text("enterFor")}
              {forWhom}
            </span>
          </Button>
        )}
      </div>
    </Card>
  );
}
