// The lines of statements: what in the books each is, by a match, a payment entered from it or a ledger entry (STAT-10).
import * as z from "zod/mini";
import { ledgerEntryTypes } from "#domain/ledger/entry-types.ts";
import { itemStatus } from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { date, datesFromTo, filterDate } from "./date-fields.ts";
import {
  id,
  kes,
  moment,
  pageQuery,
  plainDate,
  idOf,
  idsOf,
  maybe,
  oneOf,
  reason,
  text,
} from "./fields.ts";
import { person } from "./people.ts";
import { proposed } from "./proposals.ts";

const LINES = "/api/statements/lines/";

export const lineKinds = [
  "payment_in",
  "payment_out",
  "charge",
  "internal",
  "transfer",
  "failed",
] as const;

export const matchKinds = ["contribution", "loan_payment", "fine_payment", "entry"] as const;
export type MatchKind = (typeof matchKinds)[number];

/** With an offset, or a day alone where the file prints no time. */
const lineMoment = z.string();

export const lineFields = {
  /** Row of the file from 1. */
  line: z.number(),
  at: lineMoment,
  reference: z.nullable(z.string()),
  details: z.string(),
  party: z.nullable(z.string()),
  account_typed: z.nullable(z.string()),
  kind: z.enum(lineKinds),
  /** Money out is negative. */
  amount: kes,
  balance: z.nullable(kes),
};

export const previewLine = z.object({
  ...lineFields,
  /** What becomes of it at import. */
  fate: z.enum(["new", "known", "failed"]),
  /** The payment that it would be matched with at once. */
  confirms: z.nullable(z.object({ kind: z.enum(matchKinds), id, member: person })),
});

export const statementLine = z.object({
  id,
  statement_id: id,
  account_id: id,
  ...lineFields,
  state: z.enum(["open", "matched", "ignored"]),
  match: z.nullable(
    z.object({
      kind: z.enum(matchKinds),
      id,
      /** Whose payment it is; null of an entry. */
      member: z.nullable(person),
      /** Of a payment; null of an entry, which is in the books. */
      status: z.nullable(itemStatus),
      /** Null: the application matched it by itself (STAT-11). */
      by: z.nullable(person),
      at: moment,
      reason: z.string(),
      /** Why an official matched what is not the same amount. */
      explanation: z.nullable(z.string()),
    }),
  ),
  suggestions: z.array(
    z.object({
      kind: z.enum(matchKinds),
      /** What to match; null where a payment is to be recorded first. */
      id: z.nullable(id),
      member: z.nullable(person),
      reason: z.string(),
      /** The amounts differ, so that an official says why it is this one (STAT-12). */
      needs_reason: z.optional(z.literal(true)),
    }),
  ),
});
export type StatementLine = z.output<typeof statementLine>;

export const getStatementLines = defineEndpoint({
  method: "GET",
  path: LINES,
  access: "statements.read",
  summary: "Lines of statements, newest first, with what each is or may be",
  query: z
    .object({
      ...pageQuery,
      account_id: z.optional(idOf("Account")),
      statement_id: z.optional(idOf("Statement")),
      state: z.optional(oneOf("State", ["open", "matched", "ignored"])),
      from: filterDate("from"),
      to: filterDate("to"),
      search: maybe(text("Search", 100)),
    })
    .check(datesFromTo),
  reply: z.object({
    lines: z.array(statementLine),
    count: z.number(),
    /** Of all that the filter finds: KES in and KES out, both above 0; what failed does not count. */
    totals: z.object({ in: kes, out: kes }),
  }),
});

export const matchLine = defineEndpoint({
  method: "POST",
  path: "/api/statements/lines/:id/match/",
  access: "statements.write",
  summary: "Say which payment or journal entry a line is; posts nothing",
  body: z.object({
    kind: oneOf("Kind", matchKinds),
    id: idOf("Item"),
    /** Needed where the amounts do not agree. */
    reason: maybe(reason()),
  }),
  reply: z.object({ detail: z.string(), line: statementLine }),
});

export const unmatchLine = defineEndpoint({
  method: "POST",
  path: "/api/statements/lines/:id/unmatch/",
  access: "statements.write",
  summary: "Undo the match of a line",
  reply: z.object({ detail: z.string(), line: statementLine }),
});

/** A payment that was entered from a line. */
export const recordedPayment = z.object({
  kind: z.enum(["contribution", "loan_payment", "fine_payment"]),
  id,
  member: person,
  amount_paid: kes,
  payment_date: moment,
  payment_Reference_Code: z.string(),
  contribution_month: z.nullable(plainDate),
  loan_id: z.nullable(id),
  status: itemStatus,
  entered_by: person,
});

export const recordLine = defineEndpoint({
  method: "POST",
  path: "/api/statements/lines/:id/record/",
  access: "statements.write",
  summary:
    "Enter a line in as a payment in a member's name; it is matched, and both offices still approve it",
  status: 201,
  movesMoney: true,
  body: z.object({
    member_id: idOf("Member"),
    kind: oneOf("Kind", ["contribution", "loan_payment", "fine_payment"]),
    /** The member's first unpaid month unless sent. */
    contribution_month: maybe(date("Contribution month")),
    /** The member's single running loan unless sent. */
    loan_id: maybe(idOf("Loan")),
  }),
  reply: z.object({ detail: z.string(), payment: recordedPayment }),
});

export const bookingType = z.object({ type: oneOf("Type", ledgerEntryTypes) });

const entryField = z.optional(z.unknown());

export const bookLines = defineEndpoint({
  method: "POST",
  path: "/api/statements/lines/book/",
  // As postLedgerEntry: the type decides.
  access: "session",
  summary:
    "Post one ledger entry for lines: the fields of create_ledger_entry without its amount, which is the lines' sum",
  status: 201,
  movesMoney: true,
  body: z.object({
    line_ids: idsOf("Lines", { most: 200 }),
    type: oneOf("Type", ledgerEntryTypes),
    // As `ledgerEntry` reads them, once the lines tell the amount.
    description: entryField,
    date: entryField,
    category: entryField,
    declaration_id: entryField,
    start_date: entryField,
    maturity_date: entryField,
    deposit_id: entryField,
    interest_earned: entryField,
  }),
  reply: z.union([z.object({ detail: z.string(), lines: z.array(statementLine) }), proposed]),
});
