// A way to pay the group as answers give it (PAY-23).
import * as z from "zod/mini";
import { payToKinds } from "#domain/payments/pay-to.ts";

export const payTo = z.object({
  kind: z.enum(payToKinds),
  name: z.string(),
  number: z.string(),
  /** What the payer writes as the account: empty, or `your Reg No`. */
  account: z.string(),
});
