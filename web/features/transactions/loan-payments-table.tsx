import { useTranslations } from "use-intl";
import type { LoanPayment } from "#contract/loans.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMoment } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loanName } from "#web/ui/loan-name.ts";
import { Money } from "#web/ui/money.tsx";
import { useDecisionColumns } from "./decision-columns.tsx";
import type { PaymentsListProps } from "./payments-list.ts";
import { ReceiptLink } from "./receipt-link.tsx";

/** The member's repayments of all loans (SCR-16). */
export function LoanPaymentsTable(props: PaymentsListProps<LoanPayment>) {
  const { rows, filtered, error, onRetry, paging } = props;
  const text = useTranslations("transactions");
  const decided = useDecisionColumns<LoanPayment>();
  const columns: readonly Column<LoanPayment>[] = [
    {
      key: "id",
      title: text("paymentId"),
      rowHeader: true,
      cell: (row) => <ReceiptLink to="/dashboard/transactions/loan-payments" id={row.payment_id} />,
    },
    { key: "loan", title: text("loan"), cell: (row) => loanName(row.loan.loan_name) },
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
  ];

  return (
    <DataTable
      caption={text("loanPaymentsCaption")}
      captionHidden
      dense
      columns={columns}
      rows={rows}
      rowKey={(row) => row.payment_id}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      {...(paging ? { paging } : {})}
      empty={
        <EmptyState
          drawing="loan"
          title={text("noPayments")}
          hint={text(filtered ? "noneInPeriodHint" : "noPaymentsHint")}
        />
      }
    />
  );
}
