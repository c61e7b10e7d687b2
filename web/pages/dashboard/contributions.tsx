import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslations } from "use-intl";
import { getContributions, type Contribution } from "#endpoints/contributions.ts";
import { getDues } from "#endpoints/dues.ts";
import { getGroup } from "#endpoints/group.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  PaymentCards,
  PaymentCardsWaiting,
  ContributionStatus,
} from "#web/features/contributions/payment-cards.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Receipt } from "#web/features/transactions/receipt.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { DateRange } from "#web/ui/date-field.tsx";
import { formatDay, formatMoment, formatMonths } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { PageHeader, ThumbBar } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readContributionsSearch } from "#web/pages/search.ts";
import { holdsDialog, periodOf } from "./list-in-address.ts";
import { useDashboardTitle } from "./page-frame.tsx";
import { PayContributionDialog, PayContributionForm } from "./pay-contribution-dialog.tsx";

const route = getRouteApi("/dashboard/contributions");
const latestShown = 6;

export function ContributionsPage() {
  const text = useTranslations("contributions");
  const { may } = useMember();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const group = useEndpoint(getGroup);
  const all = useEndpoint(getContributions);
  const dues = useEndpoint(getDues);
  useDashboardTitle(text("title"));

  const change = (changes: { receipt?: number; pay?: true | "due"; from?: string; to?: string }) =>
    void navigate({
      search: {
        ...("from" in changes
          ? changes.from
            ? { start_date: changes.from, end_date: changes.to ?? changes.from }
            : {}
          : periodOf(search)),
        ...(changes.receipt === undefined ? {} : { receipt: changes.receipt }),
        ...(changes.pay === undefined ? {} : { pay: changes.pay }),
      },
      replace: holdsDialog(search),
      resetScroll: false,
    });

  const receipts = all.data?.monthly_contributions_receipts;
  const openReceipt = receipts?.find((each) => each.contribution_id === search.receipt);
  const mayPay = may("contributions.pay");

  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={
          all.data ? (
            text("subtitle", { amount: formatMoney(all.data.total_amount_paid) })
          ) : (
            <Skeleton className="h-6 w-56" />
          )
        }
        actions={
          mayPay && (
            <ThumbBar>
              <Button
                icon={<Plus aria-hidden />}
                onPointerEnter={PayContributionForm.fetch}
                onFocus={PayContributionForm.fetch}
                onClick={() => change({ pay: true })}
                className="w-full"
              >
                {text("pay")}
              </Button>
            </ThumbBar>
          )
        }
      />

      <div className="space-y-6">
        {dues.data?.rotations !== undefined && (
          <Link to="/dashboard/contributions/merry-go-round" className={buttonClass("secondary")}>
            {text("merryGoRound")}
          </Link>
        )}
        <Card title={text("filterTitle")}>
          <DateRange
            key={`${search.start_date}-${search.end_date}`}
            value={{ from: search.start_date ?? "", to: search.end_date ?? "" }}
            labels={{
              from: text("startDate"),
              to: text("endDate"),
              clear: text("clearFilter"),
            }}
            messages={{ bothRequired: text("bothRequired"), wrongOrder: text("wrongOrder") }}
            onApply={({ from, to }) => change({ from, to })}
            {...(search.start_date === undefined ? {} : { onClear: () => change({ from: "" }) })}
          />
        </Card>
        {search.start_date !== undefined && search.end_date !== undefined ? (
          <Filtered from={search.start_date} to={search.end_date} />
        ) : (
          <Card title={text("latest")}>
            {all.isError ? (
              <LoadProblem detail={all.error.detail} onRetry={() => void all.refetch()} />
            ) : receipts === undefined ? (
              <PaymentCardsWaiting />
            ) : receipts.length === 0 ? (
              <EmptyState
                drawing="coins"
                title={text("none")}
                {...(mayPay ? { hint: text("noneHint") } : {})}
              />
            ) : (
              <>
                <PaymentCards contributions={receipts.slice(0, latestShown)} />
                <p className="mt-4 text-sm text-muted">{text("latestHint")}</p>
              </>
            )}
          </Card>
        )}
      </div>

      <PayContributionDialog
        open={search.pay !== undefined && mayPay}
        isDue={search.pay === "due"}
        onClose={() => change({})}
        onPaid={() => (search.pay === "due" ? void navigate({ to: "/dashboard" }) : change({}))}
        onShowReceipt={(receipt) =>
          void navigate({ to: "/dashboard/contributions", search: { receipt } })
        }
      />
      <Modal
        open={search.receipt !== undefined && receipts !== undefined}
        onClose={() => change({})}
        title={text("receipt")}
      >
        {openReceipt ? (
          <Receipt kind={CONTRIBUTION} payment={openReceipt} group={group.data?.name ?? ""} />
        ) : (
          <Alert tone="note">{text("notFound")}</Alert>
        )}
      </Modal>
    </>
  );
}

ContributionsPage.loader = ((prefetch, { search }) => {
  prefetch(getDues);
  prefetch(getContributions);
  prefetch(getContributions, { query: periodOf(search) });
}) satisfies PageLoader<typeof readContributionsSearch>;

function Filtered({ from, to }: { from: string; to: string }) {
  const found = useEndpoint(getContributions, { query: { start_date: from, end_date: to } });
  return (
    <ContributionsTable
      period={{ from, to }}
      contributions={found.data?.monthly_contributions_receipts}
      totalApproved={found.data?.total_amount_paid}
      error={found.error?.detail}
      onRetry={() => void found.refetch()}
    />
  );
}

type ContributionsTableProps = {
  period: { from: PlainDate; to: PlainDate };
  contributions: readonly Contribution[] | undefined;
  /** KES, approved ones only. */
  totalApproved: number | undefined;
  error: string | undefined;
  onRetry: () => void;
};

/** The member's contributions of a period (SCR-15: shown only after a filter is applied). */
function ContributionsTable(props: ContributionsTableProps) {
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
          {formatMonths(row.contribution_month, row.contribution_month_to)}
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
