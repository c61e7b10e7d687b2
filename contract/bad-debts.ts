// What members who left still owe, and what they pay back (EXIT-11).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { amount } from "./money-fields.ts";
import { id, kes, moment, pageQuery, idOf } from "./fields.ts";
import { person } from "./people.ts";

/** `outstanding` is `principal` and `interest_receivable` together: what is still owed. */
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

export const getBadDebts = defineEndpoint({
  method: "GET",
  path: "/api/accounting/baddebts/",
  access: "own.read",
  summary: "Bad debts, newest first: officials see all or one member's, a member their own",
  query: z.object({ ...pageQuery, member: z.optional(idOf("Member")) }),
  reply: z.object({
    /** Only when one member's were asked for. */
    member_id: z.optional(id),
    debts: z.array(badDebt),
    count: z.optional(z.number()),
  }),
});

export const recoverBadDebt = defineEndpoint({
  method: "POST",
  path: "/api/accounting/baddebts/recover/",
  access: "bad-debts.recover",
  summary: "Record what a member who left in debt has paid back",
  movesMoney: true,
  body: z.object({ member_id: idOf("Member"), recovered_amount: amount("Recovered amount") }),
  /** `entry_id`: where it stands in the journal. */
  reply: z.object({ detail: z.string(), debt: badDebt, entry_id: id }),
});
