// Names that the browser lists too. They are apart from the endpoints, whose schemas it does not have.

/** The answer fields that may hold the application's own sentences, in the language of `Accept-Language`. */
export const spokenFields = [
  "detail",
  "reason",
  "reject_reason",
  "description",
  "loan_name",
] as const;

export const transactionKinds = [
  "opening",
  "contribution",
  "loan_payment",
  "fine_payment",
  "loan",
  "fine",
  "settlement",
  "bad_debt_recovery",
] as const;

export type TransactionKind = (typeof transactionKinds)[number];

export const statementAccountKinds = [
  "mpesa_paybill",
  "mpesa_till",
  "mpesa_customer",
  "bank",
] as const;
export type StatementAccountKind = (typeof statementAccountKinds)[number];

export const settingNames = [
  "group_name",
  "bank_name",
  "monthly_contribution",
  "contribution_due_day",
  "normal_loan_rate",
  "emergency_loan_rate",
  "normal_loan_term_months",
  "emergency_loan_term_months",
  "loan_limit_multiple",
  "late_fine_after_months",
  "late_fine_amount",
  "interest_share",
  "financial_year_start",
  "officials_two_step",
  "office_delay_hours",
  "second_person_above",
  "fine_limit",
  "require_evidence",
  "sms_monthly_cap",
  "reminder_days",
  "quiet_from",
  "quiet_to",
  "pay_to",
] as const;
export type SettingName = (typeof settingNames)[number];
