// The rows above a statement's heading: labels with their values, in rows of any length.
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import {
  dayOf,
  headingKey,
  withoutDecimals,
  type Cell,
  readWrittenAmount,
  datesWithin,
} from "../spreadsheets/table.ts";
import type { StatementProblem } from "./statement-file.ts";
import type { Readings } from "./readings.ts";
import { isOpenFigure, rewriteAmount } from "./two-readings.ts";

export type Preamble = {
  isEmpty: boolean;
  /** By heading key: the value beside the label. */
  labels: Map<string, { value: string; line: number; label: string }>;
  accountNumber: string | null;
  period: { from: PlainDate; to: PlainDate } | null;
  opening: Cents | null;
  closing: Cents | null;
  /** The file's own totals of its lines, each above 0. */
  totals: { in: Cents; out: Cents } | null;
  problems: StatementProblem[];
};

const ACCOUNT = ["shortcode", "accountnumber", "accountno", "mobilenumber", "account"];
const OPENING = ["openingbalance", "balancebroughtforward", "balanceb/f"];
const CLOSING = ["closingbalance", "balancecarriedforward", "balancec/f"];
const PERIOD = ["timeperiod", "statementperiod", "period", "daterange", "transactionperiod"];
const FROM = ["from", "fromdate", "startdate", "periodfrom"];
const CURRENCY = ["currency", "accountcurrency", "currencycode", "ccy"];
const TO = ["to", "todate", "enddate", "periodto"];
/** Labels that banks print without a colon. */
const BARE = new Set([...ACCOUNT, ...OPENING, ...CLOSING, ...PERIOD, ...CURRENCY, ...FROM, ...TO]);

/** Amounts are read by `thousands`; without it, `1.500` is a problem. */
export function readPreamble(
  rows: readonly (readonly Cell[])[],
  thousands: Readings["thousands"],
): Preamble {
  const labels: Preamble["labels"] = new Map();
  for (const [index, row] of rows.entries())
    for (const each of labelsOf(row)) {
      const key = headingKey(each.label);
      if (!labels.has(key)) labels.set(key, { ...each, line: index + 1 });
    }
  const problems: StatementProblem[] = [];
  const balanceOf = (keys: readonly string[]): Cents | null => {
    const found = firstOf(labels, keys);
    if (found !== undefined && thousands === undefined && isOpenFigure(found.value)) {
      const fault = {
        code: "amount-two-readings",
        facts: { written: found.value.slice(0, 60) },
      } as const;
      problems.push({ line: found.line, column: found.label, fault });
      return null;
    }
    const amount =
      found === undefined
        ? "missing"
        : readWrittenAmount(rewriteAmount({ text: found.value, kind: "text" }, thousands));
    if (typeof amount === "bigint") return amount;
    if (amount !== "missing" && found !== undefined)
      problems.push({
        line: found.line,
        column: found.label,
        fault: { code: "amount-unreadable", facts: { written: found.value.slice(0, 60) } },
      });
    return null;
  };
  const currency = firstOf(labels, CURRENCY);
  if (currency !== undefined && namesForeignCurrency(currency.value))
    problems.push({
      line: currency.line,
      column: currency.label,
      fault: { code: "currency-foreign", facts: { written: currency.value.slice(0, 60) } },
    });
  return {
    isEmpty: labels.size === 0,
    labels,
    accountNumber: accountOf(labels),
    period: periodOf(labels),
    opening: balanceOf(OPENING),
    closing: balanceOf(CLOSING),
    totals: null,
    problems,
  };
}

/** `Label:` with its value in the cells up to the next label, or `Label: value` in one cell. */
function labelsOf(row: readonly Cell[]): { label: string; value: string }[] {
  const found: { label: string; value: string }[] = [];
  for (const { text } of row) {
    const [, label, value] = /^\s*([^:\d]{1,40}?)\s*:\s*(.*)$/s.exec(text) ?? [];
    const bare = BARE.has(headingKey(text)) ? text.trim() : undefined;
    const last = found.at(-1);
    if (label !== undefined) found.push({ label, value: (value ?? "").trim() });
    else if (bare !== undefined && last?.value !== "") found.push({ label: bare, value: "" });
    else if (last !== undefined && text.trim() !== "")
      last.value = `${last.value} ${text.trim()}`.trim();
  }
  return found;
}

function firstOf(labels: Preamble["labels"], keys: readonly string[]) {
  return keys
    .map((key) => labels.get(key))
    .find((found) => found !== undefined && found.value !== "");
}

/** The first long enough run of digits, including the spaces and hyphens that banks print in it. */
function accountOf(labels: Preamble["labels"]): string | null {
  for (const key of ACCOUNT) {
    const [number] =
      /(?<!\d)\d(?:[ -]?\d){3,29}(?![\d*])/.exec(withoutDecimals(labels.get(key)?.value ?? "")) ??
      [];
    if (number !== undefined) return number;
  }
  return null;
}

function periodOf(labels: Preamble["labels"]): Preamble["period"] {
  const printed = firstOf(labels, PERIOD)?.value;
  const written =
    printed ?? `${firstOf(labels, FROM)?.value ?? ""} to ${firstOf(labels, TO)?.value ?? ""}`;
  const [from, to, ...more] = datesWithin(written).map(dayOf);
  if (from === undefined || to === undefined || more.length > 0 || from > to) return null;
  return { from, to };
}

// A statement in another currency than the books' (STAT-51) is never read as shillings.

const FOREIGN =
  /\b(?:USD|EUR|GBP|UGX|TZS|TSH|RWF|BIF|ETB|SOS|SSP|ZAR|NGN|INR|CNY|JPY|AED|CHF|CAD|AUD)\b|\bdollars?\b|\beuros?\b|\bpounds?\b|[$\u20ac\u00a3]/i;
const SHILLINGS = /\bk(?:es|shs?)\b|\bkenyan?\b/i;

/** Whether a heading, a label's value or a cell names another currency without naming shillings. */
export function namesForeignCurrency(text: string): boolean {
  return FOREIGN.test(text) && !SHILLINGS.test(text);
}
