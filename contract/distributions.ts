// Share-outs: what was earned and not shared yet goes to the members, by one act of two offices (SHARE-1 to SHARE-6).
import * as z from "zod/mini";
import { shareOutWays } from "#domain/ledger/share-out-postings.ts";
import { bases, setOffs } from "#domain/sharing/share-out.ts";
import * as at from "./addresses/distributions.ts";
import { date } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  id,
  kes,
  maybe,
  moment,
  oneOf,
  pageQuery,
  plainDate,
  reason,
  text,
  yesOrNo,
} from "./fields.ts";
import { amount, amountOrZero } from "./money-fields.ts";
import { person } from "./people.ts";

export const distributionStatuses = ["proposed", "posted", "refused", "taken_back"] as const;

const terms = z.object({
  basis: oneOf("Basis", bases),
  amount: amount(),
  /** The first day whose savings count; of `savings_days`. */
  from: maybe(date("First day")),
  /** The last day that counts; today when left out. */
  to: maybe(date("Last day")),
  share_value: maybe(amount("Value of a share")),
  return_savings: maybe(yesOrNo("Savings returned")),
  set_off: maybe(oneOf("Set off", setOffs)),
  pay_as: maybe(oneOf("Pay as", shareOutWays)),
  description: text("Description", 500),
});

/** One line a member. */
export const distributionShare = z.object({
  member: person,
  /** KES x days, whole shares, or 1. */
  weight: z.number(),
  share: kes,
  savings: kes,
  set_off_fines: kes,
  set_off_loans: kes,
  receives: kes,
});

export type DistributionShare = z.output<typeof distributionShare>;

const figures = {
  /** What was earned and not shared yet. */
  distributable: kes,
  amount: kes,
  savings_returned: kes,
  /** Both. */
  total: kes,
  members: z.array(distributionShare),
  bank_after: kes,
};

export const distributionPreview = z.object(figures);

export type DistributionPreview = z.output<typeof distributionPreview>;

export const distribution = z.object({
  id,
  status: z.enum(distributionStatuses),
  basis: z.enum(bases),
  from: z.nullable(plainDate),
  to: plainDate,
  share_value: z.nullable(kes),
  return_savings: z.boolean(),
  set_off: z.enum(setOffs),
  pay_as: z.enum(shareOutWays),
  description: z.string(),
  ...figures,
  proposed_by: person,
  proposed_at: moment,
  /** The other office; null until it agreed. */
  agreed_by: z.nullable(person),
  agreed_at: z.nullable(moment),
  /** Why it was refused; null unless it was. */
  refused_because: z.nullable(z.string()),
  /** Which offices want it taken back; with the second it is. */
  taken_back: z.array(
    z.object({
      office: z.enum(["Treasurer", "Sec-Gen"]),
      by: person,
      at: moment,
      reason: z.string(),
    }),
  ),
  /** The entry that it posted; null until it is posted. */
  entry_id: z.nullable(id),
});

export type Distribution = z.output<typeof distribution>;

const done = z.object({ detail: z.string(), distribution });

export const previewDistribution = defineEndpoint(at.previewDistribution, {
  access: "distributions.propose",
  summary: "What each member would get of a share-out, and what would be set off; writes nothing",
  body: terms,
  reply: distributionPreview,
});

export const proposeDistribution = defineEndpoint(at.proposeDistribution, {
  access: "distributions.propose",
  summary: "Propose a share-out; the other of the two offices agrees to it",
  status: 201,
  body: terms,
  reply: done,
});

export const getDistributions = defineEndpoint(at.getDistributions, {
  access: "reports.read",
  summary: "All share-outs, newest first; other people's lines only for officials and auditors",
  query: z.object(pageQuery),
  reply: z.object({ distributions: z.array(distribution), count: z.optional(z.number()) }),
});

export const getDistribution = defineEndpoint(at.getDistribution, {
  access: "reports.read",
  summary: "One share-out; other people's lines only for officials and auditors",
  reply: z.object({ distribution }),
});

export const agreeDistribution = defineEndpoint(at.agreeDistribution, {
  access: "distributions.propose",
  summary: "Agree to a share-out with its total in view: it is posted, all of it or nothing",
  body: z.object({ total_seen: amountOrZero("Total seen") }),
  reply: done,
});

export const refuseDistribution = defineEndpoint(at.refuseDistribution, {
  access: "distributions.propose",
  summary: "Refuse a share-out that waits, or withdraw it",
  body: z.object({ reason: reason() }),
  reply: done,
});

export const takeBackDistribution = defineEndpoint(at.takeBackDistribution, {
  access: "distributions.propose",
  summary:
    "Take back a share-out for one's office, with the reason; the second office reverses it; 400 with blocking if something rests on it",
  body: z.object({ reason: reason() }),
  reply: done,
});
