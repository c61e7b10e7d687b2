import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Transaction, TransactionKind } from "#contract/transactions.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { StatusBadge, type StatusWord } from "#web/ui/status-badge.tsx";
import { formatDay } from "#web/ui/day.ts";
import type { PaymentsListProps } from "./payment-tables.tsx";

const receiptPages = {
  contribution: "/dashboard/transactions/contrib-payments",
  loan_payment: "/dashboard/transactions/loan-payments",
  fine_payment: "/dashboard/transactions/fines",
} as const satisfies Partial<Record<TransactionKind, string>>;

type StatementTableProps = PaymentsListProps<Transaction> & {
  /** On paper, or another member's: nothing leads to one's own receipts. */
  plain?: boolean;
};

/** Everything that moved on a member's account, newest first (REP-10). */
export function StatementTable(props: StatementTableProps) {
  const { rows, filtered, error, onRetry, paging, plain = false } = props;
  const text = useTranslations("transactions");
  const columns: readonly Column<Transaction>[] = [
    {
      key: "date",
      title: text("date"),
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    {
      key: "description",
      title: text("description"),
      rowHeader: true,
      cell: (row) => (
        <span className="block">
          {plain ? row.description : <Described transaction={row} />}
          {row.payment_Reference_Code !== null && (
            <span className="block text-sm break-all text-muted">{row.payment_Reference_Code}</span>
          )}
        </span>
      ),
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={row.amount} />,
    },
    {
      key: "balance",
      title: text("balance"),
      align: "end",
      cell: (row) => <Money amount={row.balance} bare parentheses />,
    },
    {
      key: "status",
      title: text("status"),
      slot: "side",
      // The contract names every word that a transaction's status can be; each has its badge.
      cell: (row) => <StatusBadge status={row.status as StatusWord} />,
    },
  ];

  return (
    <DataTable
      caption={text("statementCaption")}
      captionHidden
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.kind}-${row.id}`}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      {...(paging ? { paging } : {})}
      empty={
        <EmptyState
          drawing="ledger"
          title={text("none")}
          hint={text(filtered ? "noneInPeriodHint" : "noneHint")}
        />
      }
    />
  );
}

/** What it was; a payment leads to its receipt. */
function Described({ transaction }: { transaction: Transaction }) {
  const { kind, id, description } = transaction;
  if (kind !== "contribution" && kind !== "loan_payment" && kind !== "fine_payment")
    return description;
  return (
    <Link
      to={receiptPages[kind]}
      search={{ receipt: id }}
      className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 md:min-h-0"
    >
      {description}
    </Link>
  );
}
