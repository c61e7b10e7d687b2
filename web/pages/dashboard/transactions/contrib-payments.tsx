import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslations } from "use-intl";
import { getContributions } from "#contract/contributions.ts";
import { getGroup } from "#contract/group.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { monthsToPay } from "#web/features/contributions/paid-up-to.ts";
import { useMember } from "#web/features/session/session.tsx";
import { PaymentsTable } from "#web/features/transactions/payment-tables.tsx";
import { PeriodFilter } from "#web/features/transactions/period-filter.tsx";
import { Button } from "#web/ui/button.tsx";
import { today } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { ThumbBar } from "#web/ui/page-header.tsx";
import { pageRows, periodOf, holdsDialog } from "../list-in-address.ts";
import { OwnWhereToPay } from "../own-where-to-pay.tsx";
import { ReceiptDialog } from "./receipt-dialog.tsx";

const route = getRouteApi("/dashboard/transactions/contrib-payments");
const PayContributionForm = onDemand(
  "pay-contribution",
  async () =>
    (await import("#web/features/contributions/pay-contribution-form.tsx")).PayContributionForm,
);

/** Monthly Contribution Transactions (SCR-16). */
export function ContribPaymentsPage() {
  const text = useTranslations("transactions");
  const words = useTranslations("contributions");
  const { may } = useMember();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const group = useEndpoint(getGroup);
  const all = useEndpoint(getContributions);
  const period = periodOf(search);
  const found = useEndpoint(getContributions, { query: period });
  const receipts = all.data?.monthly_contributions_receipts;
  const open = receipts?.find((each) => each.contribution_id === search.receipt);
  const mayPay = may("contributions.pay");

  const go = (next: typeof search) =>
    void navigate({ search: next, replace: holdsDialog(search), resetScroll: false });
  const close = () => go({ ...period, ...(search.page ? { page: search.page } : {}) });

  return (
    <>
      <PeriodFilter
        title={text("contributionsTitle")}
        value={{ from: search.start_date ?? "", to: search.end_date ?? "" }}
        onApply={({ from, to }) => go({ start_date: from, end_date: to })}
        onClear={() => go({})}
        actions={
          mayPay && (
            <ThumbBar>
              <Button
                icon={<Plus aria-hidden />}
                className="w-full"
                onPointerEnter={PayContributionForm.fetch}
                onFocus={PayContributionForm.fetch}
                onClick={() => go({ ...search, pay: true })}
              >
                {text("pay")}
              </Button>
            </ThumbBar>
          )
        }
      />
      <PaymentsTable
        kind="contribution"
        {...pageRows(found.data?.monthly_contributions_receipts, search.page, (page) =>
          go({ ...search, page }),
        )}
        filtered={search.start_date !== undefined}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
      />
      <Modal
        open={search.pay !== undefined && mayPay && receipts !== undefined && !group.isPending}
        onClose={close}
        title={text("pay")}
      >
        <PayContributionForm
          monthlyContribution={group.data?.monthly_contribution}
          offered={group.data?.monthly_contribution}
          head={<OwnWhereToPay />}
          months={monthsToPay(receipts ?? [], today(), all.data?.brought_forward?.paid_up_to)}
          onPaid={close}
          onShowReceipt={(receipt) => go({ receipt })}
        />
      </Modal>
      <ReceiptDialog
        open={search.receipt !== undefined && receipts !== undefined}
        kind="contribution"
        payment={open}
        notFound={words("notFound")}
        onClose={close}
      />
    </>
  );
}
