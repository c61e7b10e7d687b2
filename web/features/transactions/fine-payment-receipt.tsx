import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import type { Transaction } from "#contract/transactions.ts";
import type { StatusWord } from "#web/ui/status-badge.tsx";
import { formatDay } from "#web/ui/day.ts";
import { PaymentReceipt } from "./payment-receipt.tsx";

type FinePaymentReceiptProps = { payment: Transaction; user: User; group: string };

/** One payment of fines, as the member's statement knows it. */
export function FinePaymentReceipt({ payment, user, group }: FinePaymentReceiptProps) {
  const text = useTranslations("transactions");
  return (
    <PaymentReceipt
      group={group}
      title={text("fineReceipt")}
      amount={payment.amount}
      status={payment.status as StatusWord}
      facts={[
        { label: text("receiptNumber"), value: payment.id },
        { label: text("member"), value: `${user.first_name} ${user.last_name}` },
        { label: text("regNumber"), value: user.reg_number },
        { label: text("paymentDate"), value: formatDay(payment.date) },
        {
          label: text("reference"),
          value: <span className="break-all">{payment.payment_Reference_Code}</span>,
        },
      ]}
    />
  );
}
