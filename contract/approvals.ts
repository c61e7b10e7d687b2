// The verdicts of the two offices on one item (PAY-10, PAY-11), and what every payment shows. First official =
// Treasurer, second = Sec-Gen.
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import * as z from "zod/mini";
import { saysSomething } from "#domain/members/names.ts";
import * as at from "./addresses/approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amount, seenItems, togetherItems } from "./money-fields.ts";
import { faulty, maybe, oneOf, reason, text, id, kes, moment } from "./fields.ts";
import { person } from "./people.ts";

const verdict = z.enum(["pending_approval", "approved", "rejected"]);

export const approvingOffice = z.enum(["Treasurer", "Sec-Gen"]);

export const approval = z.object({
  approved_official: z.union([z.literal(""), approvingOffice]),
  first_official_group_action: verdict,
  second_official_group_action: verdict,
  first_official_group_reject_reason: z.nullable(z.string()),
  second_official_group_reject_reason: z.nullable(z.string()),
  treasurer_rejection_reason: z.nullable(z.string()),
  sec_gen_rejection_reason: z.nullable(z.string()),
  approval_date: z.nullable(moment),
});

export const approvalStatus = z.array(
  z.object({
    role: approvingOffice,
    action: verdict,
    reject_reason: z.nullable(z.string()),
    /** The same office again, if the Chairperson decided on the loan of its holder (LOAN-8). */
    acting_for: z.optional(approvingOffice),
    /** Why the office approved a payment that the statements do not confirm (STAT-24); left out without a reason. */
    approve_reason: z.optional(z.string()),
    /** Who entered the payment in the member's name: an official, or M-PESA itself; left out if the member did. */
    entered_by: z.optional(z.union([person, z.object({ full_name: z.literal("M-PESA") })])),
  }),
);

export const itemStatus = z.enum([
  "pending",
  "pending_approval",
  "approved",
  "rejected",
  /** Its own member took it back before an official decided; only their own lists still have it (PAY-34). */
  "withdrawn",
]);

const evidenceStates = ["confirmed", "differs", "missing", "none"] as const;

/** What the statements say about a payment (STAT-20), as a sentence, and the statement line that shows it. */
export const evidence = z.object({
  state: z.enum(evidenceStates),
  /**
   * Who has the line: a statement, or only M-PESA itself, which confirmed it to us (`live`), or told of it in a message
   * that proves nothing (`told`, with the state `none`). Null if nobody has it.
   */
  source: z.nullable(z.enum(["statement", "live", "told"])),
  reason: z.string(),
  line: z.optional(
    z.object({
      id,
      /** A moment in Nairobi time, or only a day if the statement prints no time. */
      at: z.string(),
      /** KES; negative for money out. */
      amount: kes,
      reference: z.nullable(z.string()),
      details: z.string(),
    }),
  ),
  /** Who uploaded the file that has the line; left out if no line shows the payment. */
  uploaded_by: z.optional(person),
  /** Whom the line names instead of who claims it (STAT-61); left out for the claimant, and if it names nobody else. */
  named: z.optional(person),
  /** Who set another line with this receipt aside, and why (STAT-60). */
  set_aside: z.optional(z.object({ by: person, reason: z.string() })),
});

export type Evidence = z.output<typeof evidence>;
export type EvidenceState = Evidence["state"];

/** The waiting claim of another member to the same payment, of whom the statement names one (STAT-62). */
export const contested = z.object({
  kind: z.enum(paymentKinds),
  id,
  member: person,
});
export type Contested = z.output<typeof contested>;

/** True in the answer to a payment that another member claims too. */
export const isContested = z.optional(z.literal(true));

/** How many payments of the whole list have each state; filters and paging do not change the counts. */
export const evidenceCounts = z.object({
  confirmed: z.number(),
  differs: z.number(),
  missing: z.number(),
  none: z.number(),
});

export type EvidenceCounts = z.output<typeof evidenceCounts>;

/** The answer of a list of payments that are open to the caller's office (PAY-17); `count` where pages are asked for. */
export function openToOffice<Item extends z.ZodMiniType>(item: Item) {
  return {
    pending_approvals: z.array(item),
    counts: evidenceCounts,
    count: z.optional(z.number()),
  };
}

/** `evidence` of an approval list: only payments in this state. */
export const evidenceQuery = { evidence: z.optional(oneOf("Evidence", evidenceStates)) };

/** `action` and, when rejecting, `reject_reason` (PAY-15). */
export const decision = z
  .object({
    action: oneOf("Action", ["approved", "rejected"]),
    reject_reason: maybe(text("Rejection reason", 500)),
    /** Needed to approve a payment that a statement contradicts (STAT-24). */
    approve_reason: maybe(reason("Reason for approving")),
    /** The amount that the official saw. A different amount on the item is a 400. */
    amount_seen: z.optional(amount("Amount seen")),
  })
  .check(
    z.refine(
      (params) => params.action !== "rejected" || saysSomething(params.reject_reason ?? ""),
      {
        ...faulty("reason-for-rejecting"),
        path: ["reject_reason"],
      },
    ),
  );

/** PAY-18: each payment is approved or refused independently of the others. */
export const approveMany = defineEndpoint(at.approveMany, {
  access: "payments.approve-many",
  summary:
    "Approve several payments of one kind for one's office; a refused one does not stop the others",
  body: z.object({
    kind: oneOf("Kind", paymentKinds),
    action: oneOf("Action", ["approved"]),
    items: seenItems({ most: 200 }),
    /** Refuses payments that the statements do not confirm at that moment (STAT-26). */
    evidence: maybe(oneOf("Evidence", ["confirmed"])),
  }),
  reply: z.object({
    detail: z.string(),
    /** The ids whose approval this call recorded, in the order sent. */
    approved: z.array(id),
    refused: z.array(z.object({ id, detail: z.string() })),
    /** KES; the sum of the approved payments. */
    total: kes,
  }),
});

/** PAY-35: the payments of one sum, all of them or none. */
export const approveTogether = defineEndpoint(at.approveTogether, {
  access: "payments.approve-many",
  summary: "Approve several payments of any kind for one's office, all of them or none",
  body: z.object({
    items: togetherItems({ most: 20 }),
    /** Needed where a statement contradicts one of them (STAT-24). */
    approve_reason: maybe(reason("Reason for approving")),
  }),
  reply: z.object({
    detail: z.string(),
    /** KES of all. */
    total: kes,
  }),
});

// The fields of every payment that both offices decide on (PAY-10).

/** The member's other payments with the same reference, e.g. one M-Pesa payment split in two. */
export const referenceAlsoOn = z.array(z.object({ kind: z.enum(paymentKinds), id, amount: kes }));

/** Of a payment at a meeting (CASH-5); left out for one into the bank. */
export const paidIn = z.optional(z.literal("cash"));

/** The fields of a fine payment; a loan payment also has its loan. */
export const paymentFields = {
  payment_id: id,
  user: z.string(),
  amount_paid: kes,
  payment_date: moment,
  payment_Reference_Code: z.string(),
  paid_in: paidIn,
  status: itemStatus,
  approval,
  approval_status: approvalStatus,
  member: person,
  own_item: z.boolean(),
  reference_also_on: referenceAlsoOn,
  /** Only in the approval list. */
  evidence: z.optional(evidence),
  /** Only in the approval list, while another member claims it too. */
  contested: z.optional(contested),
};
