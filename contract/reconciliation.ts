// Whether books and bank agree at the end of a day, and the offices' acceptance of it (STAT-30).
import * as z from "zod/mini";
import * as at from "./addresses/reconciliation.ts";
import { approvingOffice } from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amountOfAnySign } from "./money-fields.ts";
import { date, filterDate } from "./date-fields.ts";
import { id, kes, moment, plainDate, maybe, reason, wholeNumber } from "./fields.ts";
import { person } from "./people.ts";

const item = z.object({
  /** A statement line or a journal entry. */
  kind: z.enum(["line", "entry"]),
  id,
  date: plainDate,
  /** KES. Above 0; in `differing` what the bank has more than the books, so that it may be below 0. */
  amount: kes,
  reference: z.nullable(z.string()),
  description: z.string(),
  /** The member concerned; null if there is none. */
  member: z.nullable(person),
  /** Whether the line is a payment that both offices have not approved yet. */
  waits: z.boolean(),
});

export type ReconciliationItem = z.output<typeof item>;

/**
 * KES; for officials also the items that it is the sum of, the oldest 1,000, and how many items there are. Parted
 * (STAT-37) into what was approved, booked or on a statement since that day, and what is open to this day: an item of
 * which a part is open counts in both.
 */
const figure = z.object({
  total: kes,
  items: z.optional(z.array(item)),
  count: z.optional(z.number()),
  settled_since: z.object({ count: z.number(), total: kes }),
  /** For officials also the open items, the largest 1,000, each with what is open of it. */
  open: z.object({ count: z.number(), total: kes, items: z.optional(z.array(item)) }),
});

const reconciliation = z.object({
  /** Null while any account has no day that its statements cover. */
  date: z.nullable(plainDate),
  accounts: z.array(
    z.object({
      id,
      name: z.string(),
      /** KES at the end of the day; null before its first statement. */
      closing: z.nullable(kes),
      covered_to: z.nullable(plainDate),
      /** Who said so, if the last of these days depend only on the word of an uploader (STAT-53). */
      covered_by_word_of: z.nullable(person),
    }),
  ),
  /** KES; the sum of the closing balances of all accounts. */
  statements_total: kes,
  /** KES; the balance of the account `bank` in the group's books. */
  books: kes,
  in_not_booked: figure,
  out_not_booked: figure,
  booked_in_not_on_statement: figure,
  booked_out_not_on_statement: figure,
  /** KES; by how much the first statements opened above the books of the day before. */
  opening_difference: kes,
  difference: kes,
  /** Nothing is open or differs, and no line up to that day has a twin or a break (STAT-37). */
  explained: z.boolean(),
  /** How many items are open in the four lists, for `open_seen`. */
  open_count: z.number(),
  /** KES; what the open items come to, whatever their direction. */
  open_total: kes,
  /** What keeps the day from being explained, in sentences: the five largest open items first; empty if it is explained. */
  unexplained: z.array(z.string()),
  /** Only for officials: entries whose matched lines have another sum. */
  differing: z.optional(z.array(item)),
  /**
   * Only for officials, in sentences: receipts on two lines, payments that two members claim, and lines that an office set aside up to
   * that day, at most 100 of each; left out if there are none.
   */
  receipts_in_doubt: z.optional(z.array(z.string())),
  accepted: z.array(z.object({ office: approvingOffice, by: person, at: moment })),
  /**
   * PAY-12: it rests on the word of the caller, or of whoever has accepted it; for officials also if an open item is
   * theirs.
   */
  own_item: z.boolean(),
  /** What first changed a figure after an office accepted it; left out if nothing did, or both accepted it again. */
  reopened: z.optional(z.object({ at: moment, why: z.string() })),
  /** The last day that both offices accepted and whose figures have not changed since. */
  agreed_to: z.nullable(plainDate),
  /** KES; the difference of that day. */
  agreed_difference: z.nullable(kes),
  /** KES; what is open of that day now, to be explained still. */
  agreed_open: z.nullable(kes),
  /** Whether that day is explained. */
  agreed_explained: z.nullable(z.boolean()),
  /** The same in a sentence; null if there is no such day. */
  agreed: z.nullable(z.string()),
  /**
   * The days that can be reconciled: from the first day of the first statement to the last day that all accounts cover.
   */
  from: z.nullable(plainDate),
  to: z.nullable(plainDate),
});

export const getReconciliation = defineEndpoint(at.getReconciliation, {
  access: "reports.read",
  summary:
    "Books and statements at the end of a day, by default the last day that all accounts cover; officials also get the lists",
  query: z.object({ date: filterDate("Date") }),
  reply: reconciliation,
});

export type Reconciliation = z.output<typeof reconciliation>;

export const acceptReconciliation = defineEndpoint(at.acceptReconciliation, {
  access: "reconciliation.accept",
  summary:
    "Accept the reconciliation of a day for one's office; a day that is not explained needs a reason, and so does an opening difference that the office has not accepted yet",
  body: z.object({
    date: date("Date"),
    difference_seen: amountOfAnySign("Difference seen"),
    /** How many open items were seen; left out, it is none. */
    open_seen: maybe(wholeNumber("Open items seen", { min: 0, max: 1_000_000_000 })),
    reason: maybe(reason()),
  }),
  reply: z.object({ detail: z.string(), reconciliation }),
});
