// Reports and statements as PDF files. Whoever may read the figures as JSON may read the file (REP-9).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, filterDate, periodQuery, reportPeriod } from "./date-fields.ts";
import { idOf, oneOf } from "./fields.ts";
import { transactionKinds } from "./transactions.ts";

export const printBalanceSheet = defineEndpoint({
  method: "GET",
  path: "/api/accounting/get_balance_sheet/pdf/",
  access: "reports.read",
  summary: "The balance sheet at the end of a day, by default today, as a PDF",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

export const printTrialBalance = defineEndpoint({
  method: "GET",
  path: "/api/accounting/get_trial_balance/pdf/",
  access: "reports.read",
  summary: "The trial balance at the end of a day, by default today, as a PDF",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

export const printProfitAndLoss = defineEndpoint({
  method: "GET",
  path: "/api/accounting/get_profit&loss/pdf/",
  access: "reports.read",
  summary: "Profit and loss of a period, and of the same days one year earlier, as a PDF",
  query: reportPeriod,
  reply: z.string(),
});

export const printReconciliation = defineEndpoint({
  method: "GET",
  path: "/api/reconciliation/pdf/",
  access: "reports.read",
  summary:
    "Books and statements at the end of a day, by default the last day that all accounts cover, as a PDF; officials also get the lists",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

export const printStatement = defineEndpoint({
  method: "GET",
  path: "/api/finances/statement/pdf/",
  access: "member-statements.read",
  summary: "One's own statement as a PDF; an official may ask for another member's",
  query: z
    .object({
      ...periodQuery,
      kind: z.optional(oneOf("Kind", transactionKinds)),
      member: z.optional(idOf("Member")),
    })
    .check(datesInOrder),
  reply: z.string(),
});

export const printLoan = defineEndpoint({
  method: "GET",
  path: "/api/finances/get-create-user-loans/:id/pdf/",
  access: "own.read",
  summary:
    "The statement of a paid-out loan as a PDF: its terms, each repayment divided into principal and interest, and what is left",
  reply: z.string(),
});

export const printSummary = defineEndpoint({
  method: "GET",
  path: "/api/user/:id/summary/pdf/",
  access: "own.read",
  summary: "One's own financial summary as a PDF; an official may ask for another member's",
  reply: z.string(),
});
