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
import { date, datesInOrder, periodQuery } from "./date-fields.ts";
import { id, idOf, kes, maybe, moment, oneOf, pageQuery, plainDate } from "./fields.ts";
import type { Label } from "#messages/en/fields.ts";
import { fieldFault } from "#domain/field-fault.ts";
import { earlyWays } from "#domain/lending/pay-loan.ts";
import { guarantee, productOfLoan, wantedGuarantor } from "./lending.ts";
import { amount, debtPayment, inNameOf, loanTypes, wantedInstalments } from "./money-fields.ts";
import { person } from "./people.ts";
import { usedRows } from "./used-rows.ts";

/** Only on a loan of a product (LEND-2). */
const ofProduct = {
  product: z.optional(productOfLoan),
  /** How many it was applied for with. */
  instalments: z.optional(z.number()),
  fee: z.optional(kes),
  /** Interest of rows that is not charged yet. */
  interest_to_come: z.optional(kes),
  /** The next row that falls due, and what is left of it. A member's card leaves out how a running loan stands. */
  next_due: z.optional(z.nullable(z.object({ due_on: plainDate, amount: kes }))),
  days_late: z.optional(z.number()),
  overdue: z.optional(kes),
  /** The loan that this one pays off, and the one that paid this one off. */
  tops_up: z.optional(z.nullable(id)),
  topped_up_by: z.optional(z.nullable(id)),
  /** What guarantors must agree to together: as it is now, and once paid out as it was then. A member's card leaves both out. */
  guarantee_needed: z.optional(kes),
  guarantees: z.optional(z.array(guarantee)),
};

export const loan = z.object({
  loan_id: id,
  loan_name: z.string(),
  loan_type: z.enum(loanTypes),
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
    "withdrawn",
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
  ...ofProduct,
});

export type Loan = z.output<typeof loan>;

export const loanPayment = z.object({
  ...paymentFields,
  loan: z.object({ loan_id: id, loan_name: z.string() }),
  // Only on loans of a product (LEND-3).
  paid_on: z.optional(plainDate),
  early: z.optional(z.enum(earlyWays)),
  /** What it was used for, by row; empty until it is approved. */
  allocation: z.optional(usedRows),
  /** Principal beyond the rows; with them it is the whole payment. */
  early_principal: z.optional(kes),
  interest_saved: z.optional(kes),
  /** Null until it is approved. */
  balance_after: z.optional(z.nullable(kes)),
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

export const getLoan = defineEndpoint(at.getLoan, {
  access: "member-statements.read",
  summary:
    "One loan or application: one's own, one that one is asked to guarantee, for officials and auditors any",
  reply: z.object({ loan }),
});

export const getGuarantees = defineEndpoint(at.getGuarantees, {
  access: "member-statements.read",
  summary: "What one is asked to guarantee, and guarantees; officials also of another member",
  query: z.object({ member: z.optional(idOf("Member")) }),
  reply: z.object({
    /** What one may still guarantee with. */
    free_savings: kes,
    held: kes,
    /** Newest first. */
    guarantees: z.array(guarantee),
  }),
});

/** A field that is needed only beside others. */
function needed(name: string, label: Label, isNeeded: (body: Record<string, unknown>) => boolean) {
  return z.refine<Record<string, unknown>>((body) => body[name] !== undefined || !isNeeded(body), {
    message: "required",
    params: { fault: fieldFault("required", { label }) },
    path: [name],
    // Also beside other faults, unless the field has one of its own.
    when: ({ issues }) => !issues.some((issue) => issue.path?.[0] === name),
  });
}

export const applyForLoan = defineEndpoint(at.applyForLoan, {
  access: "loans.apply",
  summary:
    "Apply for a loan; an office may also apply for a member without an account. Above the limit it is stored as rejected",
  status: 201,
  body: z
    .object({
      amount: amount(),
      loan_type: maybe(oneOf("Loan type", loanTypes)),
      ...inNameOf,
      product_id: maybe(idOf("Product")),
      instalments: maybe(wantedInstalments()),
      tops_up: maybe(idOf("Loan")),
      /** Of a loan of a product: whom it asks to guarantee it. */
      guarantors: maybe(z.array(wantedGuarantor).check(z.maxLength(20))),
    })
    .check(
      needed("loan_type", "Loan type", (body) => body["product_id"] === undefined),
      needed("instalments", "Instalments", (body) => body["product_id"] !== undefined),
    ),
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
  body: z.extend(debtPayment, {
    ...inNameOf,
    /** The day on which it was paid; today without it. Only of loans of a product, as `early`. */
    paid_on: maybe(date("Date")),
    early: maybe(oneOf("Early", earlyWays)),
  }),
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
