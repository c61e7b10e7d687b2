import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { getPostings, type Posting } from "#contract/reports.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { accountCode, accountName } from "#web/features/reports/account-name.ts";
import { useMember } from "#web/features/session/session.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BooksPage } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/postings");
const pageSize = 20;

export function PostingsPage() {
  const text = useTranslations("reports");
  return (
    <BooksPage title={text("postings")}>
      <Postings />
    </BooksPage>
  );
}

/** How a figure of a report came about: opening, each posting, closing (REP-14). */
function Postings() {
  const text = useTranslations("reports");
  const { may } = useMember();
  const navigate = route.useNavigate();
  const { page = 1, ...search } = route.useSearch();
  const account = accountCode(search.account) ?? "bank";
  const group = useEndpoint(getGroup);
  const found = useEndpoint(getPostings, {
    params: { id: account },
    query: {
      from: search.from,
      to: search.to,
      closing_entries: search.closing_entries,
      parts: search.parts,
      page,
      page_size: pageSize,
    },
  });
  const columns = useColumns(may("entries.read"));

  return (
    <>
      <PageHeader
        title={accountName(account, group.data?.bank_name)}
        subtitle={text("postingsText")}
      />
      <div className="space-y-4">
        <Facts
          facts={[
            { label: text("opening"), value: <Total amount={found.data?.opening} /> },
            { label: text("closing"), value: <Total amount={found.data?.closing} /> },
            {
              label: text("postings"),
              value: found.data?.count ?? <Skeleton className="h-6 w-10" />,
            },
          ]}
        />
        <DataTable
          caption={text("postings")}
          captionHidden
          dense
          columns={columns}
          rows={found.data?.postings}
          rowKey={(row) => `${row.entry_id} ${row.balance}`}
          loading={found.isPending}
          error={found.error?.detail}
          onRetry={() => void found.refetch()}
          paging={{
            page,
            pageSize,
            count: found.data?.count ?? 0,
            onPage: (next) => void navigate({ search: { ...search, page: next } }),
          }}
          empty={<EmptyState drawing="ledger" title={text("noPostings")} />}
        />
      </div>
    </>
  );
}

/** Holds its place until the figure is there, so that the table below does not move. */
function Total({ amount }: { amount: number | undefined }) {
  return amount === undefined ? (
    <Skeleton className="h-6 w-32" />
  ) : (
    <Money amount={amount} parentheses />
  );
}

function useColumns(leadsToEntries: boolean): readonly Column<Posting>[] {
  const text = useTranslations("reports");
  return [
    {
      key: "date",
      title: text("date"),
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    {
      key: "description",
      title: text("description"),
      rowHeader: true,
      slot: "lead",
      cell: (row) => (
        <span className="block">
          {leadsToEntries ? (
            <Link
              to="/dashboard/accounting/entries"
              search={{ search: `#${row.entry_id}`, entry: row.entry_id }}
              className="font-semibold text-brand underline underline-offset-4"
            >
              {row.description}
            </Link>
          ) : (
            row.description
          )}
          {row.member !== null && (
            <span className="block text-sm text-muted">{row.member.full_name}</span>
          )}
        </span>
      ),
    },
    {
      key: "debit",
      title: text("debit"),
      align: "end",
      cell: (row) => <Side amount={row.debit} />,
    },
    {
      key: "credit",
      title: text("credit"),
      align: "end",
      cell: (row) => <Side amount={row.credit} />,
    },
    {
      key: "balance",
      title: text("balance"),
      align: "end",
      cell: (row) => <Money amount={row.balance} bare parentheses />,
    },
  ];
}

/** The side of the account that the posting leaves alone is blank. */
function Side({ amount }: { amount: number }) {
  return amount === 0 ? <span data-blank>–</span> : <Money amount={amount} bare />;
}
