import { useState } from "react";
import { useTranslations } from "use-intl";
import { getUsers, type User } from "#endpoints/members.ts";
import { shownStatus } from "#domain/members/shown-status.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  loanBalance,
  memberName,
  standsInBooks,
  MemberPostings,
} from "#web/features/members/member.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Code } from "#web/ui/code.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { SummaryDialogs } from "./summary-dialogs.tsx";

/** The tab Commoners (SCR-22): members without an office in one table, with what each has and owes. */
export function CommonersSummaryPage() {
  const text = useTranslations("summaries");
  const [openId, setOpenId] = useState<number | null>(null);
  const found = useEndpoint(getUsers);
  const commoners = found.data?.users.filter(
    (user) => user.user_groups.length === 0 && user.status !== "pending_approval",
  );
  return (
    <>
      <h2 className="mb-4 text-xl">{text("commonersTitle")}</h2>
      <CommonersTable
        users={commoners}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        onOpen={(user) => setOpenId(user.id)}
      />
      <SummaryDialogs
        user={commoners?.find((user) => user.id === openId)}
        dialog={openId === null ? undefined : "summary"}
        onClose={() => setOpenId(null)}
      />
    </>
  );
}

CommonersSummaryPage.loader = ((prefetch, { may }) => {
  if (may("financial-summary.read")) prefetch(getUsers);
}) satisfies PageLoader;

type CommonersTableProps = {
  users: readonly User[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  onOpen: (user: User) => void;
};

const pageSize = 20;

/** The table of members without an office: what each has contributed, borrowed and owes. */
function CommonersTable({ users, error, onRetry, onOpen }: CommonersTableProps) {
  const text = useTranslations("summaries");
  const [page, setPage] = useState(1);
  return (
    <DataTable
      caption={text("commonersTitle")}
      captionHidden
      columns={useColumns(onOpen)}
      rows={users?.slice((page - 1) * pageSize, page * pageSize)}
      rowKey={(row) => row.id}
      loading={users === undefined}
      error={error}
      onRetry={onRetry}
      paging={{ page, pageSize, count: users?.length ?? 0, onPage: setPage }}
      empty={<EmptyState drawing="people" title={text("noUser")} hint={text("noUserHint")} />}
    />
  );
}

function useColumns(onOpen: CommonersTableProps["onOpen"]): readonly Column<User>[] {
  const text = useTranslations("summaries");
  return [
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      slot: "lead",
      cell: (row) => (
        <span className="block min-w-0 whitespace-normal">
          <span className="block font-semibold">{memberName(row)}</span>
          <span className="block text-sm font-normal text-muted">
            <Code>{row.reg_number}</Code>
          </span>
        </span>
      ),
    },
    {
      key: "status",
      title: text("status"),
      slot: "side",
      cell: (row) => <StatusBadge status={shownStatus(row)} />,
    },
    {
      key: "contributions",
      title: text("contributions"),
      align: "end",
      cell: (row) => (
        <MemberPostings account="monthly_contribution" memberId={row.id}>
          <Money amount={row.total_contributions} />
        </MemberPostings>
      ),
    },
    {
      key: "loans",
      title: text("loanBalance"),
      align: "end",
      cell: (row) => (
        <MemberPostings account="loan_receivable" memberId={row.id} isPosted={standsInBooks(row)}>
          <Money amount={loanBalance(row)} />
        </MemberPostings>
      ),
    },
    {
      key: "debt",
      title: text("badDebt"),
      align: "end",
      cell: (row) => (
        <Money
          amount={row.bad_debt_outstanding}
          className={row.bad_debt_outstanding > 0 ? "font-semibold text-bad" : "text-muted"}
        />
      ),
    },
    {
      key: "open",
      title: text("summary"),
      slot: "action",
      cell: (row) => (
        <Button variant="secondary" className="px-3! text-sm" onClick={() => onOpen(row)}>
          {text("summary")}
          <span className="sr-only">{` ${memberName(row)}`}</span>
        </Button>
      ),
    },
  ];
}
