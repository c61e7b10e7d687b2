// What a member owes, and when (PAY-20).
import * as z from "zod/mini";
import * as at from "./addresses/dues.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, kes, plainDate, idOf } from "./fields.ts";

export const loanDue = z.object({
  loan_id: id,
  loan_name: z.string(),
  balance: kes,
  due_on: plainDate,
  /** 0 until the due day has passed. */
  days_late: z.number(),
  /**
   * KES; the balance divided by the months left, a begun one included, rounded up to the cent; once late, all of it.
   */
  a_month_to_be_done: kes,
});

export type LoanDue = z.output<typeof loanDue>;

export const getDues = defineEndpoint(at.getDues, {
  access: "own.read",
  summary:
    "What one owes, for which months and until when; an official may ask for another member's dues",
  query: z.object({ member: z.optional(idOf("Member")) }),
  reply: z.object({
    contributions: z.object({
      /** Null before the first month is paid in full. */
      paid_up_to: z.nullable(plainDate),
      /** The first day of each unpaid month whose due day has passed, oldest first. */
      months_owed: z.array(plainDate),
      /** KES; the sum of these months, less what is already paid towards the first. */
      amount: kes,
      /** The first unpaid month that is not overdue; null for a member who has left. */
      next: z.nullable(z.object({ month: plainDate, amount: kes, due_on: plainDate })),
    }),
    /** KES; unpaid fines. */
    fines: kes,
    loans: z.array(loanDue),
    /** KES; `contributions.amount`, plus `fines`, plus the balance of each loan with `days_late` above 0. */
    total_now: kes,
    /** True if an office may enter a loan application in this member's name (OPEN-54); otherwise left out. */
    office_applies: z.optional(z.literal(true)),
  }),
});
