import { useTranslations } from "use-intl";
import { getLoanPaymentApprovals } from "#contract/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoanPaymentsWaiting } from "#web/features/approvals/loan-payments-waiting.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { OfficeOnly } from "../office-only.tsx";
import { ApprovalList } from "./approval-list.tsx";

const DecideLoanPaymentForm = onDemand(
  "decide-loan-payment",
  async () =>
    (await import("#web/features/approvals/decide-loan-payment-form.tsx")).DecideLoanPaymentForm,
);

export function ApproveLoanPaymentsPage() {
  return (
    <OfficeOnly needs="approvals.list" who="approvers">
      <ApproveLoanPayments />
    </OfficeOnly>
  );
}

function ApproveLoanPayments() {
  const text = useTranslations("approvals.loanPayment");
  const waiting = useEndpoint(getLoanPaymentApprovals);
  return (
    <ApprovalList
      title={text("title")}
      dialogTitle={text("dialog")}
      rows={waiting.data?.pending_approvals}
      error={waiting.error?.detail}
      onRetry={() => void waiting.refetch()}
      idOf={(row) => row.payment_id}
      Table={LoanPaymentsWaiting}
      form={(row, params) => <DecideLoanPaymentForm key={row.payment_id} item={row} {...params} />}
    />
  );
}
