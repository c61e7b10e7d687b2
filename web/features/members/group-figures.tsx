import { useState } from "react";
import { useTranslations } from "use-intl";
import type { getAllContributions } from "#contract/contributions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MemberPostings } from "./member-postings.tsx";

type Row = ReplyOf<typeof getAllContributions>["contributions"][number];

type AllContributionsTableProps = {
  rows: readonly Row[] | undefined;
  error: string | undefined;
  onRetry: () => void;
};

const pageSize = 20;

/** What each member has contributed, and when last (REP-11). */
export function AllContributionsTable({ rows, error, onRetry }: AllContributionsTableProps) {
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
          <span className="block text-sm text-muted">{row.member.reg_number}</span>
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
export function GroupTotals({ totals }: GroupTotalsProps) {
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
