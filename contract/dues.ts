// What a member owes, and when (PAY-20).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { id, kes, plainDate, idOf } from "./fields.ts";

export const loanDue = z.object({
  loan_id: id,
  loan_name: z.string(),
  balance: kes,
  due_on: plainDate,
  /** 0 up to that day. */
  days_late: z.number(),
  /** The balance over the months left, a begun one counting; all of it once late. */
  a_month_to_be_done: kes,
});

export type LoanDue = z.output<typeof loanDue>;

export const getDues = defineEndpoint({
  method: "GET",
  path: "/api/finances/dues/",
  access: "own.read",
  summary:
    "What one owes, for which months and until when; an official may ask for another member's",
  query: z.object({ member: z.optional(idOf("Member")) }),
  reply: z.object({
    contributions: z.object({
      /** Null before the first month is paid in full. */
      paid_up_to: z.nullable(plainDate),
      /** First days of the unpaid months whose due day is over, oldest first. */
      months_owed: z.array(plainDate),
      /** What they come to, less what is paid towards the first. */
      amount: kes,
      /** The first unpaid month that is not overdue; null for who pays no more. */
      next: z.nullable(z.object({ month: plainDate, amount: kes, due_on: plainDate })),
    }),
    /** Unpaid. */
    fines: kes,
    loans: z.array(loanDue),
    /** Contributions and fines as above, and balances of loans past their day. */
    total_now: kes,
    /** An office may enter an application for a loan in their name (OPEN-54); left out for who applies themselves. */
    office_applies: z.optional(z.literal(true)),
  }),
});
