// Reports and statements as PDF files. Whoever may read the figures as JSON may read the file (REP-9).
import * as z from "zod/mini";
import { transactionKinds } from "./choices.ts";
import * as at from "./addresses/documents.ts";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, filterDate, periodQuery, reportPeriod } from "./date-fields.ts";
import { idOf, oneOf } from "./fields.ts";
import { receiptQuery } from "./transactions.ts";

export const printBalanceSheet = defineEndpoint(at.printBalanceSheet, {
  access: "reports.read",
  summary: "The balance sheet at the end of a day, by default today, as a PDF",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

export const printTrialBalance = defineEndpoint(at.printTrialBalance, {
  access: "reports.read",
  summary: "The trial balance at the end of a day, by default today, as a PDF",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

export const printProfitAndLoss = defineEndpoint(at.printProfitAndLoss, {
  access: "reports.read",
  summary: "Profit and loss of a period, and of the same days one year earlier, as a PDF",
  query: reportPeriod,
  reply: z.string(),
});

export const printReconciliation = defineEndpoint(at.printReconciliation, {
  access: "reports.read",
  summary:
    "Books and statements at the end of a day, by default the last day that all accounts cover, as a PDF; officials also get the lists",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

export const printPortfolio = defineEndpoint(at.printPortfolio, {
  access: "reports.read",
  summary:
    "The loan portfolio at the end of a day, by default today, as a PDF; officials and auditors also get the loans, the latest 1,000",
  query: z.object({ date: filterDate("Date") }),
  reply: z.string(),
});

export const printShareOut = defineEndpoint(at.printShareOut, {
  access: "members.read-accounts",
  summary: "A share-out with every line and its method as a PDF",
  reply: z.string(),
});

export const printStatement = defineEndpoint(at.printStatement, {
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

export const printLoan = defineEndpoint(at.printLoan, {
  access: "own.read",
  summary:
    "The statement of a paid-out loan as a PDF: its terms, each repayment divided into principal and interest, and what is left",
  reply: z.string(),
});

export const printSummary = defineEndpoint(at.printSummary, {
  access: "own.read",
  summary: "One's own financial summary as a PDF; an official may ask for another member's",
  reply: z.string(),
});

export const printReceipt = defineEndpoint(at.printReceipt, {
  access: "member-statements.read",
  summary:
    "The receipt of one's own approved payment as a PDF, to send on; an official may ask for another member's",
  query: z.object(receiptQuery),
  reply: z.string(),
});

export const printAgreement = defineEndpoint(at.printAgreement, {
  access: "member-statements.read",
  summary:
    "The agreement of a loan by instalments as a PDF: its cost, every row, who guarantees it, and both offices; of an application as if paid out today",
  reply: z.string(),
});
