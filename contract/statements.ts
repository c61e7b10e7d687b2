// Statements of banks and M-PESA: the accounts that hold the group's money, and their statement files (STAT-1).
import * as z from "zod/mini";
import { statementAccountKinds } from "./choices.ts";
import * as at from "./addresses/statements.ts";
import { approvingOffice } from "./approvals.ts";
import { date } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  id,
  kes,
  moment,
  pageQuery,
  plainDate,
  idOf,
  jsonPart,
  maybe,
  oneOf,
  reason,
  text,
} from "./fields.ts";
import { periodSources } from "#domain/statements/period.ts";
import { doubtKinds } from "#domain/statements/readings.ts";
import { person } from "./people.ts";
import { previewLine } from "./statement-lines.ts";

export const statementFormats = [
  "mpesa_organisation_old",
  "mpesa_organisation_new",
  "mpesa_customer",
  "bank",
] as const;

/** The heading, as printed, of each column in a bank's file; null if the file has no such column. */
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

/** What a person said of files of the account that can be read in two ways (STAT-68). */
const readings = z.object({
  dates: z.optional(z.enum(doubtKinds.dates)),
  thousands: z.optional(z.enum(doubtKinds.thousands)),
  minus: z.optional(z.enum(doubtKinds.minus)),
});

/** What the file leaves open, with the first three rows in doubt and what each reading makes of them. */
const question = z.object({
  kind: z.enum(["dates", "thousands", "minus"]),
  column: z.string(),
  examples: z.array(
    z.object({
      line: z.number(),
      /** The row as written. */
      row: z.string(),
      written: z.string(),
      readings: z.array(
        z.object({ choice: z.string(), day: z.nullable(plainDate), amount: z.nullable(kes) }),
      ),
    }),
  ),
});
export type StatementQuestion = z.output<typeof question>;

/** Both days included. */
const days = z.object({ from: plainDate, to: plainDate });

export const statementAccount = z.object({
  id,
  name: z.string(),
  kind: z.enum(statementAccountKinds),
  number: z.nullable(z.string()),
  /** The last day up to which statements prove every day; null before the first statement. */
  covered_to: z.nullable(plainDate),
  /** Who said so, if the last of these days rest only on the word of an uploader (STAT-53). */
  covered_by_word_of: z.nullable(person),
  /** Days that no statement proves, before days that one does (STAT-5). */
  gaps: z.array(days),
  /** KES; the closing balance of the newest statement that counts as proof; null if it has none. */
  balance: z.nullable(kes),
  mapping: z.nullable(columnMapping),
  readings,
});
export type StatementAccount = z.output<typeof statementAccount>;

const breaks = z.array(
  z.object({
    /** The row of the file, from 1; for a PDF, the number of the transaction. */
    line: z.number(),
    expected: kes,
    printed: kes,
  }),
);

/** A value that cannot be read, with its row and column in the file (STAT-2). */
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
  /** Where the period comes from (STAT-53); null for a statement imported before this was stored. */
  period_source: z.nullable(z.enum(periodSources)),
  /** The last day of the period, if the uploader said it; else null. */
  complete_to: z.nullable(plainDate),
  opening: z.nullable(kes),
  closing: z.nullable(kes),
  /** Whether the file prints them; null for a statement imported before this was stored. */
  opening_printed: z.nullable(z.boolean()),
  closing_printed: z.nullable(z.boolean()),
  counts,
  breaks,
  /**
   * Whether the file prints balances or totals. Without either it stays `broken` until both offices accept it (STAT-4).
   */
  is_provable: z.boolean(),
  /** The unproven days between the statement before and this one. */
  gaps: z.array(days),
  state: z.enum(["whole", "broken", "accepted", "withdrawn"]),
  accepted: z.array(
    z.object({ office: approvingOffice, by: person, at: moment, reason: z.string() }),
  ),
  /** PAY-12: the caller uploaded it, or whoever uploaded it has accepted it for an office. */
  own_item: z.boolean(),
  uploaded_by: person,
  uploaded_at: moment,
  withdrawn: z.nullable(z.object({ by: person, at: moment, reason: z.string() })),
});
export type Statement = z.output<typeof statement>;

export const getStatementAccounts = defineEndpoint(at.getStatementAccounts, {
  access: "statements.read",
  summary: "The accounts that hold the group's money, and up to which day statements prove them",
  reply: z.object({ accounts: z.array(statementAccount) }),
});

export const addStatementAccount = defineEndpoint(at.addStatementAccount, {
  access: "statements.write",
  summary: "Add an account that holds the group's money",
  status: 201,
  body: z.object({
    name: text("Name", 60),
    kind: oneOf("Kind", statementAccountKinds),
    number: maybe(text("Number", 60)),
  }),
  reply: z.object({ detail: z.string(), account: statementAccount }),
});

export const changeStatementReadings = defineEndpoint(at.changeStatementReadings, {
  access: "statements.write",
  summary:
    "Change how files of an account are read that can be read in two ways; what is left out is asked again",
  body: z.object({
    dates: maybe(oneOf("Dates", doubtKinds.dates)),
    thousands: maybe(oneOf("Full stops", doubtKinds.thousands)),
    minus: maybe(oneOf("Minus", doubtKinds.minus)),
  }),
  reply: z.object({ detail: z.string(), account: statementAccount }),
});

/** The parts of the form other than `file`. */
export const statementForm = z.object({
  account_id: maybe(idOf("Account")),
  password: maybe(text("Password", 200)),
  mapping: maybe(jsonPart(columnMapping)),
  readings: maybe(jsonPart(readings)),
  /** For a file that does not print its period: the day from its last line to today up to which it is complete. */
  complete_to: maybe(date("Complete up to")),
});

export const previewStatement = defineEndpoint(at.previewStatement, {
  access: "statements.write",
  summary:
    "Read a statement and report what its import would do: multipart, field file of at most 10 MB, account_id, password, mapping and readings as JSON, complete_to; writes nothing",
  reply: z.object({
    format: z.enum(statementFormats),
    /** The account sent, or else the one whose number is in the file; null if neither is known. */
    account_id: z.nullable(id),
    mapping: z.nullable(columnMapping),
    columns: z.array(z.string()),
    period: days,
    period_source: z.enum(periodSources),
    /** The day of the last line, from which `complete_to` may be said; null if there is no line. */
    last_line: z.nullable(plainDate),
    opening: z.nullable(kes),
    closing: z.nullable(kes),
    opening_printed: z.boolean(),
    closing_printed: z.boolean(),
    /** A sentence for each of the two that the file does not print. */
    unprinted: z.array(z.string()),
    counts,
    breaks,
    is_provable: z.boolean(),
    problems: z.array(statementProblem),
    /** Asked once for an account: the answer goes with the import as `readings` (STAT-68). */
    questions: z.array(question),
    /** The sheets with anything in them that were not read, and why. */
    not_read: z.array(z.object({ sheet: z.string(), detail: z.string() })),
    /** The first 100 lines. */
    lines: z.array(previewLine),
  }),
});

export const importStatement = defineEndpoint(at.importStatement, {
  access: "statements.write",
  summary:
    "Import a statement: the parts of its preview, account_id required. 200 if it adds no line; errors in lines: 400 with problems",
  status: 201,
  reply: z.object({ detail: z.string(), counts, statement }),
});

export const getStatements = defineEndpoint(at.getStatements, {
  access: "statements.read",
  summary: "All statements, or those of one account, the newest period first",
  query: z.object({ ...pageQuery, account_id: z.optional(idOf("Account")) }),
  reply: z.object({ statements: z.array(statement), count: z.optional(z.number()) }),
});

export const getStatement = defineEndpoint(at.getStatement, {
  access: "statements.read",
  summary: "One statement",
  reply: z.object({ statement }),
});

export const getStatementFile = defineEndpoint(at.getStatementFile, {
  access: "statements.read",
  summary: "The file as it was uploaded",
  reply: z.string(),
});

export const withdrawStatement = defineEndpoint(at.withdrawStatement, {
  access: "statements.write",
  summary:
    "Withdraw a statement, with the reason; 400 with blocking while something in the books depends on its lines",
  body: z.object({ reason: reason() }),
  reply: z.object({ detail: z.string(), statement }),
});

export const acceptStatement = defineEndpoint(at.acceptStatement, {
  access: "statements.write",
  summary: "Accept a statement that does not add up, for one's office, with the reason",
  body: z.object({ reason: reason() }),
  reply: z.object({ detail: z.string(), statement }),
});
