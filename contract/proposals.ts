// Proposals that wait for a second official: money out of the bank, fines above the limit, undoing the match of an
// approved payment, and weaker settings (BOOK-20, BOOK-27, STAT-29, MEM-28).
import * as z from "zod/mini";
import { ledgerEntryTypes } from "#domain/ledger/entry-types.ts";
import * as at from "./addresses/proposals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { done, id, kes, moment, pageQuery, plainDate, reason, text } from "./fields.ts";
import { person } from "./people.ts";

export const proposalKinds = [
  "ledger_entry",
  "exit",
  "clearing",
  "reversal",
  /** The same fine for several members; a single one is a `ledger_entry`. */
  "fines",
  "unmatch",
  "cash_count",
  "setting",
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** The settings that wait for a second official if a change weakens them. */
export const guardedSettings = [
  "office_delay_hours",
  "second_person_above",
  "fine_limit",
  "late_fine_amount",
  "mpesa_payouts",
  "officials_two_step",
  "require_evidence",
] as const;
export type GuardedSetting = (typeof guardedSettings)[number];

export const proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  description: z.string(),
  /**
   * KES; what it takes out of the bank, all fines, the cash that it moves or counts, or the payment whose match it undoes; null for a
   * setting.
   */
  amount: z.nullable(kes),
  proposed_by: person,
  proposed_at: moment,
  /** When a setting takes effect by itself; null for what waits until somebody agrees. */
  effective_at: z.nullable(moment),
  /** It never takes effect by time. */
  needs_agreement: z.boolean(),
  /** Left out unless it moves or counts cash. */
  moves_cash: z.optional(z.literal(true)),
  /** Left out unless it moves money of a fund. */
  moves_funds: z.optional(z.literal(true)),
  /** The type of a ledger entry; null for anything else. */
  type: z.nullable(z.enum(ledgerEntryTypes)),
  /** The date that an entry or a fine was given; null if its date will be the day that somebody agrees. */
  date: z.nullable(plainDate),
  /** Who leaves by an exit or a clearing, is fined, or paid what a line was matched with; null for anything else. */
  member: z.nullable(person),
  /** Whom `fines` fine; left out for anything else. */
  members: z.optional(z.array(person)),
  /** A setting's value now and after the change: KES, hours, or whether it is on; null means off. Null for anything else. */
  change: z.nullable(
    z.object({
      setting: z.enum(guardedSettings),
      before: z.nullable(z.union([z.number(), z.boolean()])),
      after: z.nullable(z.union([z.number(), z.boolean()])),
    }),
  ),
  /** Whether its proposer is among those it is about, or the caller is (PAY-12). */
  own_item: z.boolean(),
  /** Whether the caller may agree, and whether they may refuse. */
  may_agree: z.boolean(),
  may_refuse: z.boolean(),
});

export type Proposal = z.output<typeof proposal>;

/** The answer, with status 201, of a change that now waits for a second official. */
export const proposed = z.object({ detail: z.string(), status: z.literal("proposed"), id });

export type Proposed = z.output<typeof proposed>;

export const getProposals = defineEndpoint(at.getProposals, {
  access: "proposals.read",
  summary: "Proposals that wait for a second official, newest first",
  query: z.object(pageQuery),
  reply: z.object({ proposals: z.array(proposal), count: z.optional(z.number()) }),
});

export const agreeToProposal = defineEndpoint(at.agreeToProposal, {
  access: "proposals.decide",
  summary:
    "Agree to another official's proposal: it is checked again as if it were made now, and done at once",
  reply: z.object({
    detail: z.string(),
    /** The journal entry that it posted; null if it posted none, or one for each of several fines. */
    entry_id: z.nullable(id),
  }),
});

export const objectToProposal = defineEndpoint(at.objectToProposal, {
  access: "roles.answer",
  summary:
    "Object to a weaker setting: an official ends it, as does a recent one, three members who count, or a third of the active ones",
  body: z.object({ reason: reason() }),
  reply: z.object({
    detail: z.string(),
    /** How many members have objected whose objection counts. */
    objections: z.number(),
  }),
});

export const refuseProposal = defineEndpoint(at.refuseProposal, {
  access: "proposals.decide",
  summary: "End a proposal, with the reason; its proposer may take it back this way",
  body: z.object({ reason: text("Reason", 500) }),
  reply: done,
});
