// Taking back what no official has decided on (PAY-34).
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import * as z from "zod/mini";
import * as at from "./addresses/withdrawals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { idOf, oneOf } from "./fields.ts";

export const withdraw = defineEndpoint(at.withdraw, {
  access: "own.write",
  summary:
    "Take back a payment or loan application that no official has decided on: one's own, or one that one entered in a member's name",
  body: z.object({
    kind: oneOf("Kind", [...paymentKinds, "loan"]),
    id: idOf("Item"),
  }),
  reply: z.object({ detail: z.string() }),
});
