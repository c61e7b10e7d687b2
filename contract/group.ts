// The group: what anybody may know of it, and its settings (BOOK-22).
import * as z from "zod/mini";
import { settingNames, type SettingName } from "./choices.ts";
import * as at from "./addresses/group.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amount, amountOrZero, amountOrZeroOrOff, waysToPay, percent } from "./money-fields.ts";
import { date, dayOfYear, timeOfDay } from "./date-fields.ts";
import {
  kes,
  moment,
  pageQuery,
  percentage,
  payTo,
  wholeNumber,
  wholeNumberOrOff,
  yesOrNo,
} from "./fields.ts";
import { fraction } from "./meeting-fields.ts";
import { ownName, person } from "./people.ts";

export const getGroup = defineEndpoint(at.getGroup, {
  access: "public",
  summary: "The group's name, currency, bank and monthly contribution",
  reply: z.object({
    name: z.string(),
    currency: z.literal("KES"),
    bank_name: z.string(),
    monthly_contribution: kes,
  }),
});

const settingFields = {
  group_name: z.string(),
  bank_name: z.string(),
  monthly_contribution: kes,
  /** A month's contribution is due by this day of the next month, 1 to 28. */
  contribution_due_day: z.number(),
  normal_loan_rate: percentage,
  emergency_loan_rate: percentage,
  normal_loan_term_months: z.number(),
  emergency_loan_term_months: z.number(),
  /** A member may owe this many times what they have contributed. */
  loan_limit_multiple: z.number(),
  /** Whether members may apply for a loan without a product (LEND-1). */
  plain_loans: z.boolean(),
  /** Loans that one member guarantees at once; null for any number (LEND-6). */
  guarantees_at_most: z.nullable(z.number()),
  /** Whether officials may guarantee loans. */
  officials_guarantee: z.boolean(),
  late_fine_after_months: z.number(),
  /** KES for each further month. */
  late_fine_amount: kes,
  /** The percentage of their share of the interest that a leaving member gets. */
  interest_share: percentage,
  /** MM-DD. */
  financial_year_start: z.string(),
  /** Whether officials must have two-step sign-in to use their office. */
  officials_two_step: z.boolean(),
  /** Hours before a proposed office takes effect; 0 means at once. */
  office_delay_hours: z.number(),
  /** Paying out more than this needs a second official (BOOK-20); 0 means any amount, null turns the rule off. */
  second_person_above: z.nullable(kes),
  /** A fine of more than this needs a second official (BOOK-27); null turns the rule off. */
  fine_limit: z.nullable(kes),
  /** Whether approving a payment that no statement confirms needs a reason (STAT-25). */
  require_evidence: z.boolean(),
  /** Whether M-PESA refuses payments for an account that is nobody's (MPESA-3). */
  mpesa_record_by_account: z.boolean(),
  mpesa_refuse_unknown_accounts: z.boolean(),
  /** Whether money may leave by M-PESA after both offices (OUT-1). */
  mpesa_payouts: z.boolean(),
  /** The most that SMS may cost in a month (NOTE-6). */
  sms_monthly_cap: kes,
  /** The reminder comes this many days before the paid-up time ends, 0 to 28 (NOTE-2). */
  reminder_days: z.number(),
  /**
   * HH:MM in Nairobi. SMS and push wait from `quiet_from` until `quiet_to`, also across midnight; equal times turn the
   * quiet hours off (NOTE-5).
   */
  quiet_from: z.string(),
  quiet_to: z.string(),
  /** Whether meetings are offered (MEET-1). */
  meetings: z.boolean(),
  /** The part of the roll that must be there, such as `1/2` (MEET-3). */
  meeting_quorum: z.string(),
  /** KES; 0 for none. A meeting takes these over when it is called (MEET-6). */
  meeting_fine_late: kes,
  meeting_fine_absent: kes,
  meeting_fine_apology: kes,
  /** Where members pay, in the order it is shown (PAY-23). */
  pay_to: z.array(payTo),
} satisfies Record<SettingName, z.ZodMiniType>;

export const groupSettings = z.object(settingFields);

export type GroupSettingsView = z.output<typeof groupSettings>;

const settingValue = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(payTo)]));

export type SettingValue = z.output<typeof settingValue>;

export const settingsChange = z.object({
  at: moment,
  actor: person,
  changes: z.array(
    z.object({
      setting: z.enum(settingNames),
      before: settingValue,
      after: settingValue,
    }),
  ),
});

export type SettingsChange = z.output<typeof settingsChange>;

export const getSettings = defineEndpoint(at.getSettings, {
  access: "settings.read",
  summary: "The group's settings, and every change of them, newest first",
  query: z.object(pageQuery),
  reply: z.object({
    ...settingFields,
    history: z.array(settingsChange),
    count: z.optional(z.number()),
  }),
});

const TERM = { min: 1, max: 120 };

export const changeSettings = defineEndpoint(at.changeSettings, {
  access: "settings.write",
  summary:
    "Change some of the group's settings; settings that are left out stay, and nothing posted changes",
  body: z.object({
    group_name: z.optional(ownName("Group name")),
    bank_name: z.optional(ownName("Bank name")),
    monthly_contribution: z.optional(amount("Monthly contribution")),
    contribution_due_day: z.optional(wholeNumber("Contribution due day", { min: 1, max: 28 })),
    normal_loan_rate: z.optional(percent("Normal loan rate")),
    emergency_loan_rate: z.optional(percent("Emergency loan rate")),
    normal_loan_term_months: z.optional(wholeNumber("Normal loan term", TERM)),
    emergency_loan_term_months: z.optional(wholeNumber("Emergency loan term", TERM)),
    loan_limit_multiple: z.optional(wholeNumber("Loan limit multiple", { min: 0, max: 100 })),
    plain_loans: z.optional(yesOrNo("Loans without a product")),
    guarantees_at_most: z.optional(wholeNumberOrOff("Guarantees at most", { min: 1, max: 100 })),
    officials_guarantee: z.optional(yesOrNo("Officials guarantee")),
    late_fine_after_months: z.optional(wholeNumber("Late fine after months", { min: 0, max: 120 })),
    late_fine_amount: z.optional(amountOrZero("Late fine amount")),
    interest_share: z.optional(percent("Interest share")),
    financial_year_start: z.optional(dayOfYear("Financial year start")),
    second_person_above: z.optional(amountOrZeroOrOff("Second person above")),
    fine_limit: z.optional(amountOrZeroOrOff("Fine limit")),
    officials_two_step: z.optional(yesOrNo("Two-step sign-in of officials")),
    office_delay_hours: z.optional(wholeNumber("Office delay", { min: 0, max: 168 })),
    require_evidence: z.optional(yesOrNo("Evidence required")),
    mpesa_record_by_account: z.optional(yesOrNo("Record by account")),
    mpesa_refuse_unknown_accounts: z.optional(yesOrNo("Unknown accounts")),
    mpesa_payouts: z.optional(yesOrNo("Payouts by M-PESA")),
    sms_monthly_cap: z.optional(amountOrZero("SMS a month")),
    reminder_days: z.optional(wholeNumber("Reminder", { min: 0, max: 28 })),
    quiet_from: z.optional(timeOfDay("Quiet from")),
    quiet_to: z.optional(timeOfDay("Quiet to")),
    meetings: z.optional(yesOrNo("Meetings")),
    meeting_quorum: z.optional(fraction("Quorum")),
    meeting_fine_late: z.optional(amountOrZero("Meeting fine")),
    meeting_fine_absent: z.optional(amountOrZero("Meeting fine")),
    meeting_fine_apology: z.optional(amountOrZero("Meeting fine")),
    pay_to: z.optional(waysToPay("Where to pay")),
  }),
  reply: z.object({
    detail: z.string(),
    settings: groupSettings,
    /** When the waiting change takes effect by itself; left out if nothing waits (MEM-28). */
    effective_at: z.optional(moment),
  }),
});

export const acceptDay = defineEndpoint(at.acceptDay, {
  access: "clock.accept",
  summary:
    "Say that the server's day is right, where its clock is ahead of all that was seen: what falls due by time goes on",
  body: z.object({ day: date("Day") }),
  reply: z.object({ detail: z.string() }),
});
