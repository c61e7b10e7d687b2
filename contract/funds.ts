// Funds: money that members set apart for welfare, tea or a project (FUND-1 to FUND-7).
import * as z from "zod/mini";
import { fundRules } from "#domain/funds/fund-rules.ts";
import type { Cents } from "#domain/money.ts";
import * as at from "./addresses/funds.ts";
import { decision, evidenceQuery, isContested, openToOffice, paymentFields } from "./approvals.ts";
import { date } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  id,
  kes,
  maybe,
  oneOf,
  pageQuery,
  plainDate,
  readDistinctText,
  text,
  unreadable,
  wholeNumber,
  yesOrNo,
} from "./fields.ts";
import { listOf } from "./meeting-fields.ts";
import { amount, amountOrZero, debtPayment, inNameOf } from "./money-fields.ts";
import { person } from "./people.ts";

export const fund = z.object({
  id,
  name: z.string(),
  rule: z.enum(fundRules),
  /** KES that counts today, of the rule. */
  amount: kes,
  starts_on: plainDate,
  /** What a member may claim, each up to its limit in KES. */
  benefits: z.array(z.object({ name: z.string(), limit: kes })),
  /** Of one member in a financial year; null for any number. */
  claims_a_year: z.nullable(z.number()),
  needs_evidence: z.boolean(),
  balance: kes,
  paid_in: kes,
  paid_out: kes,
  closed: z.boolean(),
  /** KES of the caller. */
  mine: z.object({ paid: kes, owed: kes }),
});

export type FundView = z.output<typeof fund>;

export const getFunds = defineEndpoint(at.getFunds, {
  access: "reports.read",
  summary: "All funds with what each holds, and what the caller paid and owes",
  reply: z.object({ funds: z.array(fund), total: kes }),
});

export const getFund = defineEndpoint(at.getFund, {
  access: "reports.read",
  summary: "One fund; officials and auditors also get what each member paid and owes",
  reply: z.object({
    fund,
    members: z.optional(z.array(z.object({ member: person, paid: kes, owed: kes }))),
  }),
});

const benefit = {
  required: ["name", "limit"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 60 },
    limit: { type: "number", exclusiveMinimum: 0 },
  },
};

/** Up to 20, each name once. */
function benefits() {
  const list = listOf("Benefits", { least: 0, most: 20, ...benefit }, ({ name, limit }) => ({
    name: readDistinctText(name, "Benefit", 60),
    limit: readLimit(limit),
  }));
  return list;
}

function readLimit(value: unknown): Cents {
  const read = z.safeParse(amount("Limit"), value);
  if (!read.success) unreadable("positive", { label: "Limit" });
  return read.data;
}

const terms = {
  amount: maybe(amountOrZero("Amount")),
  /** Today if left out. */
  starts_on: maybe(date("Start date")),
  benefits: maybe(benefits()),
  claims_a_year: maybe(wholeNumber("Claims a year", { min: 1, max: 100 })),
  needs_evidence: maybe(yesOrNo("Evidence required")),
};

const done = z.object({ detail: z.string(), fund });

export const createFund = defineEndpoint(at.createFund, {
  access: "funds.manage",
  summary: "Make a fund, with what it asks of each member and what it pays",
  status: 201,
  body: z.object({ name: text("Name", 40), rule: oneOf("Rule", fundRules), ...terms }),
  reply: done,
});

export const changeFund = defineEndpoint(at.changeFund, {
  access: "funds.manage",
  summary:
    "Change a fund; what is left out stays. Another amount counts for what falls due from today on",
  body: z.object({
    name: maybe(text("Name", 40)),
    rule: maybe(oneOf("Rule", fundRules)),
    ...terms,
  }),
  reply: done,
});

export const closeFund = defineEndpoint(at.closeFund, {
  access: "funds.manage",
  summary: "Close a fund that holds nothing and that nothing waits for",
  reply: done,
});

export const fundPayment = z.object({ ...paymentFields, fund: z.object({ id, name: z.string() }) });

export type FundPayment = z.output<typeof fundPayment>;

export const payFund = defineEndpoint(at.payFund, {
  access: "funds.pay",
  summary:
    "Report a payment of one's own into a fund, or as an office a member's; both offices then approve it",
  status: 201,
  body: z.extend(debtPayment, inNameOf),
  reply: z.object({ detail: z.string(), fund_payment: fundPayment, contested: isContested }),
});

export const getFundPaymentApprovals = defineEndpoint(at.getFundPaymentApprovals, {
  access: "session",
  summary: "Payments into funds still open to the caller's office",
  query: z.object({ ...pageQuery, ...evidenceQuery }),
  reply: z.object(openToOffice(fundPayment)),
});

export const decideFundPayment = defineEndpoint(at.decideFundPayment, {
  access: "fund-payments.decide",
  summary: "Approve or reject a payment into a fund for one's office",
  body: decision,
  reply: z.object({ detail: z.string(), fund_payment: fundPayment }),
});
