// Whether books and bank agree at the end of a day, and the offices' word that they do (STAT-30).
import * as z from "zod/mini";
import { approvingOffice } from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amountOfAnySign } from "./money-fields.ts";
import { date, filterDate } from "./date-fields.ts";
import { id, kes, moment, plainDate, maybe, reason } from "./fields.ts";
import { person } from "./people.ts";

const item = z.object({
  /** A line of a statement, or an entry of the journal. */
  kind: z.enum(["line", "entry"]),
  id,
  date: plainDate,
  /** KES, above 0. */
  amount: kes,
  reference: z.nullable(z.string()),
  description: z.string(),
  /** Whom it concerns. */
  member: z.nullable(person),
});

export type ReconciliationItem = z.output<typeof item>;

/** KES, and for officials what it adds up from: the oldest 1,000, and how many there are. */
const figure = z.object({
  total: kes,
  items: z.optional(z.array(item)),
  count: z.optional(z.number()),
});

const reconciliation = z.object({
  /** Null as long as no day is covered by the statements of all accounts. */
  date: z.nullable(plainDate),
  accounts: z.array(
    z.object({
      id,
      name: z.string(),
      /** KES at the end of the day; null before its first statement. */
      closing: z.nullable(kes),
      covered_to: z.nullable(plainDate),
    }),
  ),
  /** The closing balances of all accounts. */
  statements_total: kes,
  /** The bank in the group's books. */
  books: kes,
  in_not_booked: figure,
  out_not_booked: figure,
  booked_in_not_on_statement: figure,
  booked_out_not_on_statement: figure,
  /** What the first statements opened with above the books of the day before. */
  opening_difference: kes,
  difference: kes,
  /** Entries whose lines come to another amount; KES, bank less books. For officials. */
  differing: z.optional(z.array(item)),
  accepted: z.array(z.object({ office: approvingOffice, by: person, at: moment })),
  /** Something changed a figure after it was accepted. */
  reopened: z.optional(z.object({ at: moment, why: z.string() })),
  /** The last day that both offices accepted and that is as they saw it. */
  agreed_to: z.nullable(plainDate),
  /** Its difference, KES. */
  agreed_difference: z.nullable(kes),
  /** From the first day of the first statement to the last that all accounts cover. */
  from: z.nullable(plainDate),
  to: z.nullable(plainDate),
});

export const getReconciliation = defineEndpoint({
  method: "GET",
  path: "/api/reconciliation/",
  access: "reports.read",
  summary:
    "Books and statements at the end of a day, by default the last that all accounts cover; officials get the lists",
  query: z.object({ date: filterDate("Date") }),
  reply: reconciliation,
});

export type Reconciliation = z.output<typeof reconciliation>;

export const acceptReconciliation = defineEndpoint({
  method: "POST",
  path: "/api/reconciliation/accept/",
  access: "reconciliation.accept",
  summary:
    "Accept the reconciliation of a day for one's office; a difference, and an opening difference met first, need a reason",
  movesMoney: true,
  body: z.object({
    date: date("Date"),
    difference_seen: amountOfAnySign("Difference seen"),
    reason: maybe(reason()),
  }),
  reply: z.object({ detail: z.string(), reconciliation }),
});
