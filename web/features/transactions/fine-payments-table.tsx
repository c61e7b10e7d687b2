import { useTranslations } from "use-intl";
import type { Transaction } from "#contract/transactions.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { Money } from "#web/ui/money.tsx";
import { StatusBadge, type StatusWord } from "#web/ui/status-badge.tsx";
import { formatDay } from "#web/ui/day.ts";
import type { PaymentsListProps } from "./payments-list.ts";
import { ReceiptLink } from "./receipt-link.tsx";

/** What the member has paid towards their fines. */
export function FinePaymentsTable({ rows, error, onRetry }: PaymentsListProps<Transaction>) {
  const text = useTranslations("transactions");
  const columns: readonly Column<Transaction>[] = [
    {
      key: "id",
      title: text("paymentId"),
      rowHeader: true,
      cell: (row) => <ReceiptLink to="/dashboard/transactions/fines" id={row.id} />,
    },
    { key: "date", title: text("paymentDate"), cell: (row) => formatDay(row.date) },
    {
      key: "reference",
      title: text("reference"),
      cell: (row) => <span className="break-all">{row.payment_Reference_Code}</span>,
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={row.amount} />,
    },
    {
      key: "status",
      title: text("status"),
      slot: "side",
      cell: (row) => <StatusBadge status={row.status as StatusWord} />,
    },
  ];
  return (
    <DataTable
      caption={text("finePaymentsCaption")}
      captionHidden
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      empty={<p className="text-muted">{text("noFinePayments")}</p>}
    />
  );
}
