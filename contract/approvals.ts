// The verdicts of the two offices on one item (PAY-10, PAY-11). First official = Treasurer, second = Sec-Gen.
import * as z from "zod/mini";
import { saysSomething } from "#domain/members/written-names.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amount, faulty, id, kes, maybe, moment, oneOf, seenItems, text } from "./fields.ts";

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
    /** The same office, where the Chairperson gave its verdict on a loan of its holder (LOAN-8). */
    acting_for: z.optional(approvingOffice),
  }),
);

export const itemStatus = z.enum(["pending", "pending_approval", "approved", "rejected"]);

/** `action` and, when rejecting, `reject_reason` (PAY-15). */
export const decision = z
  .object({
    action: oneOf("Action", ["approved", "rejected"]),
    reject_reason: maybe(text("Rejection reason", 500)),
    /** What the official saw; a different one on the item is a 400. */
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

/** PAY-18: each payment is approved or refused as if alone. */
export const approveMany = defineEndpoint({
  method: "POST",
  path: "/api/approvals/many/",
  access: "payments.approve-many",
  summary: "Approve several payments of a kind for one's office; what is refused leaves the others",
  movesMoney: true,
  body: z.object({
    kind: oneOf("Kind", ["contribution", "loan_payment", "fine_payment"]),
    action: oneOf("Action", ["approved"]),
    items: seenItems({ most: 200 }),
  }),
  reply: z.object({
    detail: z.string(),
    /** The ids whose approval this call recorded, in the order sent. */
    approved: z.array(id),
    refused: z.array(z.object({ id, detail: z.string() })),
    /** KES of those approved. */
    total: kes,
  }),
});
