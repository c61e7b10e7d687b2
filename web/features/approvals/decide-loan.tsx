import { useTranslations } from "use-intl";
import { getSettings } from "#contract/group.ts";
import { getLedger } from "#contract/ledger.ts";
import type { Loan } from "#contract/loans.ts";
import { addMonths } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import type { Fact } from "#web/ui/facts.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { formatMoney, Money, sumKes } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DecisionForm, type DecisionProps } from "./decision-form.tsx";
import { termWhenApplied } from "./term-when-applied.ts";

/** An item of any kind, in its dialog. */
export function Decision(props: DecisionProps) {
  const { loan } = props.item;
  return loan === null ? <DecidePayment {...props} /> : <DecideLoan {...props} loan={loan} />;
}

/** A payment; where the group asks for evidence, the reason is asked for before the server does (STAT-25). */
function DecidePayment(props: DecisionProps) {
  const settings = useEndpoint(getSettings);
  return <DecisionForm {...props} asksForEvidence={settings.data?.require_evidence ?? false} />;
}

/**
 * An application, who applies, and what paying it out would mean: the second approval does it at once (LOAN-7). Nobody decides
 * before the due date is known; the bank's balance is shown if it is.
 */
function DecideLoan({ loan, ...props }: DecisionProps & { loan: Loan }) {
  const text = useTranslations("approvals");
  const settings = useEndpoint(getSettings);
  const ledger = useEndpoint(getLedger);
  if (settings.isError)
    return <LoadProblem detail={settings.error.detail} onRetry={() => void settings.refetch()} />;
  if (settings.isPending || ledger.isPending) return <Skeleton className="h-96" />;
  const months = termWhenApplied(settings.data, loan);
  const due = formatDay(addMonths(today(), months));
  const inBank = ledger.data && (ledger.data.ledger_balances["bank"] ?? 0);
  const { applicant } = loan;
  return (
    <DecisionForm
      {...props}
      facts={[
        money(text("toRepay"), loan.total_amount),
        { label: text("due"), value: text("dueText", { due }) },
        ...(applicant === undefined
          ? []
          : [
              money(text("applicantSavings"), applicant.savings),
              money(text("applicantLimit"), applicant.loan_limit),
              money(text("applicantLoans"), applicant.owed_on_loans),
              money(text("applicantFines"), applicant.unpaid_fines),
            ]),
        ...(inBank === undefined
          ? []
          : [
              money(text("inBank"), inBank),
              money(text("inBankAfter"), sumKes([inBank, -loan.amount])),
            ]),
      ]}
      values={{ months, due }}
      approving={
        inBank !== undefined &&
        inBank < loan.amount && (
          <Alert live tone="waiting" title={text("bankTooLow")}>
            {text("bankTooLowText", { amount: formatMoney(inBank) })}
          </Alert>
        )
      }
    />
  );
}

function money(label: string, amount: number): Fact {
  return { label, value: <Money amount={amount} /> };
}
