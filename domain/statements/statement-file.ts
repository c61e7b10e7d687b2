// A statement as read from its file: its lines, its own figures, and its faults. No database and no language.
import type { PlainDate } from "../calendar.ts";
import { type Cents, MAX_AMOUNT_CENTS } from "../money.ts";
import type { RowDoubt, ShortRow } from "../spreadsheets/doubts.ts";
import type { FilePeriod } from "./period.ts";
import type { Question } from "./readings.ts";
import {
  dayOf,
  textAt,
  type Cell,
  readWrittenAmount,
  readWrittenMoment,
} from "../spreadsheets/table.ts";

/**
 * `charge` shares the receipt of its payment; `internal` lines moved within the account and cancel out; `transfer`
 * goes to another account of the group, which only the import can know; `failed` lines never counted.
 */
export type LineKind = "payment_in" | "payment_out" | "charge" | "internal" | "transfer" | "failed";

export interface FileLine {
  /** Its row in the file from 1, including empty rows; in a PDF the nth transaction. */
  line: number;
  /** In Nairobi: `yyyy-MM-ddTHH:mm:ss`, or `yyyy-MM-dd` if no time is printed. */
  at: string;
  /** The receipt, or the bank's reference, in upper case. */
  reference: string | null;
  /** A ten-character M-PESA code in a bank's narration; for a reversal the receipt that it takes back. */
  code: string | null;
  details: string;
  party: string | null;
  accountTyped: string | null;
  /** `+254712345678`; masked digits identify nobody and are null. */
  phone: string | null;
  kind: LineKind;
  status: string;
  /** In cents; money out is negative. */
  amountCents: Cents;
  balanceCents: Cents | null;
}

/** A line's fault, as code and facts; the sentences are in `files.ts` of each language in messages. */
export interface LineFault {
  code:
    | "date-unreadable"
    /** After the day on which the file came: no statement has lines of it. */
    | "date-to-come"
    | "amount-unreadable"
    | "amount-too-large"
    // What can be read in two ways (two-readings.ts).
    | "date-two-readings"
    | "amount-two-readings"
    | "minus-two-readings"
    | "amount-missing"
    | "both-sides"
    | "paid-in-below-zero"
    | "side-unreadable"
    /** Unknown headings of a bank: a person says what each column holds. */
    | "columns-unknown"
    | "currency-foreign"
    // What a text file leaves in doubt (domain/spreadsheets/doubts.ts).
    | RowDoubt["code"]
    | ShortRow["code"];
  /** The cell's content, shortened. */
  facts: { written: string };
}

export interface StatementProblem {
  line: number;
  /** The heading of the cell as printed. */
  column: string;
  fault: LineFault;
}

/** A balance that does not follow from the one before it in time; `line` is the later of the two. */
export interface StatementBreak {
  line: number;
  expectedCents: Cents;
  printedCents: Cents;
}

/**
 * What each heading of a bank's file holds, in the API's names. Amounts are one of: `amount` (signed), `amount` with
 * `direction` (D or C), or `debit` and `credit`.
 */
export interface ColumnMapping {
  date: string;
  value_date: string | null;
  details: string;
  reference: string | null;
  amount: string | null;
  direction: string | null;
  debit: string | null;
  credit: string | null;
  balance: string | null;
}

export type StatementFormat =
  | "mpesa_organisation_old"
  | "mpesa_organisation_new"
  | "mpesa_customer"
  | "bank";

export type SheetNotRead = {
  sheet: string;
  /** `statement` could be read as a file of its own. */
  why: "hidden" | "statement" | "no-statement";
};

export interface StatementFile extends FilePeriod {
  format: StatementFormat;
  /** The short code, phone or account number in the file. */
  accountNumber: string | null;
  /** The sheets with anything in them that were not read. */
  notRead: SheetNotRead[];
  /** The numbers in a column of accounts, which a file of several accounts has. */
  accountsInLines: string[];
  /** Whether its balances follow only among the lines of each of these. */
  addsUpByAccount: boolean;
  /** For a bank's file: the mapping it was read by, sent or proposed. */
  mapping: ColumnMapping | null;
  columns: string[];
  /** As printed, else as it follows from the balances; null if the file has no balance at all. */
  opening: Cents | null;
  closing: Cents | null;
  /** Whether the file itself says them: a chain of balances does not show what is missing before and after it. */
  isOpeningPrinted: boolean;
  isClosingPrinted: boolean;
  lines: FileLine[];
  breaks: StatementBreak[];
  /** Whether the file prints balances, or totals that match its lines: without either nothing proves it whole. */
  isProvable: boolean;
  problems: StatementProblem[];
  /** What a person is asked once for the account (STAT-51). */
  questions: Question[];
}

// Reads the cells of one line; an unreadable one becomes a problem with its line and cell.

export type LineReader = {
  row: readonly Cell[];
  line: number;
  headings: readonly string[];
  /** The headings in their compared form, or the parts that a mapping assigns. */
  keys: readonly string[];
  problems: StatementProblem[];
  /** In Nairobi, the day on which the file came. */
  today: PlainDate;
};

/** The moment in a column; null if it is a problem: unreadable, or after today. */
export function readMoment(reader: LineReader, key: string): string | null {
  const { written, column } = cellOf(reader, key);
  const at = readWrittenMoment(written);
  if (at !== null && dayOf(at) <= reader.today) return at;
  const code = at === null ? "date-unreadable" : "date-to-come";
  reader.problems.push({
    line: reader.line,
    column,
    fault: { code, facts: { written: shortened(written) } },
  });
  return null;
}

/** The amount in a column; `faulty` if it is a problem. */
export function readAmount(reader: LineReader, key: string): Cents | "missing" | "faulty" {
  const { written, column } = cellOf(reader, key);
  const amount = readWrittenAmount(written);
  const isTooLarge =
    amount === "too-large" ||
    (typeof amount === "bigint" && key !== "balance" && !isMovable(amount));
  if (!isTooLarge && amount !== "unreadable") return amount;
  const code = isTooLarge ? "amount-too-large" : "amount-unreadable";
  reader.problems.push({
    line: reader.line,
    column,
    fault: { code, facts: { written: shortened(written) } },
  });
  return "faulty";
}

/** API-4 also limits the banks' amounts. */
function isMovable(amount: Cents): boolean {
  return amount <= MAX_AMOUNT_CENTS && amount >= -MAX_AMOUNT_CENTS;
}

function cellOf({ row, headings, keys }: LineReader, key: string) {
  const index = keys.indexOf(key);
  return {
    written: textAt(row, index < 0 ? undefined : index),
    column: headings[index] ?? key,
  };
}

function shortened(written: string): string {
  return written.length > 60 ? `${written.slice(0, 59)}…` : written;
}
