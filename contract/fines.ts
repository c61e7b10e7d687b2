// A member's fines, and paying them (PAY-8, PAY-22). A fine is charged by `create_ledger_entry` or by the sweep.
import * as z from "zod/mini";
import { usualFinesMost } from "#domain/contributions.ts";
import * as at from "./addresses/fines.ts";
import { decision, openToOffice, evidenceQuery, isContested, paymentFields } from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amount, usualFineList, debtPayment, inNameOf } from "./money-fields.ts";
import { date } from "./date-fields.ts";
import { id, kes, pageQuery, plainDate, idOf, text } from "./fields.ts";
import { memberIds } from "./people.ts";
import { proposed } from "./proposals.ts";

export const fine = z.object({
  id,
  amount: kes,
  /** The part that is neither paid nor written off. */
  outstanding: kes,
  description: z.string(),
  date: plainDate,
});

export type Fine = z.output<typeof fine>;

export const finePayment = z.object(paymentFields);

export type FinePayment = z.output<typeof finePayment>;

export const getUserFines = defineEndpoint(at.getUserFines, {
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

export const payFine = defineEndpoint(at.payFine, {
  access: "fines.pay",
  summary:
    "Report a payment of one's own fines, or as an office of a member's fines; both offices then approve it, and it settles the oldest fines first",
  status: 201,
  body: z.extend(debtPayment, inNameOf),
  reply: z.object({ detail: z.string(), fine_payment: finePayment, contested: isContested }),
});

export const getFinePaymentApprovals = defineEndpoint(at.getFinePaymentApprovals, {
  access: "session",
  summary: "Fine payments still open to the caller's office",
  query: z.object({ ...pageQuery, ...evidenceQuery }),
  reply: z.object(openToOffice(finePayment)),
});

export const decideFinePayment = defineEndpoint(at.decideFinePayment, {
  access: "fine-payments.decide",
  summary: "Approve or reject a fine payment for one's office",
  body: decision,
  reply: z.object({ detail: z.string(), fine_payment: finePayment }),
});

const usualFines = z.array(z.object({ name: z.string(), amount: kes }));

export const getUsualFines = defineEndpoint(at.getUsualFines, {
  access: "fines.charge",
  summary: "The group's usual fines, in their order",
  reply: z.object({ fines: usualFines }),
});

export const changeUsualFines = defineEndpoint(at.changeUsualFines, {
  access: "fines.charge",
  summary: "Replace the list of usual fines; fines that were charged stay",
  body: z.object({ fines: usualFineList("Usual fines", { most: usualFinesMost }) }),
  reply: z.object({ detail: z.string(), fines: usualFines }),
});

/** PAY-31: each member is fined or refused independently of the others. */
export const fineMany = defineEndpoint(at.fineMany, {
  access: "fines.charge",
  summary: "Charge several members the same fine; each gets a fine and an entry of their own",
  status: 201,
  body: z.object({
    members: memberIds("Members", { most: 200 }),
    amount: amount(),
    description: text("Description", 500),
    date: z.optional(date("Date")),
  }),
  reply: z.union([
    z.object({
      detail: z.string(),
      fined: z.array(z.object({ member_id: id, fine_id: id, entry_id: id })),
      /** By the member's id. */
      refused: z.array(z.object({ id, detail: z.string() })),
      /** KES of all that were charged. */
      total: kes,
    }),
    proposed,
  ]),
});
