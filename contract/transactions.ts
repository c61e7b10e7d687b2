// The statement of a member: everything that moved on their account (REP-10).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, periodQuery } from "./date-fields.ts";
import { id, kes, pageQuery, plainDate, idOf, oneOf } from "./fields.ts";
import { person } from "./people.ts";

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

export const transaction = z.object({
  kind: z.enum(transactionKinds),
  /** The id of the opening balance, payment, loan, fine, settlement or recovery: unique within its kind. */
  id,
  date: plainDate,
  amount: kes,
  /** Null for what is no payment. */
  payment_Reference_Code: z.nullable(z.string()),
  /**
   * `approved` of what the group's book brought forward; of a payment or loan its own status; of a fine `unpaid`, `partly_paid`, `paid` or `written_off`; of a settlement
   * `paid_out` or `owed`; of a recovery `recovered`.
   */
  status: z.string(),
  description: z.string(),
  /** What it added to the member's balance: paid in, or on leaving the share of the interest and fines written off. */
  in: kes,
  /** What it took from it: a loan with its interest, a fine, what was paid out on leaving. */
  out: kes,
  /** What was paid in less what is owed, after it; whatever `kind` the list is narrowed to. */
  balance: kes,
});

export type Transaction = z.output<typeof transaction>;

export const getTransactions = defineEndpoint({
  method: "GET",
  path: "/api/finances/transactions/",
  access: "member-statements.read",
  summary: "One's own transactions, newest first; an official may ask for another member's",
  query: z
    .object({
      ...pageQuery,
      ...periodQuery,
      kind: z.optional(oneOf("Kind", transactionKinds)),
      member: z.optional(idOf("Member")),
    })
    .check(datesInOrder),
  reply: z.object({
    /** Whose they are, where another member's were asked for. */
    member: z.optional(person),
    transactions: z.array(transaction),
    count: z.number(),
    /** The member's balance before the period and at its end, on every page. */
    opening: kes,
    closing: kes,
    /** Contributions that the group's book tells of, newest first: part of what it brought forward, not posted and not counted again. */
    history: z.optional(
      z.array(
        z.object({
          id,
          month: plainDate,
          amount: kes,
          paid_on: z.nullable(plainDate),
          reference: z.nullable(z.string()),
        }),
      ),
    ),
  }),
});
