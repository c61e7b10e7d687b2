import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getGroup } from "#endpoints/group.ts";
import { getPostings, type Posting } from "#endpoints/reports.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { accountCode, accountName } from "#web/features/reports/accounts.ts";
import { useMember } from "#web/features/session/session.tsx";
import { type Column, DataTable, datedColumns } from "#web/ui/data-table.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";
import { ReceiptLink } from "#web/ui/receipt-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { sumKes, formatAmount, Money } from "#web/ui/money.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPostingsSearch } from "#web/pages/search.ts";
import { BooksPage } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/postings");
const pageSize = 20;
type Search = ReturnType<typeof readPostingsSearch>;

export function PostingsPage() {
  const text = useTranslations("reports");
  return (
    <BooksPage title={text("postings")}>
      <Postings />
    </BooksPage>
  );
}

PostingsPage.loader = ((prefetch, { may, search }) => {
  if (may("reports.read")) prefetch(getPostings, postingsIn(search));
}) satisfies PageLoader<typeof readPostingsSearch>;

/** Shows what a report's figure consists of: opening, each posting, closing (REP-14). */
function Postings() {
  const text = useTranslations("reports");
  const { may } = useMember();
  const navigate = route.useNavigate();
  const address = route.useSearch();
  const { page = 1, entry, member, ...search } = address;
  const account = accountIn(search);
  const group = useEndpoint(getGroup);
  const found = useEndpoint(getPostings, postingsIn(address));
  const { from, to } = search;
  const period =
    from === undefined || to === undefined
      ? undefined
      : from === to
        ? formatDay(to)
        : text("period", { from: formatDay(from), to: formatDay(to) });
  const ends = found.data && { opening: found.data.opening, closing: found.data.closing };
  const whose = member === undefined ? undefined : found.data?.postings[0]?.member?.full_name;

  return (
    <>
      <header className="mb-3">
        <h1 className="text-2xl tracking-tight">
          {accountName(account, group.data?.bank_name)}
          {whose !== undefined && <span className="font-normal text-muted">{` · ${whose}`}</span>}
        </h1>
        <p className="text-sm text-muted">
          {period ?? (to === undefined ? text("allDays") : text("upTo", { date: formatDay(to) }))}
          {". "}
          {text(`whatItIs.${classOf(account)}`)}
        </p>
        <Reports account={account} />
      </header>
      <div className="space-y-3">
        <dl className="grid grid-cols-3 max-[449px]:grid-cols-1 gap-x-2 rounded-card border border-line bg-card px-3 py-1 md:px-4 md:py-2">
          <End label={text("opening")} amount={ends?.opening} />
          <End label={text("movement")} amount={ends && sumKes([ends.closing, -ends.opening])} />
          <End label={text("closing")} amount={ends?.closing} />
        </dl>
        <PostingsTable
          rows={found.data?.postings}
          soughtId={entry}
          leadsToEntries={may("entries.read")}
          loading={found.isPending}
          error={found.error?.detail}
          onRetry={() => void found.refetch()}
          paging={{
            page,
            pageSize,
            count: found.data?.count ?? 0,
            onPage: (next) =>
              void navigate({
                search: { ...search, ...(member === undefined ? {} : { member }), page: next },
              }),
          }}
        />
      </div>
    </>
  );
}

const linkClass =
  "inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 md:min-h-0";

function accountIn({ account }: Search): AccountCode {
  return accountCode(account) ?? "bank";
}

function postingsIn(search: Search) {
  const { from, to, closing_entries, parts, member, page = 1 } = search;
  return {
    params: { id: accountIn(search) },
    query: { from, to, closing_entries, parts, member_id: member, page, page_size: pageSize },
  };
}

/** Links back to the entry from which the user came, and to the reports of that day that show the account (REP-14). */
function Reports({ account }: { account: AccountCode }) {
  const text = useTranslations("reports");
  const { entry, member, from, to = today() } = route.useSearch();
  const { may } = useMember();
  const earns = ["revenue", "expense"].includes(classOf(account));
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {entry !== undefined && may("entries.read") && (
        <Link
          to="/dashboard/accounting/entries"
          search={{ search: `#${entry}`, entry }}
          className={linkClass}
        >
          {text("toEntry", { id: String(entry) })}
        </Link>
      )}
      {member === undefined && (
        <>
          <Link
            to="/dashboard/accounting/trial-balance"
            search={{ date: to }}
            className={linkClass}
          >
            {text("trialBalance")}
          </Link>
          {earns ? (
            from !== undefined && (
              <Link
                to="/dashboard/accounting/profit-loss"
                search={{ start_date: from, end_date: to }}
                className={linkClass}
              >
                {text("profitAndLoss")}
              </Link>
            )
          ) : (
            <Link
              to="/dashboard/accounting/balance-sheet"
              search={{ date: to }}
              className={linkClass}
            >
              {text("balanceSheet")}
            </Link>
          )}
        </>
      )}
    </p>
  );
}

/** The opening or closing balance. It keeps its height while loading, so that the table below does not move. */
function End({ label, amount }: { label: string; amount: number | undefined }) {
  return (
    <div className="min-w-0 max-[449px]:flex max-[449px]:items-baseline max-[449px]:justify-between max-[449px]:gap-3">
      <dt className="text-[0.75rem] text-muted md:text-sm">{label}</dt>
      <dd className="text-[0.75rem] font-semibold min-[400px]:text-sm md:text-base">
        {amount === undefined ? <Skeleton className="h-6 w-20" /> : <Sided amount={amount} />}
      </dd>
    </div>
  );
}

/** The account's class; `distribution` for declared dividends, which reduce equity. */
function classOf(account: AccountCode) {
  const found = accounts.find(({ code }) => code === account);
  if (found?.class === "equity" && found.normalSide === "debit") return "distribution";
  return found?.class ?? "asset";
}

type PostingsTableProps = {
  rows: readonly Posting[] | undefined;
  /** The entry from which the user came. */
  soughtId: number | undefined;
  /** Whether a posting opens its journal entry (officials) or the receipt of the member's own payment. */
  leadsToEntries: boolean;
  loading: boolean;
  error: string | undefined;
  onRetry: () => void;
  paging: PagingProps;
};

/** The postings of an account, oldest first, with the balance after each (REP-14). */
function PostingsTable(props: PostingsTableProps) {
  const { rows, soughtId, leadsToEntries, loading, error, onRetry, paging } = props;
  const text = useTranslations("reports");
  const columns: readonly Column<Posting>[] = [
    ...datedColumns<Posting>({
      titles: { date: text("date"), description: text("description"), detail: text("member") },
      description: (row) => (
        <Proof posting={row} leadsToEntries={leadsToEntries} isSought={row.entry_id === soughtId} />
      ),
      detail: ({ member }) =>
        member !== null && (
          <>
            <span className="in-rows:hidden"> · </span>
            {member.full_name}
          </>
        ),
    }),
    {
      key: "debit",
      title: text("debit"),
      align: "end",
      slot: "side",
      cell: (row) => <Amount amount={row.debit} side={text("dr")} />,
    },
    {
      key: "credit",
      title: text("credit"),
      align: "end",
      slot: "side",
      cell: (row) => <Amount amount={row.credit} side={text("cr")} />,
    },
    {
      key: "balance",
      title: text("balance"),
      align: "end",
      slot: "button",
      cell: (row) => (
        <span>
          <span className="sr-only in-rows:hidden">{`${text("balance")} `}</span>
          <Sided amount={row.balance} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={text("postings")}
      captionHidden
      compact
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.entry_id} ${row.debit} ${row.credit} ${row.balance}`}
      loading={loading}
      error={error}
      onRetry={onRetry}
      paging={paging}
      empty={<EmptyState drawing="ledger" title={text("noPostings")} />}
    />
  );
}

const proofClass = "font-semibold text-brand underline underline-offset-4";

function Proof(props: { posting: Posting; leadsToEntries: boolean; isSought: boolean }) {
  const { posting, leadsToEntries, isSought } = props;
  const { entry_id: id, payment, description } = posting;
  if (leadsToEntries)
    return (
      <Link
        to="/dashboard/accounting/entries"
        search={{ search: `#${id}`, entry: id }}
        aria-current={isSought || undefined}
        className={isSought ? `${proofClass} bg-brand-soft` : proofClass}
      >
        {description}
      </Link>
    );
  if (payment === null) return description;
  return (
    <ReceiptLink payment={payment} className={proofClass}>
      {description}
    </ReceiptLink>
  );
}

/** The side that a posting does not use stays empty; on a phone the used one names its side. */
function Amount({ amount, side }: { amount: number; side: string }) {
  if (amount === 0) return <span data-blank>–</span>;
  return (
    <span className="whitespace-nowrap">
      <Money amount={amount} bare />
      <span className="ps-1 text-[0.75em] text-muted in-rows:hidden">{side}</span>
    </span>
  );
}

/** A balance (KES, debit positive) as a bank prints it: the amount without a sign, then its side. */
function Sided({ amount }: { amount: number }) {
  const text = useTranslations("reports");
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatAmount(Math.abs(amount))}
      {amount !== 0 && (
        <abbr
          title={text(amount > 0 ? "debitSide" : "creditSide")}
          className="ps-1 text-[0.75em] font-normal text-muted no-underline"
        >
          {text(amount > 0 ? "dr" : "cr")}
        </abbr>
      )}
    </span>
  );
}
