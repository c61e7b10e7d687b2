// Leaving the group by an exit, which settles loans, or by a clearing (EXIT-1).
import * as z from "zod/mini";
import type { FaultInSchema } from "#domain/field-fault.ts";
import * as at from "./addresses/settlements.ts";
import { defineEndpoint } from "./endpoint.ts";
import { instant } from "./date-fields.ts";
import { byResolution } from "./ledger-entry.ts";
import { amountOrZero, amount, reference } from "./money-fields.ts";
import { id, kes, maybe, moment, idOf, pageQuery, plainDate } from "./fields.ts";
import { person } from "./people.ts";
import { proposed } from "./proposals.ts";

/** What the bank prints beside the money (EXIT-13): both may be left out. */
const atTheBank = {
  payment_Reference_Code: maybe(reference()),
  payment_date: maybe(instant("Payment date")),
};

/** The same in an answer; the day is in Nairobi. */
const wasAtTheBank = {
  payment_Reference_Code: z.optional(z.string()),
  payment_date: z.optional(plainDate),
};

/** The result of an exit or a clearing. At most one of `paid_out` and `owed` is above 0. */
export const settlement = z.object({
  id,
  member: person,
  action: z.enum(["exit", "clear"]),
  total_contributions: kes,
  overall_shared_interest: kes,
  actual_shared_interest: kes,
  /** The sum of the loans' balances. */
  non_cleared_loans_total: kes,
  fines_written_off: kes,
  paid_out: kes,
  /** KES; now a bad debt of the member. */
  owed: kes,
  settled_at: moment,
  ...wasAtTheBank,
});

export type Settlement = z.output<typeof settlement>;

/** `entry_id` is the journal entry that it posted. */
const settled = z.union([z.object({ detail: z.string(), settlement, entry_id: id }), proposed]);

export const previewSettlement = defineEndpoint(at.previewSettlement, {
  access: "exits.settle",
  summary: "The server's own figures for letting a member leave, and what prevents it",
  query: z.object({ member: idOf("Member") }),
  reply: z.object({
    member: person,
    action: z.enum(["exit", "clear", "none"]),
    /** Why it cannot be done now; left out if it can. */
    reason: z.optional(z.string()),
    non_cleared_loans: z.array(z.object({ loan_id: id, current_balance: kes })),
    total_contributions: kes,
    overall_shared_interest: kes,
    actual_shared_interest: kes,
    unpaid_fines: kes,
    /** KES; below 0 if the member would owe the group. */
    amount_due: kes,
  }),
});

export const exitMember = defineEndpoint(at.exitMember, {
  access: "exits.settle",
  summary: "Let a member with loans leave; every figure sent must be the server's own",
  body: z.object({
    member_id: idOf("Member"),
    non_cleared_loans: z.array(
      z.object(
        { loan_id: idOf("Loan"), current_balance: amountOrZero("Current balance") },
        { error: "loan" satisfies FaultInSchema },
      ),
      { error: "loans" satisfies FaultInSchema },
    ),
    total_contributions: amountOrZero("Total contributions"),
    overall_shared_interest: amountOrZero("Overall shared interest"),
    actual_shared_interest: amountOrZero("Actual shared interest"),
    ...atTheBank,
    ...byResolution,
  }),
  reply: settled,
});

export const clearMember = defineEndpoint(at.clearMember, {
  access: "exits.settle",
  summary: "Pay a member without loans their contributions and share, and let them leave",
  body: z.object({ member_id: idOf("Member"), ...atTheBank, ...byResolution }),
  reply: settled,
});

// What members who have left still owe, and what they pay back (EXIT-11).

/** `outstanding` is what the member still owes: the sum of `principal` and `interest_receivable`. */
export const badDebt = z.object({
  id,
  member: person,
  status: z.enum(["open", "recovered"]),
  principal: kes,
  interest_receivable: kes,
  outstanding: kes,
  created_at: moment,
});

export type BadDebt = z.output<typeof badDebt>;

export const getBadDebts = defineEndpoint(at.getBadDebts, {
  access: "own.read",
  summary: "Bad debts, newest first: officials see all or one member's, a member their own",
  query: z.object({ ...pageQuery, member: z.optional(idOf("Member")) }),
  reply: z.object({
    /** The member whose debts these are; left out in the list of all members' debts. */
    member_id: z.optional(id),
    debts: z.array(badDebt),
    count: z.optional(z.number()),
  }),
});

export const recoverBadDebt = defineEndpoint(at.recoverBadDebt, {
  access: "bad-debts.recover",
  summary: "Record what a member who has left in debt paid back",
  body: z.object({
    member_id: idOf("Member"),
    recovered_amount: amount("Recovered amount"),
    ...atTheBank,
  }),
  /** `entry_id` is the journal entry that it posted. */
  reply: z.object({ detail: z.string(), debt: badDebt, entry_id: id }),
});
