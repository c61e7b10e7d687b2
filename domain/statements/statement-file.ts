// A statement as it was read: its lines, what it says of itself, and what is wrong with it. No database and no language.
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";

/**
 * `charge` shares the receipt of its payment; `internal` lines are moved within the account and cancel out; `transfer` leaves for
 * another account of the group, which only the import can know; `failed` lines never counted.
 */
export type LineKind = "payment_in" | "payment_out" | "charge" | "internal" | "transfer" | "failed";

export interface FileLine {
  /** Its row in the file from 1, empty rows counted; in a PDF the nth transaction. */
  line: number;
  /** In Nairobi: `yyyy-MM-ddTHH:mm:ss`, or `yyyy-MM-dd` where no time is printed. */
  at: string;
  /** The receipt, or the bank's reference, in upper case. */
  reference: string | null;
  /** A ten-character M-PESA code within the narration of a bank; of a reversal the receipt of what it takes back. */
  code: string | null;
  details: string;
  party: string | null;
  accountTyped: string | null;
  /** `+254712345678`; masked digits identify nobody and are null. */
  phone: string | null;
  kind: LineKind;
  status: string;
  /** Money out is negative. */
  amountCents: Cents;
  balanceCents: Cents | null;
}

/** What a line lacks, by code and facts; the sentences stand in messages/en and sw, `statements.ts`. */
export interface LineFault {
  code:
    | "date-unreadable"
    | "amount-unreadable"
    | "amount-too-large"
    | "amount-missing"
    | "both-sides"
    | "paid-in-below-zero"
    | "side-unreadable"
    /** A bank's heading that says nothing: a person says which column holds what. */
    | "columns-unknown"
    | "currency-foreign";
  /** What the cell holds, shortened. */
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
 * Which heading of a bank's file holds what, in the names of the wire. Amounts are one of: `amount` alone (signed), `amount` with
 * `direction` (D or C), `debit` and `credit`.
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

export interface StatementFile {
  format: StatementFormat;
  /** The short code, phone or account number that the file itself tells. */
  accountNumber: string | null;
  /** Of a bank's file: the mapping that it was read by, the given one or a proposed one. */
  mapping: ColumnMapping | null;
  columns: string[];
  /** The printed one, else from the first to the last line. */
  period: { from: PlainDate; to: PlainDate };
  /** As printed, else as it follows from the balances; null where the file tells no balance at all. */
  opening: Cents | null;
  closing: Cents | null;
  lines: FileLine[];
  breaks: StatementBreak[];
  /** Whether the file prints balances, or totals that its lines come to: without either nothing proves that it is whole. */
  isProvable: boolean;
  problems: StatementProblem[];
}
