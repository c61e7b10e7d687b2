// Merry-go-rounds: everybody pays the same for each turn, and one member gets it (ROT-1 to ROT-9).
import * as z from "zod/mini";
import { rotationSteps } from "#domain/rotation/turn-days.ts";
import * as at from "./addresses/rotations.ts";
import { decision, openToOffice, evidenceQuery, isContested, paymentFields } from "./approvals.ts";
import { date } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, idOf, kes, oneOf, pageQuery, plainDate, text } from "./fields.ts";
import { amount, amountOrZero, debtPayment, inNameOf } from "./money-fields.ts";
import { person } from "./people.ts";

export const rotationStatuses = ["joining", "running", "ended"] as const;

const payingOffice = z.nullable(z.enum(["Treasurer", "Sec-Gen"]));

export const rotationTurn = z.object({
  id,
  number: z.number(),
  due_on: plainDate,
  receiver: person,
  /** KES that all owe for it. */
  due: kes,
  /** KES that was paid for it, with what is paid out already. */
  collected: kes,
  /** KES that its receiver has had of it. */
  paid_out: kes,
  state: z.enum(["coming", "open", "paid_out"]),
  /** KES that would leave the bank if it were paid out now. */
  pays: kes,
  /** KES of `collected` that would go to earlier turns that its receiver owes for. */
  kept_back: kes,
  /** The office that has still to pay it out, after the other one; null while neither did. */
  waits_for: payingOffice,
});

export type RotationTurn = z.output<typeof rotationTurn>;

export const rotationMember = z.object({
  member: person,
  /** Null before the draw. */
  turn: z.nullable(z.number()),
  paid: kes,
  received: kes,
  /** KES of turns that fell due, less what was paid; all that is left, of a member who left after their turn. */
  owes_now: kes,
  /** KES; paid less received. */
  position: kes,
  /** KES still to pay, for turns to come too, less payments that wait for approval. */
  left_to_pay: kes,
  /** The day on which they left. */
  left: z.nullable(plainDate),
  /** The office that has still to take what they owe from their savings, after the other one. */
  settling_waits_for: payingOffice,
});

export type RotationMember = z.output<typeof rotationMember>;

export const rotationSwap = z.object({
  id,
  asked_by: person,
  with_member: person,
  status: z.enum(["asked", "done", "refused"]),
});

export type RotationSwap = z.output<typeof rotationSwap>;

export const rotation = z.object({
  id,
  name: z.string(),
  amount: kes,
  every: z.enum(rotationSteps),
  first_on: plainDate,
  status: z.enum(rotationStatuses),
  /** SHA-256 in hex of the seed. */
  commitment: z.string(),
  /** Null before the draw, as are the words. */
  seed: z.nullable(z.string()),
  words: z.nullable(z.array(z.object({ member: person, word: z.string() }))),
  /** In the order of their turns; before the draw by id. */
  members: z.array(rotationMember),
  turns: z.array(rotationTurn),
  /** From the first one on: the order is as drawn but for those that are done. */
  swaps: z.array(rotationSwap),
});

export type Rotation = z.output<typeof rotation>;

const done = z.object({ detail: z.string(), rotation });

export const getRotations = defineEndpoint(at.getRotations, {
  access: "reports.read",
  summary: "All merry-go-rounds, newest first",
  query: z.object(pageQuery),
  reply: z.object({ rotations: z.array(rotation), count: z.optional(z.number()) }),
});

export const getRotation = defineEndpoint(at.getRotation, {
  access: "reports.read",
  summary: "One merry-go-round: its draw, whose turn it is, and where each member stands",
  reply: z.object({ rotation }),
});

export const createRotation = defineEndpoint(at.createRotation, {
  access: "rotations.manage",
  summary: "Start a merry-go-round; the commitment to the seed of its draw is published at once",
  status: 201,
  body: z.object({
    name: text("Name", 60),
    amount: amount(),
    every: oneOf("Every", rotationSteps),
    first_on: date("First turn"),
  }),
  reply: done,
});

export const joinRotation = defineEndpoint(at.joinRotation, {
  access: "rotations.take-part",
  summary: "Join a merry-go-round with a word for its draw, which nobody sees before it",
  body: z.object({ word: text("Word", 40) }),
  reply: done,
});

export const leaveRotation = defineEndpoint(at.leaveRotation, {
  access: "rotations.take-part",
  summary:
    "Leave a merry-go-round: before its draw as if never joined, later owing what is left, or getting back what was paid in",
  reply: done,
});

export const drawRotation = defineEndpoint(at.drawRotation, {
  access: "rotations.manage",
  summary: "Draw the order of the turns; the seed and all words are published",
  reply: done,
});

export const rotationPayment = z.object({
  ...paymentFields,
  rotation: z.object({ id, name: z.string() }),
});

export type RotationPayment = z.output<typeof rotationPayment>;

export const payRotation = defineEndpoint(at.payRotation, {
  access: "rotations.take-part",
  summary:
    "Report a payment for a merry-go-round of one's own, or as an office of a member's; both offices then approve it, and it covers the oldest turns first",
  status: 201,
  body: z.extend(debtPayment, inNameOf),
  reply: z.object({
    detail: z.string(),
    rotation_payment: rotationPayment,
    contested: isContested,
  }),
});

export const getRotationPaymentApprovals = defineEndpoint(at.getRotationPaymentApprovals, {
  access: "session",
  summary: "Payments for merry-go-rounds still open to the caller's office",
  query: z.object({ ...pageQuery, ...evidenceQuery }),
  reply: z.object(openToOffice(rotationPayment)),
});

export const decideRotationPayment = defineEndpoint(at.decideRotationPayment, {
  access: "rotation-payments.decide",
  summary: "Approve or reject a payment for a merry-go-round for one's office",
  body: decision,
  reply: z.object({ detail: z.string(), rotation_payment: rotationPayment }),
});

export const payOutTurn = defineEndpoint(at.payOutTurn, {
  access: "rotations.pay-out",
  summary:
    "Pay a turn out for one's office, with the amount in view; with the second office it is paid",
  body: z.object({ amount_seen: amountOrZero("Amount seen") }),
  reply: done,
});

export const confirmDirect = defineEndpoint(at.confirmDirect, {
  access: "rotations.take-part",
  summary: "Confirm what a member paid straight to the caller, whose turn it is",
  body: z.object({ member_id: idOf("Member"), amount: amount() }),
  reply: done,
});

export const settleRotation = defineEndpoint(at.settleRotation, {
  access: "rotations.pay-out",
  summary:
    "Take what a member owes now from their free savings for one's office; with the second office it is taken",
  body: z.object({ member_id: idOf("Member"), reason: text("Reason", 500) }),
  reply: done,
});

const swapDone = z.object({ detail: z.string(), swap: rotationSwap });

export const askSwap = defineEndpoint(at.askSwap, {
  access: "rotations.take-part",
  summary: "Ask another member of a merry-go-round to swap turns",
  status: 201,
  body: z.object({ with_member_id: idOf("Member") }),
  reply: swapDone,
});

export const answerSwap = defineEndpoint(at.answerSwap, {
  access: "rotations.take-part",
  summary: "Answer whether to swap turns; with yes they are swapped",
  body: z.object({ answer: oneOf("Answer", ["yes", "no"]) }),
  reply: swapDone,
});
