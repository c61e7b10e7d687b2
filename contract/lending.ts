// Loans of a product: what the group offers, what a loan would cost, its rows, and what clears it (LEND-1 to LEND-4).
import * as z from "zod/mini";
import { methods } from "#domain/lending/loan-terms.ts";
import { guaranteeAnswers, guaranteeRules, guaranteeStates } from "#domain/lending/guarantees.ts";
import { earlyWays } from "#domain/lending/pay-loan.ts";
import { rowStates } from "#domain/lending/standing.ts";
import * as at from "./addresses/lending.ts";
import { date } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  distinctText,
  done,
  field,
  id,
  idOf,
  kes,
  maybe,
  oneOf,
  percentage,
  plainDate,
  unreadable,
  wholeNumber,
  yesOrNo,
} from "./fields.ts";
import { amount, amountOrZero, loanTypes, percent, wantedInstalments } from "./money-fields.ts";
import { person } from "./people.ts";

export const graceKinds = ["interest_only", "free"] as const;
export const ratesPer = ["month", "year", "loan"] as const;

export const loanProduct = z.object({
  id,
  name: z.string(),
  loan_type: z.enum(loanTypes),
  method: z.enum(methods),
  rate: percentage,
  /** `loan`: once for the whole loan, of flat ones. */
  rate_per: z.enum(ratesPer),
  instalments_most: z.number(),
  /** 1 to 28; null: the day of the payout. */
  due_day: z.nullable(z.number()),
  grace_months: z.number(),
  grace_kind: z.enum(graceKinds),
  /** KES to which an instalment is rounded up. */
  round_up_to: kes,
  fee_percent: percentage,
  fee_amount: kes,
  /** Null: the group's. */
  multiple: z.nullable(z.number()),
  amount_least: z.nullable(kes),
  amount_most: z.nullable(kes),
  guarantee: z.enum(guaranteeRules),
  guarantors_least: z.number(),
  call_after_days: z.number(),
  offered: z.boolean(),
});

export type LoanProduct = z.output<typeof loanProduct>;

/** What of its product a loan names. */
export const productOfLoan = z.pick(loanProduct, {
  id: true,
  name: true,
  method: true,
  rate: true,
  rate_per: true,
});

export const getLoanProducts = defineEndpoint(at.getLoanProducts, {
  access: "settings.read",
  summary: "What the group offers to lend; `all` also what it no longer offers",
  query: z.object({ all: z.optional(yesOrNo("All")) }),
  reply: z.object({ products: z.array(loanProduct) }),
});

const roundings = [1, 100, 1_000, 5_000, 10_000].map(BigInt);

/** KES: 0.01, 1, 10, 50 or 100; in cents. */
function rounding() {
  const words = "0.01, 1, 10, 50, 100";
  const shape = { type: ["number", "string"], enum: [0.01, 1, 10, 50, 100] };
  const read = amount("Round up to");
  return field(shape, (value) => {
    const parsed = z.safeParse(read, value);
    const cents = parsed.success ? roundings.find((each) => each === parsed.data) : undefined;
    return cents ?? unreadable("one-of", { label: "Round up to", words });
  });
}

export const makeLoanProduct = defineEndpoint(at.makeLoanProduct, {
  access: "settings.write",
  summary: "Offer a loan to the members; it is ended, but never changed",
  status: 201,
  body: z.object({
    name: distinctText("Name", 40),
    loan_type: maybe(oneOf("Loan type", loanTypes)),
    method: oneOf("Method", methods),
    rate: percent("Rate"),
    rate_per: oneOf("Rate per", ratesPer),
    instalments_most: wholeNumber("Instalments", { min: 1, max: 120 }),
    due_day: maybe(wholeNumber("Due day", { min: 1, max: 28 })),
    grace_months: maybe(wholeNumber("Grace", { min: 0, max: 12 })),
    grace_kind: maybe(oneOf("Grace", graceKinds)),
    round_up_to: maybe(rounding()),
    fee_percent: maybe(percent("Fee")),
    fee_amount: maybe(amountOrZero("Fee")),
    multiple: maybe(wholeNumber("Multiple", { min: 0, max: 100 })),
    amount_least: maybe(amount()),
    amount_most: maybe(amount()),
    guarantee: maybe(oneOf("Guarantee", guaranteeRules)),
    guarantors_least: maybe(wholeNumber("Guarantors", { min: 0, max: 10 })),
    call_after_days: maybe(wholeNumber("Days", { min: 1, max: 365 })),
  }),
  reply: z.object({ detail: z.string(), product: loanProduct }),
});

export const endLoanProduct = defineEndpoint(at.endLoanProduct, {
  access: "settings.write",
  summary: "Offer a loan no longer; loans of it go on",
  reply: z.object({ detail: z.string(), product: loanProduct }),
});

export const getLoanQuote = defineEndpoint(at.getLoanQuote, {
  access: "group.read-figures",
  summary: "What a loan would cost, row by row, as if it were paid out today",
  query: z.object({
    product_id: idOf("Product"),
    amount: amount(),
    instalments: wantedInstalments(),
    tops_up: maybe(idOf("Loan")),
  }),
  reply: z.object({
    product: loanProduct,
    amount: kes,
    fee: kes,
    /** What pays another loan off. */
    pays_off: kes,
    paid_out: kes,
    instalments: z.array(
      z.object({
        number: z.number(),
        due_on: plainDate,
        interest: kes,
        principal: kes,
        total: kes,
        /** Principal left after it. */
        balance: kes,
      }),
    ),
    interest: kes,
    /** Interest and fee. */
    cost: kes,
    total_amount: kes,
    loan_limit: kes,
    guarantee_needed: kes,
  }),
});

const parts = z.object({ interest: kes, principal: kes, total: kes });

export const getLoanSchedule = defineEndpoint(at.getLoanSchedule, {
  access: "member-statements.read",
  summary:
    "The rows of a loan of a product on a day, what is paid and what is late; of an application as if paid out today",
  query: z.object({
    date: z.optional(date("Date")),
    version: z.optional(wholeNumber("Number", { min: 1, max: 100_000 })),
  }),
  reply: z.object({
    version: z.number(),
    instalments: z.array(
      z.object({
        /** Null for principal that was paid early. */
        number: z.nullable(z.number()),
        due_on: plainDate,
        interest: kes,
        principal: kes,
        total: kes,
        balance: kes,
        paid_interest: kes,
        paid_principal: kes,
        state: z.enum(rowStates),
      }),
    ),
    totals: z.object({ interest: kes, principal: kes, total: kes, paid: kes }),
    days_late: z.number(),
    overdue: parts,
    versions: z.array(
      z.object({
        version: z.number(),
        from: plainDate,
        reason: z.enum(["payout", "early", "reschedule", "book", "taken_back"]),
      }),
    ),
  }),
});

export const getLoanSettlement = defineEndpoint(at.getLoanSettlement, {
  access: "member-statements.read",
  summary: "What would clear a loan on a day, today to 31 days on",
  query: z.object({ date: z.optional(date("Date")) }),
  reply: z.object({
    date: plainDate,
    principal: kes,
    /** Of rows due by then. */
    interest_due: kes,
    /** Of the days since the last row. */
    interest_running: kes,
    /** Interest paid of rows that are not due. */
    paid_ahead: kes,
    /** The first three, less what was paid ahead. */
    total: kes,
    /** What paying the rows to the last would cost more. */
    saves: kes,
  }),
});

export const getPaymentQuote = defineEndpoint(at.getPaymentQuote, {
  access: "member-statements.read",
  summary:
    "What a payment of a day would be used for: what is due, what clears the loan, and what each way saves with more than is due; of an application as if paid out today",
  query: z.object({ amount: maybe(amount()), paid_on: maybe(date("Date")) }),
  reply: z.object({
    paid_on: plainDate,
    /** Rows due by then, less what is paid of them. */
    due: kes,
    /** The first row after that day that is not whole, and what is left of it. */
    next: z.nullable(z.object({ due_on: plainDate, amount: kes })),
    /** What clears the loan that day. */
    settlement: kes,
    /** Of payments that wait for approval. */
    waiting: kes,
    /** Empty without an amount, on a flat loan, and for an amount that clears the loan or is too much. */
    ways: z.array(
      z.object({
        early: z.enum(earlyWays),
        /** By how much the interest of all rows goes down. */
        saves: kes,
        /** Rows that are left to pay, and the last of them. */
        instalments: z.number(),
        last_due_on: z.nullable(plainDate),
        /** What the last but one of them takes, as the others do but the first; null if there are fewer. */
        usual: z.nullable(kes),
      }),
    ),
  }),
});

// Guarantors (LEND-6 to LEND-8).

export const guarantee = z.object({
  id,
  loan: z.object({ loan_id: id, loan_name: z.string() }),
  borrower: person,
  /** Who guarantees. */
  member: person,
  /** What they are to answer for, or agreed to. */
  amount: kes,
  /** What of their savings is held for it now: it falls with the principal of the loan. */
  held: kes,
  /** What was taken out of their savings for it, and the borrower owes them. */
  called: kes,
  /** `ended`: the loan is cleared or was never paid out, or the borrower no longer wants it. */
  state: z.enum(guaranteeStates),
});

export type GuaranteeView = z.output<typeof guarantee>;

export const wantedGuarantor = z.object({ member_id: idOf("Member"), amount: amount() });

export const askGuarantor = defineEndpoint(at.askGuarantor, {
  access: "loans.apply",
  summary: "Ask a member to guarantee a part of one's own application",
  status: 201,
  body: wantedGuarantor,
  reply: z.object({ detail: z.string(), guarantee }),
});

export const findGuarantors = defineEndpoint(at.findGuarantors, {
  access: "loans.apply",
  summary:
    "Whom one may ask to guarantee: active members whose name or registration number has the searched text, the first 10",
  query: z.object({ search: distinctText("Search", 100) }),
  reply: z.object({ members: z.array(person) }),
});

export const removeGuarantor = defineEndpoint(at.removeGuarantor, {
  access: "own.write",
  summary: "No longer ask somebody to guarantee one's own application; until its payout",
  reply: done,
});

export const answerGuarantee = defineEndpoint(at.answerGuarantee, {
  access: "own.write",
  summary: "Agree to guarantee a loan, or decline; until the payout one may take it back",
  body: z.object({
    answer: oneOf("Answer", guaranteeAnswers),
    /** Needed to agree. */
    amount_seen: maybe(amount("Amount seen")),
  }),
  reply: z.object({ detail: z.string(), guarantee }),
});
