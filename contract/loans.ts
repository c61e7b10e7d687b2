// Loans (LOAN-10).
import * as z from "zod/mini";
import * as at from "./addresses/loans.ts";
import {
  approval,
  approvalStatus,
  approvingOffice,
  decision,
  evidenceCounts,
  evidenceQuery,
  isContested,
  paymentFields,
} from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, periodQuery } from "./date-fields.ts";
import { id, kes, moment, pageQuery, plainDate } from "./fields.ts";
import { debtPayment, inNameOf, loanApplication } from "./money-fields.ts";
import { person } from "./people.ts";

export const loan = z.object({
  loan_id: id,
  loan_name: z.string(),
  loan_type: z.enum(["normal_loan", "emergency_loan"]),
  amount: kes,
  total_amount: kes,
  current_balance: kes,
  start_date: z.nullable(plainDate),
  expiry_date: z.nullable(plainDate),
  application_date: moment,
  status: z.enum([
    "pending",
    "pending_approval",
    "approved",
    "rejected",
    "active",
    "cleared",
    "default",
    "written_off",
  ]),
  loan_approval: z.enum(["pending_approval", "approved", "rejected"]),
  approval,
  approval_status: approvalStatus,
  reject_reason: z.nullable(z.string()),
  user: z.string(),
  member: person,
  own_item: z.boolean(),
  /** The office that the caller decides for as Chairperson (LOAN-8); otherwise null. */
  acting_for: z.nullable(approvingOffice),
  /** Only in approval lists: the applicant's figures in KES, without this application. */
  applicant: z.optional(
    z.object({ savings: kes, loan_limit: kes, owed_on_loans: kes, unpaid_fines: kes }),
  ),
});

export type Loan = z.output<typeof loan>;

export const loanPayment = z.object({
  ...paymentFields,
  loan: z.object({ loan_id: id, loan_name: z.string() }),
});

export type LoanPayment = z.output<typeof loanPayment>;

export const getLoans = defineEndpoint(at.getLoans, {
  access: "own.read",
  summary: "One's own loans and applications, newest first, and how much one may borrow",
  query: z.object(pageQuery),
  reply: z.object({
    loans: z.array(loan),
    pending_loans: z.array(loan),
    loan_limit: kes,
    /** Counts `loans` only. The same page parameters also apply to `pending_loans`. */
    count: z.optional(z.number()),
  }),
});

export const applyForLoan = defineEndpoint(at.applyForLoan, {
  access: "loans.apply",
  summary:
    "Apply for a loan; an office may also apply for a member without an account. Above the limit it is stored as rejected",
  status: 201,
  body: z.extend(loanApplication, inNameOf),
  reply: z.object({ detail: z.string(), loan }),
});

export const getLoanApplications = defineEndpoint(at.getLoanApplications, {
  access: "session",
  summary: "Loan applications still open to the caller's office",
  query: z.object(pageQuery),
  reply: z.object({ pending_loans: z.array(loan), count: z.optional(z.number()) }),
});

export const decideLoanApplication = defineEndpoint(at.decideLoanApplication, {
  access: "loan-applications.decide",
  summary: "Approve or reject a loan application for one's office; the second approval pays it out",
  body: decision,
  reply: z.object({ detail: z.string(), loan }),
});

export const payLoan = defineEndpoint(at.payLoan, {
  access: "loans.repay",
  summary:
    "Report a repayment of one's own loan, or as an office of a member's loan; both offices then approve it",
  status: 201,
  body: z.extend(debtPayment, inNameOf),
  reply: z.object({ detail: z.string(), loan_payment: loanPayment, contested: isContested }),
});

export const getLoanPayments = defineEndpoint(at.getLoanPayments, {
  access: "own.read",
  summary: "One's own loan payments by payment date, newest first",
  query: z.object({ ...pageQuery, ...periodQuery }).check(datesInOrder),
  reply: z.object({ loan_payments: z.array(loanPayment), count: z.optional(z.number()) }),
});

export const getLoanPaymentApprovals = defineEndpoint(at.getLoanPaymentApprovals, {
  access: "session",
  summary: "Loan payments and applications still open to the caller's office",
  query: z.object({ ...pageQuery, ...evidenceQuery }),
  reply: z.object({
    pending_approvals: z.array(loanPayment),
    pending_loans: z.array(loan),
    counts: evidenceCounts,
    count: z.optional(z.number()),
  }),
});

export const decideLoanPayment = defineEndpoint(at.decideLoanPayment, {
  access: "loan-payments.decide",
  summary: "Approve or reject a loan payment for one's office",
  body: decision,
  reply: z.object({ detail: z.string(), loan_payment: loanPayment }),
});
