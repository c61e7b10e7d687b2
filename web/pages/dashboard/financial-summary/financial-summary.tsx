import { Link, Outlet } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "#web/ui/button.tsx";
import { Code } from "#web/ui/code.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { FineSeveral } from "#web/pages/dashboard/office-entry.tsx";
import { OfficeOnly, TabLinks, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";
import { useState } from "react";
import { getBadDebts } from "#endpoints/settlements.ts";
import { getAllContributions } from "#endpoints/contributions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getUsers } from "#endpoints/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { loanBalance, MemberPostings } from "#web/features/members/member.tsx";
import { type Column, DataTable } from "#web/ui/data-table.tsx";
import { formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money, sumKes } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";

const base = "/dashboard/financial-summary";

/** Financial Summary (SCR-22): for the Treasurer and the Sec-Gen. */
export function FinancialSummary() {
  const text = useTranslations("summaries");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="financial-summary.read" who="approvers">
      <PageHeader
        title={text("title")}
        subtitle={text("subtitle")}
        actions={
          <div className="flex flex-wrap gap-2">
            <FineSeveral />
            <Link to="/dashboard/admin/audit" className={buttonClass("secondary")}>
              {text("audit")}
            </Link>
          </div>
        }
      />
      <TabLinks
        label={text("tabs")}
        tabs={[
          { to: base, label: text("overview"), exact: true },
          { to: `${base}/loan-summary`, label: text("summary") },
          { to: `${base}/commoners`, label: text("commoners") },
        ]}
      />
      <Outlet />
    </OfficeOnly>
  );
}

/** What all members together have saved, borrowed and owe, and each member's contributions. */
export function OverviewPage() {
  const text = useTranslations("summaries");
  const saved = useEndpoint(getAllContributions);
  const users = useEndpoint(getUsers);
  const debts = useEndpoint(getBadDebts);
  const rows = saved.data?.contributions;

  return (
    <div className="space-y-6">
      <GroupTotals
        totals={[
          {
            label: text("contributions"),
            amount: rows && sumKes(rows.map((each) => each.total_contributions)),
          },
          { label: text("loans"), amount: users.data && sumKes(users.data.users.map(loanBalance)) },
          { label: text("unpaidFines"), amount: saved.data?.unpaid_fines },
          {
            label: text("badDebts"),
            amount: debts.data && sumKes(debts.data.debts.map((each) => each.outstanding)),
          },
        ]}
      />
      <section>
        <h2 className="mb-4 text-xl">{text("allContributions")}</h2>
        <AllContributionsTable
          rows={rows}
          error={saved.error?.detail}
          onRetry={() => void saved.refetch()}
        />
      </section>
    </div>
  );
}

OverviewPage.loader = ((prefetch, { may }) => {
  if (!may("financial-summary.read")) return;
  prefetch(getAllContributions);
  prefetch(getUsers);
  prefetch(getBadDebts);
}) satisfies PageLoader;

type Row = ReplyOf<typeof getAllContributions>["contributions"][number];

type AllContributionsTableProps = {
  rows: readonly Row[] | undefined;
  error: string | undefined;
  onRetry: () => void;
};

const pageSize = 20;

/** Each member's contributions, and the latest one (REP-11). */
function AllContributionsTable({ rows, error, onRetry }: AllContributionsTableProps) {
  const text = useTranslations("summaries");
  const [page, setPage] = useState(1);
  const columns: readonly Column<Row>[] = [
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      cell: (row) => (
        <span className="block">
          <span className="block font-semibold">{row.member.full_name}</span>
          <span className="block text-sm text-muted">
            <Code>{row.member.reg_number}</Code>
          </span>
        </span>
      ),
    },
    {
      key: "total",
      title: text("totalContributions"),
      align: "end",
      slot: "lead",
      cell: (row) => (
        <MemberPostings account="monthly_contribution" memberId={row.member.id}>
          <Money amount={row.total_contributions} />
        </MemberPostings>
      ),
    },
    {
      key: "latest",
      title: text("latest"),
      align: "end",
      cell: (row) =>
        row.latest_contribution === null ? (
          <span className="text-muted">{text("never")}</span>
        ) : (
          <span className="block">
            <Money amount={row.latest_contribution.amount} className="block" />
            <span className="block text-sm text-muted">
              {formatMonth(row.latest_contribution.month)}
            </span>
          </span>
        ),
    },
  ];
  return (
    <DataTable
      caption={text("allContributions")}
      captionHidden
      columns={columns}
      rows={rows?.slice((page - 1) * pageSize, page * pageSize)}
      rowKey={(row) => row.member.id}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      paging={{ page, pageSize, count: rows?.length ?? 0, onPage: setPage }}
      empty={<EmptyState drawing="coins" title={text("none")} hint={text("noneHint")} />}
    />
  );
}

type GroupTotalsProps = {
  /** KES; undefined while loading. */
  totals: readonly { label: string; amount: number | undefined }[];
};

/** The figures of the whole group, side by side. */
function GroupTotals({ totals }: GroupTotalsProps) {
  return (
    <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {totals.map(({ label, amount }) => (
        <div key={label} className="rounded-card border border-line bg-card p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1">
            {amount === undefined ? (
              <Skeleton className="my-1 h-7 w-32" />
            ) : (
              <Money amount={amount} size="large" className="[--most:1.375rem]!" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
