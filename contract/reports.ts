// Accounting reports (REP-1).
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import * as z from "zod/mini";
import * as at from "./addresses/reports.ts";
import { defineEndpoint } from "./endpoint.ts";
import { faulty, idOf, oneOf, id, kes, pageQuery, plainDate, wholeNumber } from "./fields.ts";
import { filterDate, reportPeriod } from "./date-fields.ts";
import { person } from "./people.ts";

export const getTrialBalance = defineEndpoint(at.getTrialBalance, {
  access: "reports.read",
  summary: "Trial balance at the end of a day, by default today",
  query: z.object({ date: filterDate("Date") }),
  reply: z.object({
    trial_balance: z.array(
      z.object({ account: z.string(), debit_amount: kes, credit_amount: kes }),
    ),
  }),
});

const accountBalances = z.record(z.string(), kes);

export const getBalanceSheet = defineEndpoint(at.getBalanceSheet, {
  access: "reports.read",
  summary:
    "Balance sheet at the end of a day, and each member's whole share of the interest; balances are debit positive",
  query: z.object({ date: filterDate("Date") }),
  reply: z.object({
    balance_sheet: z.object({
      assets: accountBalances,
      liabilities: accountBalances,
      equities: accountBalances,
      total_assets: kes,
      total_liabilities: kes,
      totalLiabilities: kes,
      total_equities: kes,
    }),
    users_shared_interest_data: z.array(
      z.object({ user: z.string(), member: person, balance: kes }),
    ),
  }),
});

const balances = z.array(z.object({ account: z.string(), balance: kes }));
const period = z.object({ start_date: plainDate, end_date: plainDate });

export const getProfitAndLoss = defineEndpoint(at.getProfitAndLoss, {
  access: "reports.read",
  summary: "Profit and loss of a period, and of the same days one year earlier",
  query: reportPeriod,
  reply: z.object({
    profit_and_loss: z.object({
      current_year_revenues: balances,
      current_year_expenses: balances,
      current_year_total_revenue: kes,
      current_year_total_expenses: kes,
      current_year_net_profit_or_loss: kes,
      previous_year_revenues: balances,
      previous_year_expenses: balances,
      previous_year_total_revenue: kes,
      previous_year_total_expenses: kes,
      previous_year_net_profit_or_loss: kes,
    }),
    financial_year: period,
    previous_financial_year: period,
  }),
});

const posting = z.object({
  entry_id: id,
  date: plainDate,
  description: z.string(),
  /** The member concerned; null if there is none, or if the caller may not read that member's account. */
  member: z.nullable(person),
  debit: kes,
  credit: kes,
  /** KES; the account's balance after it, debit positive. */
  balance: kes,
  /** The payment that its entry records, if the caller may see the member; otherwise null. */
  payment: z.nullable(z.object({ kind: z.enum(paymentKinds), id })),
});

export type Posting = z.output<typeof posting>;

export const getPostings = defineEndpoint(at.getPostings, {
  access: "reports.read",
  summary:
    "The postings of an account, oldest first, debit positive; opening, closing and count are those of the whole period on every page",
  query: z
    .object({
      ...pageQuery,
      from: filterDate("from"),
      to: filterDate("to"),
      /** `no` leaves out the entries that close a year, as profit and loss does (REP-4). */
      closing_entries: z.optional(oneOf("closing_entries", ["yes", "no"])),
      /** Only this member's postings. Members may ask for their own, officials for anybody's. */
      member_id: z.optional(idOf("Member")),
      /** Only those of this fund. */
      fund_id: z.optional(idOf("Fund")),
      /**
       * `yes` adds accounts that a report shows under one name. To `retained_earnings` it adds those that the balance
       * sheet sums up there (REP-3), to `loan_receivable` the interest still to be paid, as in a loan's balance.
       */
      parts: z.optional(oneOf("parts", ["yes", "no"])),
    })
    .check(
      z.refine(
        (requested) =>
          requested.from === undefined ||
          requested.to === undefined ||
          requested.from <= requested.to,
        {
          ...faulty("start-before-end"),
          path: ["from"],
        },
      ),
    ),
  reply: z.object({
    /** The account's code. */
    account: z.string(),
    opening: kes,
    postings: z.array(posting),
    closing: kes,
    count: z.number(),
  }),
});

// Figures by month for the charts: the member's own savings, and the group's books.

/** The number of months to return, counting the current one. */
const monthsQuery = z.object({ months: z.optional(wholeNumber("months", { min: 1, max: 36 })) });

export const savingsMonth = z.object({
  /** The first day of the month. */
  month: plainDate,
  /** KES; the contributions that the group held for the member at the month's end, or today in the current month. */
  total: kes,
});

export const getSavingsHistory = defineEndpoint(at.getSavingsHistory, {
  access: "own.read",
  summary:
    "One's own contributions that the group held at the end of each month, oldest first: at most 36 months, from the first contribution on",
  query: monthsQuery,
  reply: z.object({ savings_history: z.array(savingsMonth) }),
});

export const booksMonth = z.object({
  /** The first day of the month. */
  month: plainDate,
  /** KES earned and spent in the month, without entries that close a year. */
  income: kes,
  expense: kes,
  // The balances at the month's end, in KES. Savings and net assets are positive if the group has any.
  bank: kes,
  /** The members' contributions that the group holds. */
  savings: kes,
  /** The principal and interest that members still have to repay. */
  loans: kes,
  /** The group's own money: assets less liabilities. */
  net_assets: kes,
});

export type BooksMonth = z.output<typeof booksMonth>;

export const getBooksHistory = defineEndpoint(at.getBooksHistory, {
  access: "reports.read",
  summary:
    "Income, expense and position of the group by month, oldest first: by default 12 months, at most 36, from the first entry on",
  query: monthsQuery,
  reply: z.object({ history: z.array(booksMonth) }),
});
