// The settings as the API sends them, and as the group's row stores them.
import type { BodyOf } from "#contract/endpoint.ts";
import type { changeSettings, GroupSettingsView } from "#contract/group.ts";
import { toKes } from "#domain/money.ts";
import type { GroupSettings } from "./group-settings.ts";

export function viewSettings(settings: GroupSettings): GroupSettingsView {
  const { normal_loan: normal, emergency_loan: emergency } = settings.loanTerms;
  const { month, day } = settings.yearStart;
  return {
    group_name: settings.name,
    bank_name: settings.bankName,
    monthly_contribution: toKes(settings.monthlyContributionCents),
    contribution_due_day: settings.contributionDueDay,
    normal_loan_rate: normal.rateBasisPoints / 100,
    emergency_loan_rate: emergency.rateBasisPoints / 100,
    normal_loan_term_months: normal.months,
    emergency_loan_term_months: emergency.months,
    loan_limit_multiple: settings.loanLimitMultiple,
    late_fine_after_months: settings.lateFine.afterMonths,
    late_fine_amount: toKes(settings.lateFine.cents),
    interest_share: settings.interestShareBasisPoints / 100,
    officials_two_step: settings.officialsNeedTwoStep,
    office_delay_hours: settings.officeDelayHours,
    second_person_above:
      settings.secondPersonAboveCents === null ? null : toKes(settings.secondPersonAboveCents),
    require_evidence: settings.requiresEvidence,
    financial_year_start: `${twoDigits(month)}-${twoDigits(day)}`,
    sms_monthly_cap: toKes(settings.smsMonthlyCapCents),
    reminder_days: settings.reminderDays,
    quiet_from: settings.quiet.from,
    quiet_to: settings.quiet.to,
    pay_to: [...settings.payTo],
  };
}

/** The columns of `group_settings`; a missing setting is undefined, which an update leaves unchanged. */
export function toColumns(command: BodyOf<typeof changeSettings>) {
  return {
    name: command.group_name,
    bank_name: command.bank_name,
    monthly_contribution_cents: command.monthly_contribution,
    contribution_due_day: command.contribution_due_day,
    normal_loan_rate_bp: command.normal_loan_rate,
    emergency_loan_rate_bp: command.emergency_loan_rate,
    normal_loan_term_months: command.normal_loan_term_months,
    emergency_loan_term_months: command.emergency_loan_term_months,
    loan_limit_multiple: command.loan_limit_multiple,
    late_fine_after_months: command.late_fine_after_months,
    late_fine_cents: command.late_fine_amount,
    interest_share_bp: command.interest_share,
    year_start_month: command.financial_year_start?.month,
    officials_two_step: command.officials_two_step,
    office_delay_hours: command.office_delay_hours,
    require_evidence: command.require_evidence,
    sms_monthly_cap_cents: command.sms_monthly_cap,
    reminder_days: command.reminder_days,
    quiet_from: command.quiet_from,
    quiet_to: command.quiet_to,
    year_start_day: command.financial_year_start?.day,
    // pg would send a list as a PostgreSQL array.
    pay_to: command.pay_to && JSON.stringify(command.pay_to),
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
