// Changes of a loan of a product that both offices decide on: new instalments, or a call on its guarantors (LEND-9, LEND-10).
import * as z from "zod/mini";
import * as at from "./addresses/loan-changes.ts";
import { approval, approvalStatus, decision } from "./approvals.ts";
import { date } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, idOf, kes, maybe, oneOf, plainDate, reason } from "./fields.ts";
import { wantedInstalments } from "./money-fields.ts";
import { person } from "./people.ts";

export const loanChangeKinds = ["reschedule", "call"] as const;

export const loanChange = z.object({
  id,
  kind: z.enum(loanChangeKinds),
  loan: z.object({ loan_id: id, loan_name: z.string() }),
  /** The borrower. */
  member: person,
  asked_by: person,
  reason: z.string(),
  /** `rejected` also once somebody said no. */
  status: z.enum(["pending", "pending_approval", "approved", "rejected"]),
  approval,
  approval_status: approvalStatus,
  /** KES: the principal that is rescheduled, or what is called; while it waits, as it would be today. */
  amount: kes,
  /** Whose savings a call takes it out of, the borrower's first. */
  calls: z.array(z.object({ member: person, amount: kes })),
  /** The new rows; none of a call. */
  instalments: z.array(
    z.object({
      number: z.number(),
      due_on: plainDate,
      interest: kes,
      principal: kes,
      total: kes,
      balance: kes,
    }),
  ),
  /** Who must agree to new instalments. */
  answers: z.array(
    z.object({
      member: person,
      role: z.enum(["borrower", "guarantor"]),
      answer: z.enum(["asked", "yes", "no"]),
    }),
  ),
});

export type LoanChange = z.output<typeof loanChange>;

export const askLoanChange = defineEndpoint(at.askLoanChange, {
  access: "loans.repay",
  summary:
    "Ask for new instalments of a loan, or to call what is overdue out of savings; an office approves by asking",
  status: 201,
  body: z.object({
    kind: oneOf("Kind", loanChangeKinds),
    /** Of a reschedule. */
    instalments: maybe(wantedInstalments()),
    first_due_on: maybe(date("Date")),
    reason: reason(),
  }),
  reply: z.object({ detail: z.string(), change: loanChange }),
});

export const getLoanChanges = defineEndpoint(at.getLoanChanges, {
  access: "own.read",
  summary:
    "Changes of a loan, or without it those that wait: of one's own and guaranteed loans, for officials all",
  query: z.object({ loan_id: z.optional(idOf("Loan")) }),
  reply: z.object({ changes: z.array(loanChange) }),
});

export const decideLoanChange = defineEndpoint(at.decideLoanChange, {
  access: "loan-applications.decide",
  summary:
    "Approve or reject a change of a loan for one's office; the second approval makes it count",
  body: decision,
  reply: z.object({ detail: z.string(), change: loanChange }),
});

export const answerLoanChange = defineEndpoint(at.answerLoanChange, {
  access: "own.write",
  summary:
    "Agree to new instalments or say no, which ends the change; an office for a member who cannot sign in",
  body: z.object({
    answer: oneOf("Answer", ["yes", "no"]),
    member_id: maybe(idOf("Member")),
  }),
  reply: z.object({ detail: z.string(), change: loanChange }),
});
