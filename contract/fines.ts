// A member's fines, and paying them (PAY-8, PAY-22). A fine is charged by `create_ledger_entry` or by the sweep.
import * as z from "zod/mini";
import { decision } from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, idOf, kes, pageQuery, plainDate } from "./fields.ts";
import { debtPayment } from "./forms.ts";
import { paymentFields } from "./payments.ts";

export const fine = z.object({
  id,
  amount: kes,
  /** What is neither paid nor written off. */
  outstanding: kes,
  description: z.string(),
  date: plainDate,
});

export type Fine = z.output<typeof fine>;

export const finePayment = z.object(paymentFields);

export type FinePayment = z.output<typeof finePayment>;

export const getUserFines = defineEndpoint({
  method: "GET",
  path: "/api/accounting/get_user_fines/",
  access: "own.read",
  summary: "One's own fines, newest first; an official may ask for another member's",
  query: z.object({ ...pageQuery, member: z.optional(idOf("Member")) }),
  reply: z.object({
    total_fines: kes,
    unpaid_fines: kes,
    fines: z.array(fine),
    count: z.optional(z.number()),
  }),
});

export const payFine = defineEndpoint({
  method: "POST",
  path: "/api/finances/pay-fine/",
  access: "fines.pay",
  summary:
    "Tell of a payment of one's fines; both offices then approve it, and it settles the oldest",
  status: 201,
  movesMoney: true,
  body: debtPayment,
  reply: z.object({ detail: z.string(), fine_payment: finePayment }),
});

export const getFinePaymentApprovals = defineEndpoint({
  method: "GET",
  path: "/api/finances/fine-payment-approval/",
  access: "session",
  summary: "Fine payments still open to the caller's office",
  query: z.object(pageQuery),
  reply: z.object({ pending_approvals: z.array(finePayment), count: z.optional(z.number()) }),
});

export const decideFinePayment = defineEndpoint({
  method: "POST",
  path: "/api/finances/fine-payment-approval/:id/",
  access: "fine-payments.decide",
  summary: "Approve or reject a fine payment for one's office",
  movesMoney: true,
  body: decision,
  reply: z.object({ detail: z.string(), fine_payment: finePayment }),
});
