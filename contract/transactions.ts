// A member's statement: every movement on their account (REP-10).
import * as z from "zod/mini";
import { transactionKinds } from "./choices.ts";
import * as at from "./addresses/transactions.ts";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, periodQuery } from "./date-fields.ts";
import { id, kes, pageQuery, plainDate, idOf, oneOf } from "./fields.ts";
import { entryApprovals, entryPayment } from "./ledger.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { person } from "./people.ts";
import { usedRows } from "./used-rows.ts";

export const transaction = z.object({
  kind: z.enum(transactionKinds),
  /** The id of the opening balance, payment, loan, interest, fine, settlement or recovery: unique within its kind. */
  id,
  date: plainDate,
  amount: kes,
  /** The day on which the bank paid who left; left out if nobody said so (EXIT-13). */
  paid_on: z.optional(plainDate),
  /** Null if it is no payment, or a payout or recovery of which nobody said it. */
  payment_Reference_Code: z.nullable(z.string()),
  /**
   * The status of a payment or loan; for a fine `unpaid`, `partly_paid`, `paid` or `written_off`; for a settlement
   * `paid_out` or `owed`; for a recovery `recovered`; for interest and an amount from the group's book `approved`.
   */
  status: z.string(),
  description: z.string(),
  /** Of a fine of a meeting (MEET-6). */
  meeting_id: z.optional(id),
  /**
   * What it added to the member's balance: money paid in, or on leaving the share of the interest and written-off
   * fines.
   */
  in: kes,
  /** What it took from the member's balance: a loan with its interest, a fine, or the money paid out on leaving. */
  out: kes,
  /** After it, what was paid in less what is owed. The filter `kind` does not change it. */
  balance: kes,
});

export type Transaction = z.output<typeof transaction>;

export const getTransactions = defineEndpoint(at.getTransactions, {
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
    /** The member whose transactions these are; left out without the parameter `member`. */
    member: z.optional(person),
    transactions: z.array(transaction),
    count: z.number(),
    /** The member's balance before the period and at its end, on every page. */
    opening: kes,
    closing: kes,
    /**
     * Contributions listed in the group's book, newest first. They are part of the amount brought forward, so they are
     * not posted and not counted again (OPEN-74).
     */
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

export const receiptQuery = { kind: oneOf("Kind", paymentKinds), id: idOf("Item") };

/** An approved payment, with what makes its receipt one: who approved it, its entry, and how to check it (PAY-36). */
export const receipt = z.object({
  kind: z.enum(paymentKinds),
  /** KES. */
  amount: kes,
  payment_Reference_Code: z.string(),
  payment: entryPayment,
  // Only of a repayment of a loan of a product (LEND-3): together its whole amount.
  /** The rows that it paid. */
  allocation: z.optional(usedRows),
  /** Principal beyond them. */
  early_principal: z.optional(kes),
  approvals: entryApprovals,
  entry: z.object({ id, date: plainDate }),
  /** The page where anybody checks the log as it is now, filled in; null before the log's first entry. */
  check_url: z.nullable(z.string()),
});

export type PaymentReceipt = z.output<typeof receipt>;

export const getReceipt = defineEndpoint(at.getReceipt, {
  access: "member-statements.read",
  summary:
    "The receipt of one's own approved payment, with who approved it; an official may ask for another member's",
  query: z.object(receiptQuery),
  reply: z.object({ receipt }),
});
