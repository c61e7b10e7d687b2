// Statements of banks and M-PESA, their lines, and what in the books each line is (STAT-1).
import * as z from "zod/mini";
import { ledgerEntryTypes } from "#domain/ledger/entry-types.ts";
import { approvingOffice, itemStatus } from "./approvals.ts";
import { defineEndpoint } from "./endpoint.ts";
import { date, datesFromTo, filterDate } from "./date-fields.ts";
import { id, kes, moment, pageQuery, plainDate } from "./reply-fields.ts";
import { idOf, idsOf, jsonPart, maybe, oneOf, reason, text } from "./fields.ts";
import { person } from "./people.ts";
import { proposed } from "./proposals.ts";

const STATEMENTS = "/api/statements/";
const LINES = "/api/statements/lines/";

export const statementAccountKinds = [
  "mpesa_paybill",
  "mpesa_till",
  "mpesa_customer",
  "bank",
] as const;
export type StatementAccountKind = (typeof statementAccountKinds)[number];

export const statementFormats = [
  "mpesa_organisation_old",
  "mpesa_organisation_new",
  "mpesa_customer",
  "bank",
] as const;

export const lineKinds = [
  "payment_in",
  "payment_out",
  "charge",
  "internal",
  "transfer",
  "failed",
] as const;

/** Which column of a bank's file holds what, by the heading as printed; null where there is none. */
export const columnMapping = z.object({
  date: z.string(),
  value_date: z.nullable(z.string()),
  details: z.string(),
  reference: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  direction: z.nullable(z.string()),
  debit: z.nullable(z.string()),
  credit: z.nullable(z.string()),
  balance: z.nullable(z.string()),
});

/** Both days included. */
const days = z.object({ from: plainDate, to: plainDate });

export const statementAccount = z.object({
  id,
  name: z.string(),
  kind: z.enum(statementAccountKinds),
  number: z.nullable(z.string()),
  /** The last day up to which statements prove every day; null before the first. */
  covered_to: z.nullable(plainDate),
  /** Days that no statement proves, though a later one does (STAT-5). */
  gaps: z.array(days),
  /** What the newest statement that counts closed with. */
  balance: z.nullable(kes),
  mapping: z.nullable(columnMapping),
});
export type StatementAccount = z.output<typeof statementAccount>;

const breaks = z.array(
  z.object({
    /** Row of the file from 1; of a PDF, the nth transaction. */
    line: z.number(),
    expected: kes,
    printed: kes,
  }),
);

/** What cannot be read, with the row and column of the file (STAT-2). */
export const statementProblem = z.object({
  line: z.number(),
  column: z.string(),
  detail: z.string(),
});

const counts = z.object({
  /** Lines that no earlier file had. */
  new: z.number(),
  known: z.number(),
  failed: z.number(),
  error: z.number(),
});

export const statement = z.object({
  id,
  account_id: id,
  file_name: z.string(),
  format: z.enum(statementFormats),
  /** In hexadecimal. */
  sha256: z.string(),
  period: days,
  opening: z.nullable(kes),
  closing: z.nullable(kes),
  counts,
  breaks,
  /** Whether the file prints balances or totals; without either it is broken until both offices accept it (STAT-4). */
  is_provable: z.boolean(),
  /** The days between the statement before and this one that nothing proves. */
  gaps: z.array(days),
  state: z.enum(["whole", "broken", "accepted", "withdrawn"]),
  accepted: z.array(
    z.object({ office: approvingOffice, by: person, at: moment, reason: z.string() }),
  ),
  uploaded_by: person,
  uploaded_at: moment,
  withdrawn: z.nullable(z.object({ by: person, at: moment, reason: z.string() })),
});
export type Statement = z.output<typeof statement>;

export const matchKinds = ["contribution", "loan_payment", "fine_payment", "entry"] as const;
export type MatchKind = (typeof matchKinds)[number];

/** With an offset, or a day alone where the file prints no time. */
const lineMoment = z.string();

const lineFields = {
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

export const getStatementAccounts = defineEndpoint({
  method: "GET",
  path: "/api/statements/accounts/",
  access: "statements.read",
  summary: "Where the group's money lies, and up to which day statements prove it",
  reply: z.object({ accounts: z.array(statementAccount) }),
});

export const addStatementAccount = defineEndpoint({
  method: "POST",
  path: "/api/statements/accounts/",
  access: "statements.write",
  summary: "Name a place where the group's money lies",
  status: 201,
  body: z.object({
    name: text("Name", 60),
    kind: oneOf("Kind", statementAccountKinds),
    number: maybe(text("Number", 60)),
  }),
  reply: z.object({ detail: z.string(), account: statementAccount }),
});

/** The parts of the form beside the field `file`. */
export const statementForm = z.object({
  account_id: maybe(idOf("Account")),
  password: maybe(text("Password", 200)),
  /** JSON. */
  mapping: maybe(jsonPart(columnMapping)),
});

export const previewStatement = defineEndpoint({
  method: "POST",
  path: "/api/statements/preview/",
  access: "statements.write",
  summary:
    "Read a statement and tell what its import would do: multipart, field file of at most 10 MB, account_id, password, mapping as JSON; writes nothing",
  reply: z.object({
    format: z.enum(statementFormats),
    /** The one that was sent, else the one whose number the file tells; null where neither is known. */
    account_id: z.nullable(id),
    mapping: z.nullable(columnMapping),
    columns: z.array(z.string()),
    period: days,
    opening: z.nullable(kes),
    closing: z.nullable(kes),
    counts,
    breaks,
    is_provable: z.boolean(),
    problems: z.array(statementProblem),
    /** The first 100. */
    lines: z.array(previewLine),
  }),
});

export const importStatement = defineEndpoint({
  method: "POST",
  path: STATEMENTS,
  access: "statements.write",
  summary:
    "Import a statement: the parts of its preview, account_id needed. 200 when it adds no line; errors in lines: 400 with problems",
  status: 201,
  reply: z.object({ detail: z.string(), counts, statement }),
});

export const getStatements = defineEndpoint({
  method: "GET",
  path: STATEMENTS,
  access: "statements.read",
  summary: "All statements, the newest period first; also of one account",
  query: z.object({ ...pageQuery, account_id: z.optional(idOf("Account")) }),
  reply: z.object({ statements: z.array(statement), count: z.optional(z.number()) }),
});

export const getStatement = defineEndpoint({
  method: "GET",
  path: "/api/statements/:id/",
  access: "statements.read",
  summary: "One statement",
  reply: z.object({ statement }),
});

export const getStatementFile = defineEndpoint({
  method: "GET",
  path: "/api/statements/:id/file/",
  access: "statements.read",
  summary: "The file as it came",
  reply: z.string(),
});

export const withdrawStatement = defineEndpoint({
  method: "POST",
  path: "/api/statements/:id/withdraw/",
  access: "statements.write",
  summary:
    "Withdraw a statement, with the reason; 400 with blocking while something in the books rests on its lines",
  body: z.object({ reason: reason() }),
  reply: z.object({ detail: z.string(), statement }),
});

export const acceptStatement = defineEndpoint({
  method: "POST",
  path: "/api/statements/:id/accept/",
  access: "statements.write",
  summary: "Accept a statement that does not add up, for one's office, with the reason",
  body: z.object({ reason: reason() }),
  reply: z.object({ detail: z.string(), statement }),
});

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
