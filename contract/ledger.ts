// The books: ledger entries by hand, reversals, the journal, year end and export (BOOK-18, BOOK-19).
import * as z from "zod/mini";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { entryKinds, entryTypes, ledgerEntryTypes } from "#domain/ledger/entry-types.ts";
import * as at from "./addresses/ledger.ts";
import { approvingOffice } from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { datesInOrder, financialYear, periodQuery } from "./date-fields.ts";
import { id, kes, moment, pageQuery, plainDate, idOf, oneOf, reason, text } from "./fields.ts";
import { byResolution, ledgerEntry } from "./ledger-entry.ts";
import { meetingName } from "./meeting-fields.ts";
import { office, person } from "./people.ts";
import { proposed } from "./proposals.ts";

export const entryPayment = z.object({
  id,
  member: person,
  payment_date: moment,
  /** Null unless it is a contribution. */
  contribution_month: z.nullable(plainDate),
  /** The last month, of a contribution for several (PAY-35); left out for one. */
  contribution_month_to: z.optional(plainDate),
  /** Null unless it is a loan payment. */
  loan_name: z.nullable(z.string()),
});

/** The officials who approved the payment or loan, ordered by office; empty for an entry by hand. */
export const entryApprovals = z.array(
  z.object({
    office,
    by: person,
    at: moment,
    /** The office that the Chairperson approved a loan for (LOAN-8); otherwise null. */
    acting_for: z.nullable(approvingOffice),
  }),
);

export const entry = z.object({
  id,
  type: z.enum(entryTypes),
  date: plainDate,
  description: z.string(),
  /** The item that the entry records: its kind, its id, and what happened to it. */
  source: z.object({ kind: z.string(), id, purpose: z.string() }),
  /** KES; the sum of its debits. */
  amount: kes,
  postings: z.array(
    z.object({
      account: z.string(),
      debit_amount: kes,
      credit_amount: kes,
      member: z.nullable(person),
      loan_id: z.nullable(id),
    }),
  ),
  reverses: z.nullable(id),
  reversed_by: z.nullable(id),
  /** Null if the application posted it by itself. */
  author: z.nullable(person),
  /** The second official who agreed to it; null if none had to (BOOK-20). */
  agreed_by: z.nullable(person),
  recorded_at: moment,
  /** The reference of the payment, payout or recovery that it records; null for anything else. */
  reference: z.nullable(z.string()),
  /** The payment that it records, as on its receipt; null for anything else. */
  payment: z.nullable(entryPayment),
  approvals: entryApprovals,
  /** The carried resolution that it names (MEET-8); left out without one. */
  resolution: z.optional(
    z.object({ id, number: z.number(), meeting: meetingName, text: z.string() }),
  ),
});

export type Entry = z.output<typeof entry>;

/** What decides who may post it: the type, and whether it is paid in cash. */
export const ledgerEntryType = z.object({
  type: oneOf("Type", ledgerEntryTypes),
  paid_from: z.optional(z.unknown()),
});

export const getLedger = defineEndpoint(at.getLedger, {
  access: "group.read-figures",
  summary: "Balance of every account, debit positive, and the declarations and deposits still open",
  reply: z.object({
    ledger_balances: z.record(z.string(), kes),
    declarations: z.array(z.object({ id, description: z.string(), rem_amount: kes })),
    fixed_deposits: z.array(z.object({ id, description: z.string(), amount: kes })),
  }),
});

export const postLedgerEntry = defineEndpoint(at.postLedgerEntry, {
  // The type decides who may post it: any official a fine, the two offices what moves cash, only the Treasurer the rest
  // (domain/ledger/entry-types.ts).
  access: "session",
  summary:
    "Post a ledger entry; the Treasurer, for a fine any official. What moves cash is proposed by Treasurer or Sec-Gen",
  status: 201,
  body: ledgerEntry,
  reply: z.union([z.object({ detail: z.string(), entry }), proposed]),
});

export const reverseEntry = defineEndpoint(at.reverseEntry, {
  // The Treasurer, or of an entry that moved cash one of the two offices (CASH-2).
  access: "cash.move",
  summary: "Reverse an entry by a new one, dated today, that negates it and refers to it",
  status: 201,
  body: z.object({ reason: reason(), ...byResolution }),
  reply: z.union([z.object({ detail: z.string(), entry }), proposed]),
});

export const getEntries = defineEndpoint(at.getEntries, {
  access: "entries.read",
  summary:
    "The journal, newest first. `search` finds words of a description, reference, number, member or amount; with it `count` goes up to 5,000, with `kind` or `member_id` up to 10,000",
  query: z
    .object({
      ...pageQuery,
      ...periodQuery,
      account: z.optional(
        oneOf(
          "Account",
          accounts.map(({ code }) => code),
        ),
      ),
      search: z.optional(text("Search", 100)),
      member_id: z.optional(idOf("Member")),
      kind: z.optional(oneOf("Kind", entryKinds)),
    })
    .check(datesInOrder),
  reply: z.object({
    entries: z.array(entry),
    count: z.optional(z.number()),
    /**
     * True if more entries match than the server counts; `count` is then the highest number counted. Otherwise left
     * out.
     */
    count_is_least: z.optional(z.boolean()),
  }),
});

const closedYear = z.object({ year: z.string(), start_date: plainDate, end_date: plainDate });

export const closeYear = defineEndpoint(at.closeYear, {
  access: "years.close",
  summary: "Close a financial year that is over, oldest first",
  body: z.object({ year: financialYear("Year") }),
  reply: z.object({
    detail: z.string(),
    closed_year: closedYear,
    /** The closing entry; null for a year in which the group earned, spent and declared nothing. */
    entry: z.nullable(entry),
  }),
});

export const getClosedYears = defineEndpoint(at.getClosedYears, {
  access: "reports.read",
  summary: "The closed years, newest first, and the year to close next once it is over",
  reply: z.object({
    closed_years: z.array(closedYear),
    next_year: z.nullable(
      z.object({
        year: z.string(),
        start_date: plainDate,
        end_date: plainDate,
        is_over: z.boolean(),
      }),
    ),
  }),
});

/**
 * The tables that can be exported. The period chooses journal entries by their date, loans by the day they were paid
 * out or else applied for, and the days that account balances are shown for. Members are exported as they are today, the
 * loan portfolio as of the period's last day; it is in no archive of all tables.
 */
export const exportedTables = ["journal", "accounts", "members", "loans", "portfolio"] as const;

export const exportJournal = defineEndpoint(at.exportJournal, {
  access: "entries.read",
  summary:
    "The books as a file: the journal for hledger, Beancount or a spreadsheet, a table for a spreadsheet, or all of them with the reports as PDF",
  query: z
    .object({
      format: oneOf("Format", ["hledger", "beancount", "csv", "zip"]),
      /** Only for `csv`; the journal if left out. */
      what: z.optional(oneOf("What", exportedTables)),
      ...periodQuery,
    })
    .check(datesInOrder),
  reply: z.string(),
});
