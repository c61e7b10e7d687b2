import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import type { Office } from "#domain/permissions.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMoment, formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { otherOffice } from "./other-office.ts";
import { ReferenceNote } from "./reference-note.tsx";

type ContributionApprovalsTableProps = {
  contributions: readonly Contribution[] | undefined;
  office: Office | null;
  error: string | undefined;
  onRetry: () => void;
  onDecide: (contribution: Contribution) => void;
};

/** Contributions that wait for the official, with a button to decide on each (spec 2). */
export function ContributionApprovalsTable(props: ContributionApprovalsTableProps) {
  const { contributions, office, error, onRetry, onDecide } = props;
  const text = useTranslations("approvals");

  const columns: readonly Column<Contribution>[] = [
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      place: "lead",
      cell: (row) => <Money amount={row.amount_paid} className="font-semibold" />,
    },
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      cell: (row) => (
        <span className="block">
          <span className="block font-semibold">{row.member.full_name}</span>
          <span className="block text-sm text-muted">{row.member.reg_number}</span>
          {row.own_item && <Badge tone="note">{text("own")}</Badge>}
        </span>
      ),
    },
    {
      key: "month",
      title: text("month"),
      cell: (row) => (
        <span className="block whitespace-nowrap">
          <span className="block">{formatMonth(row.contribution_month)}</span>
          <span className="block text-sm text-muted">
            {text("paidOn", { date: formatMoment(row.payment_date) })}
          </span>
        </span>
      ),
    },
    {
      key: "reference",
      title: text("reference"),
      cell: (row) => (
        <span className="block">
          <span className="block break-all md:min-w-32">{row.payment_Reference_Code}</span>
          <ReferenceNote contribution={row} />
        </span>
      ),
    },
    {
      key: "other",
      title: text("otherOffice"),
      place: "side",
      cell: (row) => <OtherVerdict contribution={row} office={office} />,
    },
    {
      key: "decide",
      title: text("action"),
      place: "action",
      cell: (row) => <Decide contribution={row} onDecide={onDecide} />,
    },
  ];

  return (
    <DataTable
      caption={text("caption")}
      captionHidden
      columns={columns}
      rows={contributions}
      rowKey={(row) => row.contribution_id}
      loading={contributions === undefined}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState drawing="approvals" title={text("none")} hint={text("noneHint")} />}
    />
  );
}

function OtherVerdict({
  contribution,
  office,
}: {
  contribution: Contribution;
  office: Office | null;
}) {
  const other = otherOffice(office);
  const verdict = contribution.approval_status.find(({ role }) => role === other);
  if (verdict === undefined) return null;
  return (
    <StatusBadge status={verdict.action === "pending_approval" ? "pending" : verdict.action} />
  );
}

/** Spec 4: approving waits while the same member has a newer pending contribution. */
function Decide({
  contribution,
  onDecide,
}: {
  contribution: Contribution;
  onDecide: (contribution: Contribution) => void;
}) {
  const text = useTranslations("approvals");
  const noteId = `newer-${contribution.contribution_id}`;
  const waits = contribution.has_newer_pending;
  return (
    <span className="block md:w-36">
      <Button
        variant="secondary"
        disabled={waits}
        aria-describedby={waits ? noteId : undefined}
        onClick={() => onDecide(contribution)}
        className="w-full px-2! text-sm whitespace-nowrap"
      >
        {text("decide")}
        <span className="sr-only">{` ${contribution.member.full_name}`}</span>
      </Button>
      {waits && (
        <span id={noteId} className="mt-1 block text-start text-sm text-muted">
          {text("newerPending")}
        </span>
      )}
    </span>
  );
}
