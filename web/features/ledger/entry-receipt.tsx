import { useTranslations } from "use-intl";
import type { Entry } from "#contract/ledger.ts";
import { formatDay, formatMoment, formatMonth, today } from "#web/ui/day.ts";
import { Facts } from "#web/ui/facts.tsx";
import { loanName } from "#web/ui/texts.tsx";
import { Money } from "#web/ui/money.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { useApprovalFacts } from "./entry-details.tsx";

type EntryReceiptProps = {
  entry: Entry;
  payment: NonNullable<Entry["payment"]>;
  group: string;
  proof: string | undefined;
};

/** The receipt of the payment that an entry records, as its member has it, for an official to read or print. */
export function EntryReceipt({ entry, payment, group, proof }: EntryReceiptProps) {
  const text = useTranslations("ledger");
  const approvals = useApprovalFacts(entry);
  return (
    <PrintView
      group={group}
      title={text("receiptOf", { type: text(`types.${entry.type}`) })}
      printedOn={formatDay(today())}
      proof={proof}
    >
      <p className="mb-4">
        <Money amount={entry.amount} size="hero" />
      </p>
      <Facts
        facts={[
          { label: text("receiptNumber"), value: payment.id },
          { label: text("member"), value: payment.member.full_name },
          { label: text("regNumber"), value: payment.member.reg_number },
          { label: text("paidOn"), value: formatMoment(payment.payment_date) },
          ...(payment.contribution_month === null
            ? []
            : [{ label: text("month"), value: formatMonth(payment.contribution_month) }]),
          ...(payment.loan_name === null
            ? []
            : [{ label: text("ofLoan"), value: loanName(payment.loan_name) }]),
          {
            label: text("reference"),
            value: <span className="break-all">{entry.reference}</span>,
          },
          ...approvals,
          {
            label: text("inTheBooks"),
            value: `${text("entry", { id: String(entry.id) })}, ${formatDay(entry.date)}`,
          },
        ]}
      />
    </PrintView>
  );
}
