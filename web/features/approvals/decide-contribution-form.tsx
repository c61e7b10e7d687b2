import { useTranslations } from "use-intl";
import { decideContribution, type Contribution } from "#contract/contributions.ts";
import { formatMoment, formatMonth } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { DecisionForm } from "./decision-form.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { otherOffice } from "./other-office.ts";
import { ReferenceNote } from "./reference-note.tsx";
import { otherVerdict } from "./waiting-item.ts";

export function DecideContributionForm(props: DecisionProps<Contribution>) {
  const { item, office, onDecided } = props;
  const text = useTranslations("approvals");
  const { offices } = useUiTexts();
  const month = formatMonth(item.contribution_month);
  const values = {
    amount: formatMoney(item.amount_paid),
    member: item.member.full_name,
    other: offices[otherOffice(office)],
    month,
  };
  const isSecond = otherVerdict(item, office) === "approved";
  return (
    <DecisionForm
      endpoint={decideContribution}
      id={item.contribution_id}
      amount={item.amount_paid}
      own={item.own_item ? { title: text("own"), text: text("ownText") } : null}
      facts={[
        { label: text("member"), value: item.member.full_name },
        { label: text("regNumber"), value: item.member.reg_number },
        { label: text("month"), value: month },
        { label: text("paymentDate"), value: formatMoment(item.payment_date) },
        { label: text("reference"), value: <ReferenceNote payment={item} /> },
      ]}
      summaries={{
        "": text("contribution.choose", values),
        approved: text(isSecond ? "contribution.second" : "contribution.first", values),
        rejected: text("contribution.reject", values),
      }}
      onDecided={onDecided}
    />
  );
}
