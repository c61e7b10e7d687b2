import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMoment, formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { useDecisionColumns } from "./decision-columns.tsx";
import type { PaymentsListProps } from "./payments-list.ts";
import { ReceiptLink } from "./receipt-link.tsx";

/** Monthly Contribution Transactions (SCR-16), with the columns it names. */
export function ContributionPaymentsTable(props: PaymentsListProps<Contribution>) {
  const { rows, filtered, error, onRetry, paging } = props;
  const text = useTranslations("transactions");
  const decided = useDecisionColumns<Contribution>();
  const columns: readonly Column<Contribution>[] = [
    {
      key: "id",
      title: text("paymentId"),
      rowHeader: true,
      cell: (row) => (
        <ReceiptLink to="/dashboard/transactions/contrib-payments" id={row.contribution_id} />
      ),
    },
    {
      key: "date",
      title: text("paymentDate"),
      cell: (row) => <span className="whitespace-nowrap">{formatMoment(row.payment_date)}</span>,
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={row.amount_paid} />,
    },
    decided.treasurer,
    decided.secGen,
    decided.status,
    decided.decided,
    {
      key: "update",
      title: text("updateInfo"),
      cell: (row) =>
        row.update_up_to === null ? (
          // What was rejected never brings anyone up to date.
          <span className="text-muted">{row.status === "rejected" ? "–" : text("notYet")}</span>
        ) : (
          text("paidUpTo", { month: formatMonth(row.update_up_to) })
        ),
    },
  ];

  return (
    <DataTable
      caption={text("contributionsCaption")}
      captionHidden
      dense
      columns={columns}
      rows={rows}
      rowKey={(row) => row.contribution_id}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      {...(paging ? { paging } : {})}
      empty={
        <EmptyState
          drawing="coins"
          title={text("none")}
          hint={text(filtered ? "noneInPeriodHint" : "noneHint")}
        />
      }
    />
  );
}
