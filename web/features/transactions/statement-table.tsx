import { useTranslations } from "use-intl";
import type { Transaction } from "#contract/transactions.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { isPaymentKind, ReceiptLink } from "#web/ui/receipt-link.tsx";
import { StatusBadge, type StatusWord } from "#web/ui/status-badge.tsx";
import { formatDay } from "#web/ui/day.ts";
import { useUiTexts } from "#web/ui/texts.tsx";
import type { PaymentsListProps } from "./payment-tables.tsx";

type StatementTableProps = PaymentsListProps<Transaction> & {
  /** On paper, or another member's: nothing leads to one's own receipts. */
  plain?: boolean;
};

/** Everything that moved on a member's account, newest first (REP-10). */
export function StatementTable(props: StatementTableProps) {
  const { rows, filtered, error, onRetry, paging, plain = false } = props;
  const text = useTranslations("transactions");
  const { status: statuses } = useUiTexts();
  const columns: readonly Column<Transaction>[] = [
    {
      key: "date",
      title: text("date"),
      slot: "hidden",
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    {
      key: "description",
      title: text("description"),
      rowHeader: true,
      slot: "name",
      cell: (row) => (
        <span className="block min-w-0 truncate md:whitespace-normal print:whitespace-normal">
          {plain ? row.description : <Described transaction={row} />}
        </span>
      ),
    },
    {
      key: "reference",
      title: text("reference"),
      slot: "detail",
      cell: (row) => (
        <span className="block min-w-0 truncate text-muted md:whitespace-normal">
          <span className="md:hidden">{formatDay(row.date)}</span>
          {moves(row) ? null : (
            <span className="md:hidden">
              {" · "}
              {statuses[row.status as StatusWord]}
            </span>
          )}
          {row.payment_Reference_Code !== null && (
            <>
              <span className="md:hidden"> · </span>
              <span className="break-all">{row.payment_Reference_Code}</span>
            </>
          )}
        </span>
      ),
    },
    {
      key: "in",
      title: text("in"),
      align: "end",
      slot: "side",
      cell: (row) => <Moved row={row} way="in" />,
    },
    {
      key: "out",
      title: text("out"),
      align: "end",
      slot: "side",
      cell: (row) => <Moved row={row} way="out" />,
    },
    {
      key: "balance",
      title: text("balance"),
      align: "end",
      slot: "button",
      cell: (row) => (
        <span className="whitespace-nowrap">
          <span className="sr-only md:hidden">{`${text("balance")} `}</span>
          <Money amount={row.balance} bare parentheses className="font-semibold" />
        </span>
      ),
    },
    {
      key: "status",
      title: text("status"),
      slot: "hidden",
      // The contract names every word that a transaction's status can be; each has its badge.
      cell: (row) => <StatusBadge status={row.status as StatusWord} />,
    },
  ];

  return (
    <DataTable
      caption={text("statementCaption")}
      captionHidden
      dense
      compact
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

/** Whether it counts: what is undecided or rejected moves nothing (REP-10). */
const moves = (row: Transaction) => row.in !== 0 || row.out !== 0;

/** What it added or took; what counts for nothing shows its amount in brackets, on the side where it would count. */
function Moved({ row, way }: { row: Transaction; way: "in" | "out" }) {
  const text = useTranslations("transactions");
  const isPayment = row.payment_Reference_Code !== null;
  if (!moves(row) && isPayment === (way === "in"))
    return (
      <span className="whitespace-nowrap text-muted">
        [<Money amount={row.amount} bare />]<span className="sr-only"> {text("notCounted")}</span>
      </span>
    );
  const amount = row[way];
  if (amount === 0) return <span data-blank>–</span>;
  return (
    <span className="whitespace-nowrap">
      <span className="md:hidden">{way === "in" ? "+" : "−"}</span>
      <Money amount={amount} bare />
    </span>
  );
}

/** What it was; a payment leads to its receipt. */
function Described({ transaction }: { transaction: Transaction }) {
  const { kind, id, description } = transaction;
  if (!isPaymentKind(kind)) return description;
  return (
    <ReceiptLink
      payment={{ kind, id }}
      className="text-brand underline underline-offset-4 md:font-semibold"
    >
      {description}
    </ReceiptLink>
  );
}
