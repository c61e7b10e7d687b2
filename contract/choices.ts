// Names that the browser lists too. They are apart from the endpoints, whose schemas it does not have.
import { paymentKinds } from "#domain/payments/payment-kinds.ts";

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
  ...paymentKinds,
  "loan",
  "interest",
  "guarantee_call",
  "fine",
  "rotation",
  "distribution",
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
  "plain_loans",
  "guarantees_at_most",
  "officials_guarantee",
  "late_fine_after_months",
  "late_fine_amount",
  "interest_share",
  "financial_year_start",
  "officials_two_step",
  "office_delay_hours",
  "second_person_above",
  "fine_limit",
  "require_evidence",
  "mpesa_record_by_account",
  "mpesa_refuse_unknown_accounts",
  "mpesa_payouts",
  "sms_monthly_cap",
  "reminder_days",
  "quiet_from",
  "quiet_to",
  "meetings",
  "meeting_quorum",
  "meeting_fine_late",
  "meeting_fine_absent",
  "meeting_fine_apology",
  "pay_to",
] as const;
export type SettingName = (typeof settingNames)[number];
