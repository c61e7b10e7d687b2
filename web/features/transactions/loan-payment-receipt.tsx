import { useTranslations } from "use-intl";
import type { LoanPayment } from "#contract/loans.ts";
import { formatMoment } from "#web/ui/day.ts";
import { loanName } from "#web/ui/texts.tsx";
import { Verdicts } from "#web/ui/status-badge.tsx";
import { PaymentReceipt } from "./payment-receipt.tsx";

/** One repayment, with what both offices said. */
export function LoanPaymentReceipt({ payment, group }: { payment: LoanPayment; group: string }) {
  const text = useTranslations("transactions");
  return (
    <PaymentReceipt
      group={group}
      title={text("loanReceipt")}
      amount={payment.amount_paid}
      status={payment.status}
      facts={[
        { label: text("receiptNumber"), value: payment.payment_id },
        { label: text("member"), value: payment.member.full_name },
        { label: text("regNumber"), value: payment.member.reg_number },
        { label: text("loan"), value: loanName(payment.loan.loan_name) },
        { label: text("paymentDate"), value: formatMoment(payment.payment_date) },
        {
          label: text("reference"),
          value: <span className="break-all">{payment.payment_Reference_Code}</span>,
        },
        ...(payment.approval.approval_date === null
          ? []
          : [{ label: text("approvalDate"), value: formatMoment(payment.approval.approval_date) }]),
      ]}
    >
      <h3 className="mt-6 mb-1 font-semibold">{text("approvals")}</h3>
      <Verdicts
        verdicts={payment.approval_status.map(
          ({ role, action, reject_reason, approve_reason }) => ({
            who: role,
            status: action,
            note:
              action === "rejected"
                ? reject_reason
                  ? text("rejectionReason", { reason: reject_reason })
                  : text("noReason")
                : (approve_reason ?? null),
          }),
        )}
      />
    </PaymentReceipt>
  );
}
