// The lines of statements, and what they are in the books: a matched item, or one entered from the line (STAT-10).
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import * as z from "zod/mini";
import { ledgerEntryTypes } from "#domain/ledger/entry-types.ts";
import * as at from "./addresses/statement-lines.ts";
import { approvingOffice, isContested, itemStatus, referenceAlsoOn } from "./approvals.ts";
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
import { seenItems } from "./money-fields.ts";
import { person } from "./people.ts";
import { proposed } from "./proposals.ts";

export const lineKinds = [
  "payment_in",
  "payment_out",
  "charge",
  "internal",
  "transfer",
  "failed",
] as const;

export const matchKinds = [...paymentKinds, "entry"] as const;
export type MatchKind = (typeof matchKinds)[number];

/** A moment with an offset, or only a day if the file prints no time. */
const lineMoment = z.string();

export const lineFields = {
  /** The row of the file, from 1. */
  line: z.number(),
  at: lineMoment,
  reference: z.nullable(z.string()),
  details: z.string(),
  party: z.nullable(z.string()),
  account_typed: z.nullable(z.string()),
  kind: z.enum(lineKinds),
  /** KES; negative for money out. */
  amount: kes,
  balance: z.nullable(kes),
};

export const previewLine = z.object({
  ...lineFields,
  /** `new`: its import adds the line; `known`: an earlier file has it; `failed`: the transaction failed. */
  fate: z.enum(["new", "known", "failed"]),
  /** The payment that its import would match it with; null if there is none. */
  confirms: z.nullable(z.object({ kind: z.enum(matchKinds), id, member: person })),
});

export const statementLine = z.object({
  id,
  /** Null as long as only M-PESA itself has brought the line; so are `line` and `uploaded_by`. */
  statement_id: z.nullable(id),
  account_id: id,
  ...lineFields,
  line: z.nullable(z.number()),
  state: z.enum(["open", "matched", "ignored"]),
  /** When M-PESA itself told of the line, confirmed it to us, and denied it; null if only files have it. */
  live: z.nullable(
    z.object({
      told_at: z.nullable(moment),
      checked_at: z.nullable(moment),
      denied_at: z.nullable(moment),
    }),
  ),
  /** Who uploaded the file. */
  uploaded_by: z.nullable(person),
  match: z.nullable(
    z.object({
      kind: z.enum(matchKinds),
      id,
      /** The member who paid; null for an entry. */
      member: z.nullable(person),
      /** The payment's status; null for an entry, which is always in the books. */
      status: z.nullable(itemStatus),
      /** Null if the application matched it by itself (STAT-11). */
      by: z.nullable(person),
      at: moment,
      reason: z.string(),
      /** Why an official matched items of different amounts; otherwise null. */
      explanation: z.nullable(z.string()),
      /** Who proposed to undo it, while that waits for the other office (STAT-29). */
      undo_proposed_by: z.nullable(person),
      /** The payments of one member that add up to the line, the first of them above; left out if there is one. */
      parts: z.optional(referenceAlsoOn),
    }),
  ),
  /** The lines with the same receipt; empty as soon as one of the two is set aside (STAT-60). */
  twins: z.array(id),
  /** For an open line, those of other files with its day and amount, which may be the same money (STAT-67). */
  alike: z.array(id),
  /** Left out unless an office set the line aside. */
  set_aside: z.optional(
    z.object({ office: approvingOffice, by: person, at: moment, reason: z.string() }),
  ),
  suggestions: z.array(
    z.object({
      kind: z.enum(matchKinds),
      /** The item to match; null if a payment must be recorded first. */
      id: z.nullable(id),
      member: z.nullable(person),
      reason: z.string(),
      /** True if the amounts differ, so that matching needs a reason (STAT-12). */
      needs_reason: z.optional(z.literal(true)),
    }),
  ),
});
export type StatementLine = z.output<typeof statementLine>;

export const getStatementLines = defineEndpoint(at.getStatementLines, {
  access: "statements.read",
  summary: "Lines of statements, newest first, with the match or the suggestions of each",
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
    /** KES in and KES out of all lines that the filter finds, both never below 0, without failed transactions. */
    totals: z.object({ in: kes, out: kes }),
  }),
});

export const getLineCandidates = defineEndpoint(at.getLineCandidates, {
  access: "statements.write",
  summary:
    "Payments and journal entries of any day that a line may be matched with by hand: those with its amount nearest its day, or those that the search finds; at most 30",
  query: z.object({ search: maybe(text("Search", 100)) }),
  reply: z.object({
    candidates: z.array(
      z.object({
        kind: z.enum(matchKinds),
        id,
        /** KES as of the line, negative for money out; of an entry, what its other lines leave of it. */
        amount: kes,
        date: plainDate,
        /** Null for an entry. */
        reference: z.nullable(z.string()),
        /** Null for a payment. */
        description: z.nullable(z.string()),
        status: z.nullable(itemStatus),
        /** The member who paid; null for an entry. */
        member: z.nullable(person),
        /** True if the amounts differ, so that matching needs a reason (STAT-12). */
        needs_reason: z.optional(z.literal(true)),
      }),
    ),
  }),
});
export type LineCandidate = z.output<typeof getLineCandidates.reply>["candidates"][number];

export const matchLine = defineEndpoint(at.matchLine, {
  access: "statements.write",
  summary: "Say which payment or journal entry a line is; posts nothing",
  body: z.object({
    kind: oneOf("Kind", matchKinds),
    id: idOf("Item"),
    /** Needed if the amounts differ. */
    reason: maybe(reason()),
  }),
  reply: z.object({ detail: z.string(), line: statementLine }),
});

export const unmatchLine = defineEndpoint(at.unmatchLine, {
  access: "statements.write",
  summary:
    "Undo the match of a line; that of an approved payment needs a reason, and waits until the other office agrees",
  body: z.object({
    /** Needed for the match of an approved payment. */
    reason: maybe(reason()),
  }),
  reply: z.union([z.object({ detail: z.string(), line: statementLine }), proposed]),
});

export const setLineAside = defineEndpoint(at.setLineAside, {
  access: "statements.write",
  summary:
    "Set one of two lines with the same receipt aside, so that the other confirms its payment; or one that is there twice",
  body: z.object({ reason: reason() }),
  reply: z.object({ detail: z.string(), line: statementLine }),
});

/** A payment entered from a line. */
export const recordedPayment = z.object({
  kind: z.enum(paymentKinds),
  id,
  member: person,
  amount_paid: kes,
  payment_date: moment,
  payment_Reference_Code: z.string(),
  contribution_month: z.nullable(plainDate),
  loan_id: z.nullable(id),
  /** Left out but of a payment for a merry-go-round. */
  rotation_id: z.optional(id),
  /** Left out but of a payment into a fund. */
  fund_id: z.optional(id),
  status: itemStatus,
  entered_by: person,
});

export const recordLine = defineEndpoint(at.recordLine, {
  access: "statements.write",
  summary:
    "Enter a line as a payment in a member's name; it is matched, and both offices still approve it",
  status: 201,
  body: z.object({
    member_id: idOf("Member"),
    kind: oneOf("Kind", paymentKinds),
    /** By default the member's first unpaid month. */
    contribution_month: maybe(date("Contribution month")),
    /** By default the member's running loan, if there is exactly one. */
    loan_id: maybe(idOf("Loan")),
    /** By default the merry-go-round in which the member has something left to pay, if there is exactly one. */
    rotation_id: maybe(idOf("Merry-go-round")),
    /** By default the fund that is open, if there is exactly one. */
    fund_id: maybe(idOf("Fund")),
  }),
  reply: z.object({ detail: z.string(), payment: recordedPayment, contested: isContested }),
});

/** At most so many lines are offered and recorded at once. */
export const LINES_AT_ONCE_MOST = 200;

export const getLinesToRecord = defineEndpoint(at.getLinesToRecord, {
  access: "statements.write",
  summary:
    "Open lines of which the payer typed their own RegNo or username and what they paid is clear, oldest first; at most 200",
  query: z.object({ account_id: z.optional(idOf("Account")) }),
  reply: z.object({
    lines: z.array(
      z.object({
        id,
        account_id: id,
        /** A moment in Nairobi time, or only a day if the statement prints no time. */
        at: z.string(),
        reference: z.nullable(z.string()),
        /** KES. */
        amount: kes,
        /** Whose RegNo or username was typed. */
        member: person,
        kind: z.enum(paymentKinds),
        /** Why it is this member's. */
        reason: z.string(),
      }),
    ),
    /** KES; the sum of these lines. */
    total: kes,
  }),
});
export type LineToRecord = z.output<typeof getLinesToRecord.reply>["lines"][number];

export const recordAllLines = defineEndpoint(at.recordAllLines, {
  access: "statements.write",
  summary:
    "Enter lines as payments of the members whose RegNo was typed, oldest first; a refused one does not stop the others, and both offices still approve each",
  body: z.object({ items: seenItems({ most: LINES_AT_ONCE_MOST }) }),
  reply: z.object({
    detail: z.string(),
    recorded: z.array(z.object({ line_id: id, payment: recordedPayment })),
    refused: z.array(z.object({ id, detail: z.string() })),
    /** KES; the sum of the recorded lines. */
    total: kes,
  }),
});

export const bookingType = z.object({ type: oneOf("Type", ledgerEntryTypes) });

const entryField = z.optional(z.unknown());

export const bookLines = defineEndpoint(at.bookLines, {
  // The type decides who may post it, as for postLedgerEntry.
  access: "session",
  summary:
    "Post one ledger entry for lines: the fields of create_ledger_entry without its amount, which is the lines' sum",
  status: 201,
  body: z.object({
    line_ids: idsOf("Lines", { most: 200 }),
    type: oneOf("Type", ledgerEntryTypes),
    // `ledgerEntry` reads these once the lines' sum is known as the amount.
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
