import type { ReplyOf } from "#contract/endpoint.ts";
import type { getSettings } from "#contract/group.ts";
import type { Loan } from "#contract/loans.ts";

/**
 * Months to repay in. An application keeps the term of the day it was made (LOAN-1), so changes of the setting since
 * then are taken back. The history is newest first.
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
