// Months one after another, for the charts: the member's own savings, and the group's books.
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { kes, plainDate, wholeNumber } from "./fields.ts";

/** How far back is asked, the running month included. */
const monthsQuery = z.object({ months: z.optional(wholeNumber("months", { min: 1, max: 36 })) });

export const savingsMonth = z.object({
  /** The first day of the month. */
  month: plainDate,
  /** What the group held of the member at the month's end; in the running month, today. */
  total: kes,
});

export const getSavingsHistory = defineEndpoint({
  method: "GET",
  path: "/api/finances/savings_history/",
  access: "own.read",
  summary:
    "What the group held of one's own contributions at the end of each month, oldest first: at most 36 months, from the first contribution on",
  query: monthsQuery,
  reply: z.object({ savings_history: z.array(savingsMonth) }),
});

export const booksMonth = z.object({
  /** The first day of the month. */
  month: plainDate,
  /** Earned and spent in the month; closings of years never count. */
  income: kes,
  expense: kes,
  /** At the month's end, as people read them: savings and net assets are positive when there are some. */
  bank: kes,
  /** Members' contributions held. */
  savings: kes,
  /** Principal and interest that members have to repay. */
  loans: kes,
  /** What is the group's own: assets less liabilities. */
  net_assets: kes,
});

export type BooksMonth = z.output<typeof booksMonth>;

export const getBooksHistory = defineEndpoint({
  method: "GET",
  path: "/api/accounting/history/",
  access: "reports.read",
  summary:
    "Income, expense and position of the group by month, oldest first: 12 months unless told, at most 36, from the first entry on",
  query: monthsQuery,
  reply: z.object({ history: z.array(booksMonth) }),
});
