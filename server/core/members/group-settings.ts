// The group's settings (BOOK-22): one row, with the defaults of the specification.
import type { YearStart } from "#domain/calendar.ts";
import { type Cents, toKes } from "#domain/money.ts";
import type { MeetingFines } from "#domain/meetings/attendance.ts";
import type { PayTo } from "#domain/payments/pay-to.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Json } from "#server/db/tables.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { changeSettings, GroupSettingsView } from "#contract/group.ts";

export type GroupSettings = {
  name: string;
  bankName: string;
  monthlyContributionCents: Cents;
  /** The day of the next month by which a month's contribution is due (PAY-20). */
  contributionDueDay: number;
  /** The day the financial year starts. */
  yearStart: YearStart;
  loanTerms: Record<LoanType, { rateBasisPoints: number; months: number }>;
  /** A member may owe at most this many times their contributions. */
  loanLimitMultiple: number;
  /** Members may apply for a loan without a product (LEND-1). */
  hasPlainLoans: boolean;
  /** LEND-6; `atMost`: loans that one member guarantees at once, null for any number. */
  guarantees: { atMost: number | null; areOfOfficials: boolean };
  lateFine: { afterMonths: number; cents: Cents };
  /** The part of a member's share of the interest that they get when leaving. */
  interestShareBasisPoints: number;
  /** An official has the rights of the office only after setting up two-step sign-in. */
  officialsNeedTwoStep: boolean;
  /** How many hours a proposed office waits; 0 is no delay (MEM-24). */
  officeDelayHours: number;
  /** More than this out of the bank, in cents, needs a second official (BOOK-20); null: off. */
  secondPersonAboveCents: Cents | null;
  /** A fine of more than this, in cents, needs a second official (BOOK-27); null: off. */
  fineLimitCents: Cents | null;
  /** A payment that no statement confirms needs a reason for approval (STAT-25). */
  requiresEvidence: boolean;
  /** A checked payment becomes the contribution of whoever's account was typed (MPESA-7). */
  recordsByAccount: boolean;
  /** M-PESA refuses a payment for an account that is nobody's (MPESA-3). */
  refusesUnknownAccounts: boolean;
  /** Whether money may leave by M-PESA after both offices (OUT-1). */
  paysOutByMpesa: boolean;
  /** NOTE-6. */
  smsMonthlyCapCents: Cents;
  /** NOTE-2. */
  reminderDays: number;
  /** HH:MM in Nairobi; equal times mean no quiet hours (NOTE-5). */
  quiet: { from: string; to: string };
  /** MEET-1 to MEET-6; `quorum` is a fraction such as 1/2. */
  meetings: { areOn: boolean; quorum: string; fines: MeetingFines };
  /** Where members pay the group (PAY-23). */
  payTo: readonly PayTo[];
};

export type LoanType = "normal_loan" | "emergency_loan";

export async function readGroupSettings(reader: Reader): Promise<GroupSettings> {
  const row = await reader
    .selectFrom("group_settings")
    .selectAll()
    .select((settings) => {
      const newest = (what: "bank" | "fine") =>
        settings
          .selectFrom("second_person_limits")
          .select("above_cents")
          .where("what", "=", what)
          .orderBy("id", "desc")
          .limit(1);
      return [
        newest("bank").as("second_person_above_cents"),
        newest("fine").as("fine_limit_cents"),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    bankName: row.bank_name,
    monthlyContributionCents: row.monthly_contribution_cents,
    contributionDueDay: row.contribution_due_day,
    yearStart: { month: row.year_start_month, day: row.year_start_day },
    loanTerms: {
      normal_loan: {
        rateBasisPoints: row.normal_loan_rate_bp,
        months: row.normal_loan_term_months,
      },
      emergency_loan: {
        rateBasisPoints: row.emergency_loan_rate_bp,
        months: row.emergency_loan_term_months,
      },
    },
    loanLimitMultiple: row.loan_limit_multiple,
    hasPlainLoans: row.plain_loans,
    guarantees: { atMost: row.guarantees_at_most, areOfOfficials: row.officials_guarantee },
    lateFine: { afterMonths: row.late_fine_after_months, cents: row.late_fine_cents },
    interestShareBasisPoints: row.interest_share_bp,
    officialsNeedTwoStep: row.officials_two_step,
    officeDelayHours: row.office_delay_hours,
    secondPersonAboveCents: row.second_person_above_cents,
    fineLimitCents: row.fine_limit_cents,
    requiresEvidence: row.require_evidence,
    recordsByAccount: row.mpesa_record_by_account,
    refusesUnknownAccounts: row.mpesa_refuse_unknown_accounts,
    paysOutByMpesa: row.mpesa_payouts,
    smsMonthlyCapCents: row.sms_monthly_cap_cents,
    reminderDays: row.reminder_days,
    quiet: { from: row.quiet_from.slice(0, 5), to: row.quiet_to.slice(0, 5) },
    meetings: {
      areOn: row.meetings,
      quorum: row.meeting_quorum,
      fines: {
        late: row.meeting_fine_late_cents,
        absent: row.meeting_fine_absent_cents,
        apology: row.meeting_fine_apology_cents,
      },
    },
    payTo: payToOf(row),
  };
}

/** The database admits nothing else (group_settings_pay_to); the fields in the order of the contract. */
export function payToOf(row: { pay_to: Json }): PayTo[] {
  const ways = row.pay_to as unknown as readonly PayTo[];
  return ways.map(({ kind, name, number, account }) => ({ kind, name, number, account }));
}

// The settings as the API sends them, and as the group's row stores them.

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
    plain_loans: settings.hasPlainLoans,
    guarantees_at_most: settings.guarantees.atMost,
    officials_guarantee: settings.guarantees.areOfOfficials,
    late_fine_after_months: settings.lateFine.afterMonths,
    late_fine_amount: toKes(settings.lateFine.cents),
    interest_share: settings.interestShareBasisPoints / 100,
    officials_two_step: settings.officialsNeedTwoStep,
    office_delay_hours: settings.officeDelayHours,
    second_person_above:
      settings.secondPersonAboveCents === null ? null : toKes(settings.secondPersonAboveCents),
    fine_limit: settings.fineLimitCents === null ? null : toKes(settings.fineLimitCents),
    require_evidence: settings.requiresEvidence,
    mpesa_record_by_account: settings.recordsByAccount,
    mpesa_refuse_unknown_accounts: settings.refusesUnknownAccounts,
    mpesa_payouts: settings.paysOutByMpesa,
    financial_year_start: `${twoDigits(month)}-${twoDigits(day)}`,
    sms_monthly_cap: toKes(settings.smsMonthlyCapCents),
    reminder_days: settings.reminderDays,
    quiet_from: settings.quiet.from,
    quiet_to: settings.quiet.to,
    meetings: settings.meetings.areOn,
    meeting_quorum: settings.meetings.quorum,
    meeting_fine_late: toKes(settings.meetings.fines.late),
    meeting_fine_absent: toKes(settings.meetings.fines.absent),
    meeting_fine_apology: toKes(settings.meetings.fines.apology),
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
    plain_loans: command.plain_loans,
    guarantees_at_most: command.guarantees_at_most,
    officials_guarantee: command.officials_guarantee,
    late_fine_after_months: command.late_fine_after_months,
    late_fine_cents: command.late_fine_amount,
    interest_share_bp: command.interest_share,
    year_start_month: command.financial_year_start?.month,
    officials_two_step: command.officials_two_step,
    office_delay_hours: command.office_delay_hours,
    require_evidence: command.require_evidence,
    mpesa_record_by_account: command.mpesa_record_by_account,
    mpesa_refuse_unknown_accounts: command.mpesa_refuse_unknown_accounts,
    mpesa_payouts: command.mpesa_payouts,
    sms_monthly_cap_cents: command.sms_monthly_cap,
    reminder_days: command.reminder_days,
    quiet_from: command.quiet_from,
    quiet_to: command.quiet_to,
    meetings: command.meetings,
    meeting_quorum: command.meeting_quorum,
    meeting_fine_late_cents: command.meeting_fine_late,
    meeting_fine_absent_cents: command.meeting_fine_absent,
    meeting_fine_apology_cents: command.meeting_fine_apology,
    year_start_day: command.financial_year_start?.day,
    // pg would send a list as a PostgreSQL array.
    pay_to: command.pay_to && JSON.stringify(command.pay_to),
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
