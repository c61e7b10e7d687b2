// M-PESA live: what is on, and requests to a member's own phone to pay (ASK-4). Off, every call but the first is
// refused.
import { usualKinds } from "#domain/payments/payment-kinds.ts";
import * as z from "zod/mini";
import { askStates } from "#domain/mpesa/ask-states.ts";
import * as at from "./addresses/mpesa.ts";
import { date } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, idOf, kes, maybe, moment, oneOf, pageQuery, plainDate } from "./fields.ts";
import { shillings } from "./money-fields.ts";
import { person } from "./people.ts";

export const getMpesa = defineEndpoint(at.getMpesa, {
  access: "mpesa.read",
  summary: "What M-PESA does for the group, and how one pays by it oneself",
  reply: z.object({
    live: z.boolean(),
    asks: z.boolean(),
    checks: z.boolean(),
    payouts: z.boolean(),
    pull: z.boolean(),
    shortcode: z.nullable(z.string()),
    till: z.nullable(z.string()),
    /** One's own confirmed number, masked: `07•• ••• 149`; null without one. */
    phone: z.nullable(z.string()),
    /** What one types as the account at the paybill: one's registration number. */
    account: z.nullable(z.string()),
  }),
});

/** A request to a member's phone to pay. */
export const ask = z.object({
  id,
  member: person,
  kind: z.enum(usualKinds),
  loan_id: z.nullable(id),
  contribution_month: z.nullable(plainDate),
  amount: kes,
  /** Masked. */
  phone: z.string(),
  state: z.enum(askStates),
  /** M-PESA's code for it, or `unreachable`; null while nothing is known. */
  code: z.nullable(z.string()),
  /** The sentence that the member reads. */
  sentence: z.string(),
  may_ask_again: z.boolean(),
  /** Null of a paid one until M-PESA's line, or the member, brings it. */
  receipt: z.nullable(z.string()),
  /** The payment that it became, which both offices approve. */
  payment: z.nullable(z.object({ kind: z.enum(usualKinds), id })),
  asked_at: moment,
  decided_at: z.nullable(moment),
});

export type Ask = z.output<typeof ask>;

const askReply = z.object({ detail: z.string(), ask });

export const askToPay = defineEndpoint(at.askToPay, {
  access: "contributions.pay",
  summary: "Ask one's own phone to pay a contribution, a loan or fines by M-PESA",
  status: 201,
  body: z.object({
    kind: oneOf("Kind", usualKinds),
    amount: shillings("Amount", { most: 250_000 }),
    /** Of a contribution. */
    contribution_month: maybe(date("Contribution month")),
    /** Of a loan payment. */
    loan_id: maybe(idOf("Loan")),
  }),
  reply: askReply,
});

export const getAsks = defineEndpoint(at.getAsks, {
  access: "own.read",
  summary: "One's own requests to pay, newest first; an official may ask for another member's",
  query: z.object({ ...pageQuery, member_id: maybe(idOf("Member")) }),
  reply: z.object({ asks: z.array(ask), count: z.number() }),
});

export const getAsk = defineEndpoint(at.getAsk, {
  access: "own.read",
  summary: "One request to pay: one's own, or to an official any member's",
  reply: z.object({ ask }),
});

export const checkAsk = defineEndpoint(at.checkAsk, {
  access: "own.write",
  summary: "Ask M-PESA now what became of one's own request to pay; not within 20 s of the last",
  reply: askReply,
});

export const endAsk = defineEndpoint(at.endAsk, {
  access: "own.write",
  summary:
    "End one's own request after 3 minutes, not having paid; if it was paid all the same, that wins",
  reply: askReply,
});
