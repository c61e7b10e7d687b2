import { useTranslations } from "use-intl";
import { decideLoanPayment, type LoanPayment } from "#contract/loans.ts";
import { formatMoment } from "#web/ui/day.ts";
import { loanName } from "#web/ui/loan-name.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { DecisionForm } from "./decision-form.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { otherOffice } from "./other-office.ts";
import { ReferenceNote } from "./reference-note.tsx";
import { otherVerdict } from "./waiting-item.ts";

export function DecideLoanPaymentForm({ item, office, onDecided }: DecisionProps<LoanPayment>) {
  const text = useTranslations("approvals");
  const { offices } = useUiTexts();
  const values = {
    amount: formatMoney(item.amount_paid),
    member: item.member.full_name,
    other: offices[otherOffice(office)],
    loan: loanName(item.loan.loan_name),
  };
  const isSecond = otherVerdict(item, office) === "approved";
  return (
    <DecisionForm
      endpoint={decideLoanPayment}
      id={item.payment_id}
      amount={item.amount_paid}
      own={item.own_item ? { title: text("own"), text: text("ownText") } : null}
      facts={[
        { label: text("member"), value: item.member.full_name },
        { label: text("regNumber"), value: item.member.reg_number },
        { label: text("loan"), value: loanName(item.loan.loan_name) },
        { label: text("paymentDate"), value: formatMoment(item.payment_date) },
        { label: text("reference"), value: <ReferenceNote payment={item} /> },
      ]}
      summaries={{
        "": text("loanPayment.choose", values),
        approved: text(isSecond ? "loanPayment.second" : "loanPayment.first", values),
        rejected: text("loanPayment.reject", values),
      }}
      onDecided={onDecided}
    />
  );
}
