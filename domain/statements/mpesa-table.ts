// M-PESA statements as tables: an organisation's, old and new, and a customer's own.
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import {
  headingKey,
  textAt,
  withoutDecimals,
  readWrittenMoment,
  type Cell,
  type Table,
} from "../spreadsheets/table.ts";
import { readMpesaDetails, reversedReceipt } from "./mpesa-details.ts";
import { readPreamble, type Preamble } from "./preamble.ts";
import { beginsAsTotal, isOnlyTotal, joinContinuedRows } from "./rows-that-are-no-line.ts";
import {
  readAmount,
  readMoment,
  type LineReader,
  type FileLine,
  type LineKind,
  type StatementFormat,
  type StatementProblem,
} from "./statement-file.ts";
import type { Question, Readings } from "./readings.ts";
import { questionsOf, settleTable } from "./two-readings.ts";

const NEEDED = [
  "receiptno",
  "completiontime",
  "details",
  "transactionstatus",
  "paidin",
  "withdrawn",
  "balance",
];
const ONLY_OLD = [
  "initiationtime",
  "balanceconfirmed",
  "reasontype",
  "otherpartyinfo",
  "linkedtransactionid",
  "a/cno",
];
const HEADING_WITHIN = 100;
const SETTLED = /^completed?$/i;

/** The contents of a table, before its balances are checked. */
export type TableRead = {
  format: StatementFormat;
  columns: string[];
  preamble: Preamble;
  lines: FileLine[];
  problems: StatementProblem[];
  questions: Question[];
};

/** The index of the heading row; -1 if the table is no M-PESA statement. */
export function findMpesaHeading(table: Table): number {
  return table.rows.slice(0, HEADING_WITHIN).findIndex((row) => {
    const keys = new Set(row.map(({ text }) => headingKey(text)));
    return NEEDED.every((key) => keys.has(key));
  });
}

/** Reads the lines below the heading. PDF lines count from there, a file's lines are its rows. */
export function readMpesaTable(
  table: Table,
  heading: number,
  {
    today,
    countsFrom = "file",
    readings = {},
  }: { today: PlainDate; countsFrom?: "file" | "heading"; readings?: Readings },
): TableRead {
  const linesBefore = countsFrom === "file" ? -1 : heading;
  const headings = (table.rows[heading] ?? []).map(({ text }) => text.trim());
  const keys = headings.map(headingKey);
  const times = keys.indexOf("completiontime");
  const settled = settleTable(table.rows, {
    below: heading,
    headings,
    dates: times,
    amounts: ["paidin", "withdrawn", "balance"].map((key) => keys.indexOf(key)),
    readings,
  });
  const preamble = readPreamble(table.rows.slice(0, heading), settled.thousands);
  const problems: StatementProblem[] = [...preamble.problems];
  const lines: FileLine[] = [];
  const rows = joinContinuedRows(settled.rows, {
    below: heading,
    texts: [keys.indexOf("details")],
    isLine: (row) => readWrittenMoment(textAt(row, times)) !== null,
  });
  for (const [index, row] of rows.entries()) {
    if (index <= heading || row.every(({ text }) => text.trim() === "")) continue;
    const doubts = settled.doubts.get(index);
    if (doubts !== undefined) {
      problems.push(...doubts.map((each) => ({ ...each, line: index - linesBefore })));
      continue;
    }
    const found: StatementProblem[] = [];
    const reader = { row, line: index - linesBefore, headings, keys, problems: found, today };
    const line = readLine(reader);
    // A wrong cell makes the line an error: nothing of it becomes today or 0.
    if (found.length > 0) problems.push(...found);
    else if (line !== null) lines.push(line);
  }
  const firstDate =
    table.rows
      .slice(heading + 1)
      .map((row) => textAt(row, times))
      .find((text) => text !== "") ?? "";
  const format = formatOf({ headings, keys, preamble, firstDate });
  const questions = questionsOf(problems, (line) => table.rows[line + linesBefore]);
  return { format, columns: headings, preamble, lines: withInternal(lines), problems, questions };
}

function formatOf(params: {
  headings: readonly string[];
  keys: readonly string[];
  preamble: Preamble;
  /** The first date below the heading, as written. */
  firstDate: string;
}): StatementFormat {
  const { headings, keys, preamble, firstDate } = params;
  if (ONLY_OLD.some((key) => keys.includes(key)) || preamble.labels.has("shortcode"))
    return "mpesa_organisation_old";
  if (headings.some((heading) => /\(\s*k/i.test(heading))) return "mpesa_organisation_new";
  if (/^\d{4}-/.test(firstDate) || preamble.labels.has("customername")) return "mpesa_customer";
  if (/^\d{1,2}\//.test(firstDate)) return "mpesa_organisation_new";
  return /^\d{1,2}-/.test(firstDate) ? "mpesa_organisation_old" : "mpesa_customer";
}

function readLine(reader: LineReader): FileLine | null {
  const { row, line } = reader;
  const cell = (key: string) => textAt(row, reader.keys.indexOf(key));
  const [receipt, completed, status] = [
    cell("receiptno"),
    cell("completiontime"),
    cell("transactionstatus"),
  ];
  if (headingKey(receipt) === "receiptno" && headingKey(completed) === "completiontime")
    return null;
  if (completed === "" && isNoLine(row, reader, receipt)) return null;
  const at = readMoment(reader, "completiontime");
  const isSettled = SETTLED.test(status);
  const amountCents = readTwoSides(reader, { isNeeded: isSettled });
  const balance = readAmount(reader, "balance");
  if (at === null || amountCents === null || balance === "faulty") return null;
  // It moves nothing and is nothing.
  if (isSettled && amountCents === 0n) return null;
  const details = cell("details").replace(/\s+/g, " ");
  const { type, party, phone, accountTyped } = readMpesaDetails(details, {
    otherParty: cell("otherpartyinfo"),
    account: cell("a/cno"),
  });
  const reference = withoutDecimals(receipt).toUpperCase();
  return {
    line,
    at,
    reference: reference === "" ? null : reference,
    code: reversedReceipt(`${details} ${cell("reasontype")}`, {
      linked: cell("linkedtransactionid"),
      own: reference,
    }),
    details,
    party,
    accountTyped,
    phone,
    kind: kindOf({ amountCents, isSettled, types: [type, cell("reasontype")] }),
    status,
    amountCents,
    balanceCents: balance === "missing" ? null : balance,
  };
}

/** Without a time: a total, or a note below the lines, with neither receipt nor amount. */
function isNoLine(row: readonly Cell[], reader: LineReader, receipt: string): boolean {
  const label = firstText(row);
  if (isOnlyTotal(label) || /^(?:opening|closing) balance/i.test(label)) return true;
  // The details of a line may begin with the word: `Total Energies`.
  if (beginsAsTotal(label) && (receipt === label || receipt === "")) {
    const isMoved = ["paidin", "withdrawn"].some(
      (key) => textAt(row, reader.keys.indexOf(key)) !== "",
    );
    if (receipt === label || !isMoved) return true;
  }
  const isAlone = row.filter(({ text }) => text.trim() !== "").length === 1;
  if (receipt !== "") return isAlone && !/^[a-z0-9]+(?:\.0)?$/i.test(receipt);
  return ["paidin", "withdrawn"].every((key) => textAt(row, reader.keys.indexOf(key)) === "");
}

function firstText(row: readonly Cell[]): string {
  return row.find(({ text }) => text.trim() !== "")?.text.trim() ?? "";
}

/**
 * The amount paid in, or minus the amount withdrawn, which is printed with and without its sign. Null if it is a
 * problem.
 */
function readTwoSides(reader: LineReader, { isNeeded }: { isNeeded: boolean }): Cents | null {
  const [paidIn, withdrawn] = [readAmount(reader, "paidin"), readAmount(reader, "withdrawn")];
  if (paidIn === "faulty" || withdrawn === "faulty") return null;
  if (paidIn === "missing" && withdrawn === "missing") {
    if (!isNeeded) return 0n;
    reader.problems.push(
      problemAt(reader, "paidin", { code: "amount-missing", facts: { written: "" } }),
    );
    return null;
  }
  const [into, out] = [
    paidIn === "missing" ? 0n : paidIn,
    withdrawn === "missing" ? 0n : withdrawn,
  ];
  if (into < 0n) {
    const written = textAt(reader.row, reader.keys.indexOf("paidin"));
    reader.problems.push(
      problemAt(reader, "paidin", { code: "paid-in-below-zero", facts: { written } }),
    );
    return null;
  }
  if (into !== 0n && out !== 0n) {
    reader.problems.push(
      problemAt(reader, "withdrawn", { code: "both-sides", facts: { written: "" } }),
    );
    return null;
  }
  return out === 0n ? into : out < 0n ? out : -out;
}

function problemAt(
  reader: LineReader,
  key: string,
  fault: StatementProblem["fault"],
): StatementProblem {
  return { line: reader.line, column: reader.headings[reader.keys.indexOf(key)] ?? "", fault };
}

function kindOf(params: { amountCents: Cents; isSettled: boolean; types: string[] }): LineKind {
  if (!params.isSettled) return "failed";
  if (params.amountCents > 0n) return "payment_in";
  return params.types.some((type) => /\bcharges?\b|\bfees?$/i.test(type))
    ? "charge"
    : "payment_out";
}

/**
 * Lines of one receipt that cancel out moved within the account. An overdraft and the payment it covers are separate.
 */
function withInternal(lines: FileLine[]): FileLine[] {
  const byReceipt = new Map<string, FileLine[]>();
  for (const line of lines) {
    if (line.reference === null || (line.kind !== "payment_in" && line.kind !== "payment_out"))
      continue;
    const same = byReceipt.get(line.reference);
    if (same === undefined) byReceipt.set(line.reference, [line]);
    else same.push(line);
  }
  for (const [one, other, ...others] of byReceipt.values()) {
    if (one === undefined || other === undefined || others.length > 0) continue;
    if (one.amountCents + other.amountCents !== 0n) continue;
    if ([one, other].some(({ details }) => /overdraft|overdraw|fuliza/i.test(details))) continue;
    one.kind = "internal";
    other.kind = "internal";
  }
  return lines;
}
