import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { Alert } from "#web/ui/alert.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDay, formatMoment, formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { ContributionStatus } from "./payment-cards.tsx";

type ContributionsTableProps = {
  period: { from: PlainDate; to: PlainDate };
  contributions: readonly Contribution[] | undefined;
  /** KES, approved ones only. */
  totalApproved: number | undefined;
  error: string | undefined;
  onRetry: () => void;
};

/** The member's contributions of a period (SCR-15: shown only after a filter is applied). */
export function ContributionsTable(props: ContributionsTableProps) {
  const { period, contributions, totalApproved, error, onRetry } = props;
  const text = useTranslations("contributions");
  const columns: readonly Column<Contribution>[] = [
    {
      key: "month",
      title: text("monthYear"),
      rowHeader: true,
      cell: (row) => (
        <Link
          to="/dashboard/contributions"
          search={(before) => ({ ...before, receipt: row.contribution_id })}
          resetScroll={false}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 md:min-h-0"
        >
          {formatMonth(row.contribution_month)}
        </Link>
      ),
    },
    { key: "date", title: text("paymentDate"), cell: (row) => formatMoment(row.payment_date) },
    {
      key: "amount",
      title: text("amountColumn"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={row.amount_paid} />,
    },
    {
      key: "status",
      title: text("status"),
      slot: "side",
      cell: (row) => <ContributionStatus contribution={row} />,
    },
  ];

  return (
    <DataTable
      caption={text("tableCaption", { from: formatDay(period.from), to: formatDay(period.to) })}
      columns={columns}
      rows={contributions}
      rowKey={(row) => row.contribution_id}
      loading={contributions === undefined}
      error={error}
      onRetry={onRetry}
      {...(totalApproved === undefined
        ? {}
        : { totals: { month: text("total"), amount: <Money amount={totalApproved} /> } })}
      empty={
        <div className="space-y-2">
          <Alert live tone="note">
            {text("noneFound")}
          </Alert>
          <EmptyState
            drawing="coins"
            title={text("noneForPeriod")}
            hint={text("noneForPeriodHint")}
          />
        </div>
      }
    />
  );
}
