import { useTranslations } from "use-intl";
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
};

/** The Pending & Rejected Loans table (SCR-14). */
export function ApplicationsTable({ applications, error, onRetry }: ApplicationsTableProps) {
  const text = useTranslations("loans");
  const columns: readonly Column<Loan>[] = [
    {
      key: "loan",
      title: text("loan"),
      rowHeader: true,
      cell: (row) => <span className="font-semibold">{row.loan_name}</span>,
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
  if (loan.status === "rejected" && !wasDecided) return text("notAsked");
  return (
    <span className="block">
      {loan.approval_status.map(({ role, action }) => (
        <span key={role} className="block md:whitespace-nowrap">
          {text("verdict", {
            office: offices[role],
            verdict: action === "pending_approval" ? status.pending : status[action],
          })}
        </span>
      ))}
    </span>
  );
}
