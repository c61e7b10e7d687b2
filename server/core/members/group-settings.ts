// The group's settings (BOOK-22): one row, with the defaults of the specification.
import type { YearStart } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { PayTo } from "#domain/payments/pay-to.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Json } from "#server/db/tables.ts";

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
  lateFine: { afterMonths: number; cents: Cents };
  /** The part of a member's share of the interest that they get when leaving. */
  interestShareBasisPoints: number;
  /** An official has the rights of the office only after setting up two-step sign-in. */
  officialsNeedTwoStep: boolean;
  /** How many hours a proposed office waits; 0 is no delay (MEM-24). */
  officeDelayHours: number;
  /** More than this out of the bank, in cents, needs a second official (BOOK-20); null: off. */
  secondPersonAboveCents: Cents | null;
  /** A payment that no statement confirms needs a reason for approval (STAT-25). */
  requiresEvidence: boolean;
  /** NOTE-6. */
  smsMonthlyCapCents: Cents;
  /** NOTE-2. */
  reminderDays: number;
  /** HH:MM in Nairobi; equal times mean no quiet hours (NOTE-5). */
  quiet: { from: string; to: string };
  /** Where members pay the group (PAY-23). */
  payTo: readonly PayTo[];
};

export type LoanType = "normal_loan" | "emergency_loan";

export async function readGroupSettings(reader: Reader): Promise<GroupSettings> {
  const row = await reader
    .selectFrom("group_settings")
    .selectAll()
    .select((settings) =>
      settings
        .selectFrom("second_person_limits")
        .select("above_cents")
        .orderBy("counts_from", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .as("second_person_above_cents"),
    )
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
    lateFine: { afterMonths: row.late_fine_after_months, cents: row.late_fine_cents },
    interestShareBasisPoints: row.interest_share_bp,
    officialsNeedTwoStep: row.officials_two_step,
    officeDelayHours: row.office_delay_hours,
    secondPersonAboveCents: row.second_person_above_cents,
    requiresEvidence: row.require_evidence,
    smsMonthlyCapCents: row.sms_monthly_cap_cents,
    reminderDays: row.reminder_days,
    quiet: { from: row.quiet_from.slice(0, 5), to: row.quiet_to.slice(0, 5) },
    payTo: payToOf(row),
  };
}

/** The database admits nothing else (group_settings_pay_to); the fields in the order of the contract. */
export function payToOf(row: { pay_to: Json }): PayTo[] {
  const ways = row.pay_to as unknown as readonly PayTo[];
  return ways.map(({ kind, name, number, account }) => ({ kind, name, number, account }));
}
