import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getUsers, type User } from "#endpoints/members.ts";
import { getTransactions } from "#endpoints/transactions.ts";
import { shownStatus } from "#domain/members/shown-status.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/report-document.tsx";
import { MemberFilter } from "#web/features/members/member-list.tsx";
import { memberName } from "#web/features/members/member.tsx";
import { PeriodFilter } from "#web/features/transactions/period-filter.tsx";
import { StatementEnds, StatementTable } from "#web/features/transactions/statement.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Code } from "#web/ui/code.tsx";
import { type Column, DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readAuditedMembersSearch } from "#web/pages/search.ts";
import { membersIn, periodOf } from "../list-in-address.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/accounting/members");
const pageSize = 20;

/** The members and their statements, for the auditor (MEM-41). */
export function AuditedMembersPage() {
  const text = useTranslations("auditors");
  useDashboardTitle(text("members"));
  const { member } = route.useSearch();
  return (
    <OfficeOnly needs="members.read-accounts" who="officials">
      {member === undefined ? <Members /> : <Statement key={member} memberId={member} />}
    </OfficeOnly>
  );
}

AuditedMembersPage.loader = ((prefetch, { may, search }) => {
  if (!may("members.read-accounts")) return;
  if (search.member === undefined) prefetch(getUsers, membersIn(search, pageSize));
  else prefetch(getTransactions, statementIn(search.member, search));
}) satisfies PageLoader<typeof readAuditedMembersSearch>;

type Search = ReturnType<typeof readAuditedMembersSearch>;

function statementIn(member: number, { page = 1, ...search }: Search) {
  return { query: { member, ...periodOf(search), page, page_size: pageSize } };
}

function Members() {
  const text = useTranslations("auditors");
  const members = useTranslations("members");
  const navigate = route.useNavigate();
  const address = route.useSearch();
  const { search = "", status = "", page = 1 } = address;
  const found = useEndpoint(getUsers, membersIn(address, pageSize));
  return (
    <>
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader title={text("members")} subtitle={text("membersText")} />
      <MemberFilter
        value={{ search, status }}
        onChange={(next) =>
          void navigate({
            search: {
              ...(next.search.trim() === "" ? {} : { search: next.search.trim() }),
              ...(next.status === "" ? {} : { status: next.status }),
            },
            replace: true,
            resetScroll: false,
          })
        }
      />
      <DataTable
        caption={text("members")}
        captionHidden
        rows={found.data?.users}
        rowKey={({ id }: User) => id}
        loading={found.data === undefined}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        empty={<EmptyState drawing="people" title={members("none")} hint={members("noneHint")} />}
        paging={{
          page,
          pageSize,
          count: found.data?.count ?? 0,
          onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        }}
        columns={useColumns()}
      />
    </>
  );
}

function useColumns(): Column<User>[] {
  const text = useTranslations("auditors");
  const members = useTranslations("members");
  return [
    {
      key: "name",
      title: text("name"),
      slot: "lead",
      rowHeader: true,
      cell: (user) => (
        <Link
          to="/dashboard/accounting/members"
          search={{ member: user.id }}
          className="inline-flex min-h-11 flex-col justify-center font-semibold text-brand underline underline-offset-4 wrap-anywhere"
        >
          {memberName(user)}
        </Link>
      ),
    },
    {
      key: "reg",
      title: members("regNumber"),
      cell: (user) => <Code>{user.reg_number}</Code>,
    },
    {
      key: "status",
      title: members("status"),
      cell: (user) => <StatusBadge status={shownStatus(user)} />,
    },
    {
      key: "held",
      title: text("contributions"),
      align: "end",
      slot: "side",
      cell: (user) => <Money amount={user.total_contributions} />,
    },
  ];
}

function Statement({ memberId }: { memberId: number }) {
  const text = useTranslations("auditors");
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { start_date, end_date, page = 1 } = search;
  const period = periodOf(search);
  const found = useEndpoint(getTransactions, statementIn(memberId, search));
  const whose = found.data?.member;
  const go = (next: object) =>
    void navigate({ search: { member: memberId, ...next }, resetScroll: false });
  return (
    <>
      <Link
        to="/dashboard/accounting/members"
        className="mb-2 inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
      >
        {text("backToMembers")}
      </Link>
      <PageHeader
        title={text("statementOf", { name: whose?.full_name ?? "…" })}
        subtitle={whose?.reg_number}
      />
      <PeriodFilter
        title={text("moved")}
        value={{ from: start_date ?? "", to: end_date ?? "" }}
        onApply={({ from, to }) => go({ start_date: from, end_date: to })}
        onClear={() => go({})}
        actions={
          <DownloadPdf
            requested={{ report: "statement", chosen: { member: memberId, ...period } }}
          />
        }
      />
      <StatementEnds opening={found.data?.opening} closing={found.data?.closing} />
      <StatementTable
        plain
        rows={found.data?.transactions}
        filtered={start_date !== undefined}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        paging={{
          page,
          pageSize,
          count: found.data?.count ?? 0,
          onPage: (next) => go({ ...period, page: next }),
        }}
      />
    </>
  );
}
