import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { shownVerdict } from "#domain/approvals/shown-verdict.ts";
import { AllPayments } from "./loan-card.tsx";
import type { Loan } from "#contract/loans.ts";
import { RejectableBadge } from "#web/ui/badge.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMoment } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { Money } from "#web/ui/money.tsx";

type ApplicationsTableProps = {
  applications: readonly Loan[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  /** Withdraws one on which nobody has decided. */
  withdraw: (application: Loan) => ReactNode;
};

/** The Pending & Rejected Loans table (SCR-14). */
export function ApplicationsTable(props: ApplicationsTableProps) {
  const { applications, error, onRetry, withdraw } = props;
  const text = useTranslations("loans");
  const columns: readonly Column<Loan>[] = [
    {
      key: "loan",
      title: text("loan"),
      rowHeader: true,
      cell: (row) => (
        <>
          <span className="block font-semibold">{row.loan_name}</span>
          {row.product !== undefined && <AllPayments loan={row} />}
        </>
      ),
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={row.amount} className="font-semibold" />,
    },
    {
      key: "total",
      title: text("total"),
      align: "end",
      cell: (row) => <Money amount={row.total_amount} />,
    },
    { key: "applied", title: text("applied"), cell: (row) => formatMoment(row.application_date) },
    { key: "approvals", title: text("approvals"), cell: (row) => <Approvals loan={row} /> },
    {
      key: "status",
      title: text("status"),
      slot: "side",
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          <RejectableBadge
            status={row.status}
            why={{
              label: text("showReason"),
              title: text("rejectedTitle"),
              message: row.reject_reason
                ? text("rejectionReason", { reason: row.reject_reason })
                : text("noRejectionReason"),
            }}
          />
          {row.status === "pending" && withdraw(row)}
        </span>
      ),
    },
  ];

  return (
    <DataTable
      caption={text("applications")}
      captionHidden
      columns={columns}
      rows={applications}
      rowKey={(row) => row.loan_id}
      loading={applications === undefined}
      error={error}
      onRetry={onRetry}
      empty={
        <div className="rounded-card border border-line bg-card">
          <EmptyState drawing="ledger" title={text("noApplications")} />
        </div>
      }
    />
  );
}

/** The verdict of each office, in words. */
function Approvals({ loan }: { loan: Loan }) {
  const text = useTranslations("loans");
  const { offices, status } = useUiTexts();
  const wasDecided = loan.approval_status.some(({ action }) => action === "rejected");
  if (loan.status === "withdrawn") return "–";
  if (loan.status === "rejected" && !wasDecided) return text("notAsked");
  return (
    <span className="block">
      {loan.approval_status.map(({ role, action }) => (
        <span key={role} className="block">
          {text("verdict", {
            office: offices[role],
            verdict: status[shownVerdict(action, loan)],
          })}
        </span>
      ))}
    </span>
  );
}
