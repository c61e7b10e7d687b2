// Monthly contributions and their approval (PAY-1, PAY-10).
import * as z from "zod/mini";
import * as at from "./addresses/contributions.ts";
import {
  approval,
  approvalStatus,
  decision,
  evidence,
  openToOffice,
  evidenceQuery,
  contested,
  isContested,
  itemStatus,
  paidIn,
  referenceAlsoOn,
} from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, periodQuery } from "./date-fields.ts";
import { id, kes, moment, pageQuery, plainDate } from "./fields.ts";
import { contributionPayment, inNameOf } from "./money-fields.ts";
import { person } from "./people.ts";

export const contribution = z.object({
  contribution_id: id,
  user: z.string(),
  amount_paid: kes,
  payment_date: moment,
  contribution_month: plainDate,
  /** The last month, of a contribution for several (PAY-35); left out for one. */
  contribution_month_to: z.optional(plainDate),
  group_year: z.string(),
  payment_Reference_Code: z.string(),
  paid_in: paidIn,
  status: itemStatus,
  approval,
  approval_status: approvalStatus,
  update_up_to: z.nullable(plainDate),
  member: person,
  own_item: z.boolean(),
  has_newer_pending: z.boolean(),
  reference_also_on: referenceAlsoOn,
  /** Only in the approval list. */
  evidence: z.optional(evidence),
  contested: z.optional(contested),
});

export type Contribution = z.output<typeof contribution>;

export const getContributions = defineEndpoint(at.getContributions, {
  access: "own.read",
  summary: "One's own contributions, by payment date",
  query: z.object({ ...pageQuery, ...periodQuery }).check(datesInOrder),
  reply: z.object({
    monthly_contributions: z.array(
      z.object({ contribution_month: plainDate, amount_paid: kes, group_year: z.string() }),
    ),
    monthly_contributions_receipts: z.array(contribution),
    total_amount_paid: kes,
    /**
     * Savings from the group's book. They are no payment and not in any total here; left out for a member without them.
     */
    brought_forward: z.optional(z.object({ amount: kes, date: plainDate, paid_up_to: plainDate })),
    count: z.optional(z.number()),
  }),
});

export const payContribution = defineEndpoint(at.payContribution, {
  access: "contributions.pay",
  summary:
    "Report a paid contribution, one's own or as an office in a member's name; both offices then approve it",
  status: 201,
  body: z.extend(contributionPayment, inNameOf),
  reply: z.object({ detail: z.string(), contribution, contested: isContested }),
});

export const getContributionApprovals = defineEndpoint(at.getContributionApprovals, {
  access: "session",
  summary: "Contributions still open to the caller's office",
  query: z.object({ ...pageQuery, ...evidenceQuery }),
  reply: z.object(openToOffice(contribution)),
});

export const decideContribution = defineEndpoint(at.decideContribution, {
  access: "contributions.decide",
  summary: "Approve or reject a contribution for one's office",
  body: decision,
  reply: z.object({ detail: z.string(), contribution }),
});

export const getAllContributions = defineEndpoint(at.getAllContributions, {
  access: "session",
  summary:
    "Each member's total and latest contribution; a member without an office gets only their own row",
  query: z.object(pageQuery),
  reply: z.object({
    contributions: z.array(
      z.object({
        user: z.string(),
        member: person,
        total_contributions: kes,
        latest_contribution: z.nullable(z.object({ amount: kes, month: plainDate })),
      }),
    ),
    total_fines: kes,
    unpaid_fines: kes,
    count: z.optional(z.number()),
  }),
});
