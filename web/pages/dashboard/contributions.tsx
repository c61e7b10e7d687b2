import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslations } from "use-intl";
import { getContributions } from "#contract/contributions.ts";
import { getGroup } from "#contract/group.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { ContributionsTable } from "#web/features/contributions/contributions-table.tsx";
import { PaymentCards, PaymentCardsWaiting } from "#web/features/contributions/payment-cards.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Receipt } from "#web/features/transactions/receipt.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateRange } from "#web/ui/date-range.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { PageHeader, ThumbBar } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
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
          <Receipt kind="contribution" payment={openReceipt} group={group.data?.name ?? ""} />
        ) : (
          <Alert tone="note">{text("notFound")}</Alert>
        )}
      </Modal>
    </>
  );
}

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
