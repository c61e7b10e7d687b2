import type { GroupSettingsView } from "#contract/group.ts";
import type { Loan } from "#contract/loans.ts";
import { addMonths, type PlainDate } from "#domain/calendar.ts";
import { flatInterest } from "#domain/loans/loan-terms.ts";
import type { Cents } from "#domain/money.ts";

/** What a group asks for a type of loan: percent of the amount, and months to repay in. */
export type LoanTerms = { rate: number; months: number };

export function termsOf(settings: GroupSettingsView, type: Loan["loan_type"]): LoanTerms {
  return type === "normal_loan"
    ? { rate: settings.normal_loan_rate, months: settings.normal_loan_term_months }
    : { rate: settings.emergency_loan_rate, months: settings.emergency_loan_term_months };
}

/** What a loan of that amount costs if it is paid out on `day` (LOAN-2). */
export function costOf(amountCents: Cents, { rate, months }: LoanTerms, day: PlainDate) {
  const interestCents = flatInterest(amountCents, Math.round(rate * 100));
  return { interestCents, totalCents: amountCents + interestCents, due: addMonths(day, months) };
}
