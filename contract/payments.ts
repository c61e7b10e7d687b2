// What every payment that both offices decide on shows (PAY-10).
import * as z from "zod/mini";
import { approval, approvalStatus, evidence, itemStatus } from "./approvals.ts";
import { id, kes, moment } from "./reply-fields.ts";
import { person } from "./people.ts";

/** Where else this member used the reference, e.g. one M-Pesa payment split in two. */
export const referenceAlsoOn = z.array(
  z.object({ kind: z.enum(["contribution", "loan_payment", "fine_payment"]), id, amount: kes }),
);

/** The fields of a fine payment; a loan payment has its loan besides. */
export const paymentFields = {
  payment_id: id,
  user: z.string(),
  amount_paid: kes,
  payment_date: moment,
  payment_Reference_Code: z.string(),
  status: itemStatus,
  approval,
  approval_status: approvalStatus,
  member: person,
  own_item: z.boolean(),
  reference_also_on: referenceAlsoOn,
  /** In the approval list alone. */
  evidence: z.optional(evidence),
};
