import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getSettings } from "#endpoints/group.ts";
import { getLedger } from "#endpoints/ledger.ts";
import { getLoanSchedule } from "#endpoints/lending.ts";
import type { Loan } from "#contract/loans.ts";
import { addMonths } from "#domain/calendar.ts";
import { failedOf, useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import type { Fact } from "#web/ui/card.tsx";
import { formatMoney, Money, sumKes } from "#web/ui/money.tsx";

/**
 * The applicant, and what disbursing the loan would mean: the second approval does it at once (LOAN-7). Nobody
 * decides before the due date is known; the bank's balance appears if it is available.
 */
export function useLoanDetails(loan: Loan | null) {
  const text = useTranslations("approvals");
  const settings = useEndpoint(getSettings);
  const ledger = useEndpoint(getLedger);
  const isOfProduct = loan?.product !== undefined;
  const params = { id: loan?.loan_id ?? 0 };
  const schedule = useEndpoint(getLoanSchedule, { params, enabled: isOfProduct });
  const isWaiting = ledger.isPending || (isOfProduct && schedule.data === undefined);
  if (loan === null || settings.data === undefined || isWaiting)
    return { details: undefined, failed: failedOf([settings, schedule]) };
  const last = schedule.data?.instalments.at(-1)?.due_on;
  const months = (isOfProduct && loan.instalments) || termWhenApplied(settings.data, loan);
  const due = formatDay(last ?? addMonths(today(), months));
  const inBank = ledger.data && (ledger.data.ledger_balances["bank"] ?? 0);
  const { applicant } = loan;
  const details = {
    facts: [
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
    ],
    values: { months, due },
    approving: inBank !== undefined && inBank < loan.amount && (
      <Alert live tone="waiting" title={text("bankTooLow")}>
        {text("bankTooLowText", { amount: formatMoney(inBank) })}
      </Alert>
    ),
  };
  return { details, failed: null };
}

function money(label: string, amount: number): Fact {
  return { label, value: <Money amount={amount} /> };
}

/**
 * Months to repay in. An application keeps the term of its own day (LOAN-1), so this undoes later changes of the
 * setting. The history is newest first.
 */
export function termWhenApplied(
  settings: Pick<
    ReplyOf<typeof getSettings>,
    "normal_loan_term_months" | "emergency_loan_term_months" | "history"
  >,
  loan: Pick<Loan, "loan_type" | "application_date">,
): number {
  const setting = `${loan.loan_type}_term_months` as const;
  const applied = Date.parse(loan.application_date);
  return settings.history
    .filter(({ at }) => Date.parse(at) > applied)
    .flatMap(({ changes }) => changes.filter((change) => change.setting === setting))
    .reduce((_, change) => Number(change.before), settings[setting]);
}
