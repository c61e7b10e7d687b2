import { useTranslations } from "use-intl";
import { decideLoanApplication, type Loan } from "#contract/loans.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, formatMoment } from "#web/ui/day.ts";
import { loanName } from "#web/ui/loan-name.ts";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { sumKes } from "#web/ui/sum-kes.ts";
import { useUiTexts } from "#web/ui/texts.tsx";
import { DecisionForm } from "./decision-form.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { otherOffice } from "./other-office.ts";
import { TwoLines } from "./two-lines.tsx";
import { otherVerdict } from "./waiting-item.ts";

type DecideLoanApplicationFormProps = DecisionProps<Loan> & {
  /** Months to repay in, and the day that makes when it is paid out today. */
  term: { months: number; due: PlainDate };
  /** KES in the bank; undefined where it could not be read. */
  inBank: number | undefined;
};

/** An application, and what paying it out would mean: the second approval does it at once (LOAN-7). */
export function DecideLoanApplicationForm(props: DecideLoanApplicationFormProps) {
  const { item, office, term, inBank, onDecided } = props;
  const text = useTranslations("approvals");
  const { offices } = useUiTexts();
  const due = formatDay(term.due);
  const values = {
    amount: formatMoney(item.amount),
    total: formatMoney(item.total_amount),
    member: item.member.full_name,
    other: offices[otherOffice(office)],
    months: term.months,
    due,
  };
  const isSecond = otherVerdict(item, office) === "approved";
  return (
    <DecisionForm
      endpoint={decideLoanApplication}
      id={item.loan_id}
      amount={item.amount}
      own={
        item.acting_for === null
          ? null
          : {
              title: text("inPlace", { office: offices[item.acting_for] }),
              text: text("inPlaceText", { member: item.member.full_name }),
            }
      }
      facts={[
        {
          label: text("member"),
          value: (
            <TwoLines
              first={item.member.full_name}
              second={`${text("regNumber")} ${item.member.reg_number}`}
            />
          ),
        },
        {
          label: text("loan"),
          value: (
            <TwoLines
              first={loanName(item.loan_name)}
              second={text("appliedOn", { date: formatMoment(item.application_date) })}
            />
          ),
        },
        {
          label: text("interest"),
          value: <Money amount={sumKes([item.total_amount, -item.amount])} />,
        },
        { label: text("toRepay"), value: <Money amount={item.total_amount} /> },
        { label: text("due"), value: text("dueText", { due }) },
        ...(inBank === undefined
          ? []
          : [{ label: text("inBank"), value: <Money amount={inBank} /> }]),
      ]}
      approving={
        inBank !== undefined &&
        inBank < item.amount && (
          <Alert live tone="waiting" title={text("bankTooLow")}>
            {text("bankTooLowText", { amount: formatMoney(inBank) })}
          </Alert>
        )
      }
      summaries={{
        "": text("loanApplication.choose", values),
        approved: text(isSecond ? "loanApplication.second" : "loanApplication.first", values),
        rejected: text("loanApplication.reject", values),
      }}
      onDecided={onDecided}
    />
  );
}
