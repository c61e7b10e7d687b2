import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Posting } from "#contract/reports.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { datedColumns } from "#web/ui/dated-columns.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatAmount, Money } from "#web/ui/money.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";
import { ReceiptLink } from "#web/ui/receipt-link.tsx";

type PostingsTableProps = {
  rows: readonly Posting[] | undefined;
  /** The entry that led here. */
  soughtId: number | undefined;
  /** An official opens the entry; a member, for their own payment, the receipt. */
  leadsToEntries: boolean;
  loading: boolean;
  error: string | undefined;
  onRetry: () => void;
  paging: PagingProps;
};

/** The postings of an account, oldest first, with the balance after each (REP-14). */
export function PostingsTable(props: PostingsTableProps) {
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
            <span className="md:hidden"> · </span>
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
        <span className="text-sm md:text-[length:inherit]">
          <span className="sr-only md:hidden">{`${text("balance")} `}</span>
          <Sided amount={row.balance} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={text("postings")}
      captionHidden
      dense
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

const linkClass = "font-semibold text-brand underline underline-offset-4";

function Proof(props: { posting: Posting; leadsToEntries: boolean; isSought: boolean }) {
  const { posting, leadsToEntries, isSought } = props;
  const { entry_id: id, payment, description } = posting;
  if (leadsToEntries)
    return (
      <Link
        to="/dashboard/accounting/entries"
        search={{ search: `#${id}`, entry: id }}
        aria-current={isSought || undefined}
        className={isSought ? `${linkClass} bg-brand-soft` : linkClass}
      >
        {description}
      </Link>
    );
  if (payment === null) return description;
  return (
    <ReceiptLink payment={payment} className={linkClass}>
      {description}
    </ReceiptLink>
  );
}

/** The side that a posting does not use is blank; on a phone the other one names its side. */
function Amount({ amount, side }: { amount: number; side: string }) {
  if (amount === 0) return <span data-blank>–</span>;
  return (
    <span className="whitespace-nowrap">
      <Money amount={amount} bare />
      <span className="ps-1 text-[0.75em] text-muted md:hidden">{side}</span>
    </span>
  );
}

/** A balance as on a bank's statement: the amount (KES, debit positive) without a sign, and its side. */
export function Sided({ amount }: { amount: number }) {
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
