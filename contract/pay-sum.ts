// One sum for several months, fines and loans, under one reference (PAY-35).
import { usualKinds } from "#domain/payments/payment-kinds.ts";
import * as z from "zod/mini";
import * as at from "./addresses/pay-sum.ts";
import { isContested } from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, kes } from "./fields.ts";
import { sumPayment } from "./money-fields.ts";

export const paySum = defineEndpoint(at.paySum, {
  access: "contributions.pay",
  summary:
    "Report one payment for several months, fines and loans of one's own: all of its parts or none; both offices then approve each",
  status: 201,
  body: sumPayment,
  reply: z.object({
    detail: z.string(),
    /** KES of all parts. */
    total: kes,
    /** In the order sent. */
    payments: z.array(z.object({ kind: z.enum(usualKinds), id, amount: kes })),
    contested: isContested,
  }),
});
