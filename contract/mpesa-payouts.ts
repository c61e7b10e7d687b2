// Money out by M-PESA: one office proposes, the other agrees, and it is sent once (OUT-1 to OUT-5).
import * as z from "zod/mini";
import { payoutKinds, payoutStates } from "#domain/mpesa/payout-states.ts";
import * as at from "./addresses/mpesa-payouts.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, idOf, kes, maybe, moment, oneOf, pageQuery, plainDate, reason } from "./fields.ts";
import { amount } from "./money-fields.ts";
import { person } from "./people.ts";

export const payout = z.object({
  id,
  kind: z.enum(payoutKinds),
  /** The loan, the member who left, or the line that goes back. */
  item_id: id,
  /** Who gets it; of a return whom its line names, or null. */
  member: z.nullable(person),
  /** Masked: `07•• ••• 149`; null of a return. */
  phone: z.nullable(z.string()),
  /** Whole shillings. */
  amount: kes,
  state: z.enum(payoutStates),
  /** M-PESA's code for it, or `unreachable`; null while nothing is known. */
  code: z.nullable(z.string()),
  sentence: z.string(),
  receipt: z.nullable(z.string()),
  /** Why it goes out, or why it was refused. */
  reason: z.nullable(z.string()),
  proposed_by: person,
  agreed_by: z.nullable(person),
  proposed_at: moment,
  decided_at: z.nullable(moment),
});

export type Payout = z.output<typeof payout>;

const done = z.object({ detail: z.string(), payout });

export const proposePayout = defineEndpoint(at.proposePayout, {
  access: "payouts.decide",
  summary: "Propose to pay out a loan or a settlement, or to give a payment back, by M-PESA",
  status: 201,
  body: z.object({
    kind: oneOf("Kind", payoutKinds),
    /** The loan, the member who left, or the line. */
    id: idOf("Item"),
    amount_seen: amount("Amount seen"),
    /** Of a return. */
    reason: maybe(reason()),
  }),
  reply: done,
});

export const agreePayout = defineEndpoint(at.agreePayout, {
  access: "payouts.decide",
  summary: "Agree for the other office: the money leaves at once, and cannot be taken back",
  body: z.object({ amount_seen: amount("Amount seen") }),
  reply: done,
});

export const refusePayout = defineEndpoint(at.refusePayout, {
  access: "payouts.decide",
  summary:
    "End one that waits for the other office; or for one's office, refuse one that stayed unknown for 3 days",
  body: z.object({ reason: reason() }),
  reply: done,
});

export const getPayouts = defineEndpoint(at.getPayouts, {
  access: "payouts.read",
  summary: "Payouts by M-PESA, newest first",
  query: z.object({ ...pageQuery, state: maybe(oneOf("State", payoutStates)) }),
  reply: z.object({ payouts: z.array(payout), count: z.number() }),
});

/** What an office may propose. */
export const duePayout = z.object({
  kind: z.enum(["loan", "exit"]),
  /** The loan, or the member who left. */
  id,
  member: person,
  loan_name: z.nullable(z.string()),
  amount: kes,
  approved_on: plainDate,
});

export type DuePayout = z.output<typeof duePayout>;

export const getDuePayouts = defineEndpoint(at.getDuePayouts, {
  access: "payouts.read",
  summary:
    "What could be paid out by M-PESA, newest first: loans and settlements that nothing shows as paid",
  query: z.object(pageQuery),
  reply: z.object({ due: z.array(duePayout), count: z.number() }),
});
