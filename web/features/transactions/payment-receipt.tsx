import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { Facts, type Fact } from "#web/ui/facts.tsx";
import { Money } from "#web/ui/money.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { StatusBadge, type StatusWord } from "#web/ui/status-badge.tsx";

type PaymentReceiptProps = {
  group: string;
  /** Once it is approved; before, it is a record of payment. */
  title: string;
  /** KES. */
  amount: number;
  status: StatusWord;
  facts: readonly Fact[];
  /** What both offices said. */
  children?: ReactNode;
};

/** A repayment or a payment of fines on a sheet to be stored or printed. */
export function PaymentReceipt(props: PaymentReceiptProps) {
  const { group, title, amount, status, facts, children } = props;
  const text = useTranslations("transactions");
  return (
    <PrintView
      group={group}
      title={status === "approved" ? title : text("notReceiptYet")}
      printedOn={formatDay(today())}
    >
      <p className="mb-4">
        <Money amount={amount} size="hero" />
      </p>
      {status === "rejected" && <Alert tone="bad">{text("rejectedNote")}</Alert>}
      {(status === "pending" || status === "pending_approval") && (
        <Alert tone="waiting">{text("notApprovedNote")}</Alert>
      )}
      <Facts
        facts={[...facts, { label: text("status"), value: <StatusBadge status={status} /> }]}
      />
      {children}
    </PrintView>
  );
}
