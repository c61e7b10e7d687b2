// Loans (contract 4).
import * as z from "zod/mini";
import { approval, approvalStatus } from "./approvals.ts";
import { id, kes, moment, plainDate } from "./fields.ts";
import { person } from "./people.ts";

export const loan = z.object({
  loan_id: id,
  loan_name: z.string(),
  loan_type: z.enum(["normal_loan", "emergency_loan"]),
  amount: kes,
  total_amount: kes,
  current_balance: kes,
  start_date: z.nullable(plainDate),
  expiry_date: z.nullable(plainDate),
  application_date: moment,
  status: z.enum([
    "pending",
    "pending_approval",
    "approved",
    "rejected",
    "active",
    "cleared",
    "default",
    "written_off",
  ]),
  loan_approval: z.enum(["pending_approval", "approved", "rejected"]),
  approval,
  approval_status: approvalStatus,
  reject_reason: z.nullable(z.string()),
  user: z.string(),
  member: person,
  own_item: z.boolean(),
});
