import { useTranslations } from "use-intl";
import { getFinePaymentApprovals } from "#contract/fines.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { FinePaymentsWaiting } from "#web/features/approvals/fine-payments-waiting.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { OfficeOnly } from "../office-only.tsx";
import { ApprovalList } from "./approval-list.tsx";

const DecideFinePaymentForm = onDemand(
  "decide-fine-payment",
  async () =>
    (await import("#web/features/approvals/decide-fine-payment-form.tsx")).DecideFinePaymentForm,
);

export function ApproveFinePaymentsPage() {
  return (
    <OfficeOnly needs="approvals.list" who="approvers">
      <ApproveFinePayments />
    </OfficeOnly>
  );
}

function ApproveFinePayments() {
  const text = useTranslations("approvals.finePayment");
  const waiting = useEndpoint(getFinePaymentApprovals);
  return (
    <ApprovalList
      title={text("title")}
      dialogTitle={text("dialog")}
      rows={waiting.data?.pending_approvals}
      error={waiting.error?.detail}
      onRetry={() => void waiting.refetch()}
      idOf={(row) => row.payment_id}
      Table={FinePaymentsWaiting}
      form={(row, params) => <DecideFinePaymentForm key={row.payment_id} item={row} {...params} />}
    />
  );
}
