import { useTranslations } from "use-intl";
import type { Loan } from "#contract/loans.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMoment } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { loanName } from "#web/ui/loan-name.ts";
import { Money } from "#web/ui/money.tsx";
import { useDecisionColumns } from "./decision-columns.tsx";
import type { PaymentsListProps } from "./payments-list.ts";

/** Every loan the member has applied for, whatever became of it. */
export function LoanApplicationsTable(props: PaymentsListProps<Loan>) {
  const { rows, error, onRetry, paging } = props;
  const text = useTranslations("transactions");
  const decided = useDecisionColumns<Loan>();
  const columns: readonly Column<Loan>[] = [
    { key: "loan", title: text("loan"), rowHeader: true, cell: (row) => loanName(row.loan_name) },
    {
      key: "date",
      title: text("applicationDate"),
      cell: (row) => (
        <span className="whitespace-nowrap">{formatMoment(row.application_date)}</span>
      ),
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={row.amount} />,
    },
    decided.treasurer,
    decided.secGen,
    decided.status,
    decided.decided,
  ];

  return (
    <DataTable
      caption={text("loanApplicationsCaption")}
      captionHidden
      dense
      columns={columns}
      rows={rows}
      rowKey={(row) => row.loan_id}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      {...(paging ? { paging } : {})}
      empty={
        <EmptyState
          drawing="loan"
          title={text("noApplications")}
          hint={text("noApplicationsHint")}
        />
      }
    />
  );
}
