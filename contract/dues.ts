// What a member owes, and when (PAY-20).
import * as z from "zod/mini";
import * as at from "./addresses/dues.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, kes, plainDate, idOf } from "./fields.ts";

export const loanDue = z.object({
  loan_id: id,
  loan_name: z.string(),
  balance: kes,
  /** KES of repayments that wait for approval; left out if none does. */
  waiting: z.optional(kes),
  due_on: plainDate,
  /** 0 until the due day has passed. */
  days_late: z.number(),
  /**
   * KES; the balance less what waits, divided by the months left, a begun one included, rounded up to the cent; once
   * late, all of it.
   */
  a_month_to_be_done: kes,
  /**
   * Only on a loan of a product, of which `due_on` is the oldest unpaid row's day and `a_month_to_be_done` what is left
   * of that row: KES of rows before today that are unpaid, less what waits.
   */
  overdue: z.optional(kes),
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
      /** The first month that the member can pay for: that of joining, or the one after the group's book. */
      first_month: plainDate,
      /** The first day of each unpaid month whose due day has passed, oldest first; what waits counts as paid. */
      months_owed: z.array(plainDate),
      /** KES; the sum of these months, less what is already paid towards the first. */
      amount: kes,
      /** The first unpaid month that is not overdue; null for a member who has left. */
      next: z.nullable(z.object({ month: plainDate, amount: kes, due_on: plainDate })),
    }),
    /** KES; unpaid fines, less what waits. */
    fines: kes,
    loans: z.array(loanDue),
    /** Of merry-go-rounds that the member is in, or owes in; left out of everybody else's. KES less what waits. */
    rotations: z.optional(z.array(z.object({ id, name: z.string(), owes_now: kes }))),
    /** Of each fund that is open, KES less what waits; a claim, and no part of `total_now`. Left out without any. */
    funds: z.optional(z.array(z.object({ fund_id: id, name: z.string(), owed: kes }))),
    /**
     * KES; `contributions.amount`, plus `fines`, plus what is left of each loan with `days_late` above 0 besides what
     * waits, plus what is owed in merry-go-rounds.
     */
    total_now: kes,
    /** The member's payments that wait for the offices, in KES; left out if none does. */
    waiting: z.optional(
      z.object({
        count: z.number(),
        contributions: kes,
        fines: kes,
        loans: kes,
        /** Left out if none is for a merry-go-round. */
        rotations: z.optional(kes),
        /** Left out if none is for a fund. */
        funds: z.optional(kes),
        total: kes,
      }),
    ),
    /** True if an office may enter a loan application in this member's name (OPEN-54); otherwise left out. */
    office_applies: z.optional(z.literal(true)),
  }),
});
