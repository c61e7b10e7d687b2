// The columns of a bank's file: proposed by heading, confirmed by a person.
import {
  headingKey,
  textAt,
  type Cell,
  type Table,
  readWrittenAmount,
  readWrittenMoment,
} from "../spreadsheets/table.ts";
import type { ColumnMapping } from "./statement-file.ts";

export type ColumnPart = keyof ColumnMapping;

/** The heading is within these first rows of the file. */
const HEADING_WITHIN = 50;

/** Rows below the heading that decide between two readings of a column. */
const ROWS_LOOKED_AT = 50;

/** The banks' names for each part, the most telling first, in their compared form. */
const NAMES: Record<ColumnPart, readonly string[]> = {
  date: words(
    "transactiondate trandate txndate transdate date postingdate postdate bookingdate entrydate transactiondateandtime date&time datetime tarehe",
  ),
  value_date: words("valuedate valdate effectivedate value"),
  details: words(
    "narration narrative details particulars description transactiondetails transactiondescription transactionparticulars transactionnarration remarks maelezo",
  ),
  reference: words(
    "reference referenceno referencenumber refno ref transactionreference transactionref transactionid txnid txnref bankreference customerreference receiptno chequeno chqno cheque ref/chequeno chequeno/ref docno documentno instrumentno",
  ),
  amount: words("amount transactionamount amt txnamount value kiasi"),
  direction: words(
    "dr/cr cr/dr d/c c/d drcr crdr debit/credit credit/debit type transactiontype sign indicator",
  ),
  debit: words(
    "debit debits debitamount withdrawal withdrawals withdrawn withdrawalamount moneyout paidout dr dramount out payments",
  ),
  credit: words(
    "credit credits creditamount deposit deposits depositamount moneyin paidin cr cramount in receipts",
  ),
  balance: words(
    "balance runningbalance bookbalance ledgerbalance actualbalance accountbalance closingbalance availablebalance balanceamount bal salio",
  ),
};

function words(list: string): string[] {
  return list.split(" ");
}

export type BankHeading = {
  /** The index of its row. */
  row: number;
  columns: string[];
  mapping: ColumnMapping;
};

/** The heading of a bank's file with the proposed columns; null if no row has a date, details and an amount. */
export function proposeMapping(table: Table): BankHeading | null {
  for (const [row, cells] of table.rows.slice(0, HEADING_WITHIN).entries()) {
    const columns = namesOf(cells.map(({ text }) => text));
    const below = table.rows.slice(row + 1, row + 1 + ROWS_LOOKED_AT);
    const second = secondHeading(cells, below[0]);
    const joined = second === null ? null : mappingOf(second, below.slice(1));
    const mapping = mappingOf(columns, below);
    const isAlone =
      mapping === null && mappingOf(namesOf(textsOf(below[0])), below.slice(1)) !== null;
    if (second !== null && joined !== null && !isAlone)
      return { row: row + 1, columns: second, mapping: joined };
    if (mapping !== null) return { row, columns, mapping };
  }
  return null;
}

/**
 * The names of the columns of a heading in two rows, such as `Amount` above `Debit` and `Credit`; null if the row below
 * is a line, or no heading.
 */
function secondHeading(cells: readonly Cell[], below: readonly Cell[] | undefined) {
  const [tops, subs] = [textsOf(cells), textsOf(below)];
  const isHeading =
    wordsIn(cells) > 2 &&
    subs.filter((text) => text !== "").length > 1 &&
    subs.every((text) => !/\d/.test(text)) &&
    subs.some(isKnownName);
  if (!isHeading) return null;
  const width = Math.max(tops.length, subs.length);
  return namesOf(
    Array.from({ length: width }, (_, index) => {
      const [top = "", sub = ""] = [tops[index], subs[index]];
      if (isKnownName(sub)) return sub;
      return isKnownName(top) ? top : `${top} ${sub}`.trim();
    }),
  );
}

function isKnownName(text: string): boolean {
  return text !== "" && Object.values(NAMES).some((names) => names.includes(keyOf(text)));
}

function textsOf(cells: readonly Cell[] | undefined): string[] {
  return (cells ?? []).map(({ text }) => text.trim());
}

/** The first row with every heading of a mapping; null if there is none. */
export function findMapped(table: Table, mapping: ColumnMapping): BankHeading | null {
  const wanted = Object.values(mapping)
    .filter((name) => name !== null)
    .map(headingKey);
  for (const [row, cells] of table.rows.slice(0, HEADING_WITHIN).entries()) {
    const second = secondHeading(cells, table.rows[row + 1]);
    const has = (columns: readonly string[]) => {
      const keys = new Set(columns.map(headingKey));
      return wanted.every((key) => keys.has(key));
    };
    // A second row of words is no line, whichever of its names a person chose.
    if (second !== null && has(second)) return { row: row + 1, columns: second, mapping };
    const columns = namesOf(cells.map(({ text }) => text));
    if (has(columns)) return { row: second === null ? row : row + 1, columns, mapping };
  }
  return null;
}

/**
 * The heading of a table whose headings are unknown: the last row of words before the first row with a date and an
 * amount. A person then says what each column holds.
 */
export function findUnknownHeading(table: Table): Omit<BankHeading, "mapping"> | null {
  const first = table.rows.slice(0, HEADING_WITHIN + 1).findIndex(tellsMovement);
  const row = table.rows.slice(0, Math.max(first, 0)).findLastIndex((cells) => wordsIn(cells) > 2);
  const cells = table.rows[row];
  return cells === undefined ? null : { row, columns: namesOf(cells.map(({ text }) => text)) };
}

function tellsMovement(cells: readonly Cell[]): boolean {
  const texts = cells.map(({ text }) => text.trim());
  return (
    texts.some((text) => readWrittenMoment(text) !== null) &&
    texts.some((text) => typeof readWrittenAmount(text) === "bigint")
  );
}

function wordsIn(cells: readonly Cell[]): number {
  return cells.filter(({ text }) => /\p{L}/u.test(text)).length;
}

/** Whether a mapping has everything that a line needs: day, details, and the amount in one way. */
export function isWholeMapping(mapping: ColumnMapping): boolean {
  const { amount, direction, debit, credit } = mapping;
  if (amount !== null) return debit === null && credit === null;
  return debit !== null && credit !== null && direction === null;
}

function mappingOf(
  columns: readonly string[],
  below: readonly (readonly Cell[])[],
): ColumnMapping | null {
  const taken = new Set<string>();
  const find = (
    part: ColumnPart,
    fits: (texts: readonly string[]) => boolean = () => true,
  ): string | null => {
    for (const name of NAMES[part]) {
      const index = columns.findIndex((column) => !taken.has(column) && keyOf(column) === name);
      const found = columns[index];
      if (found === undefined) continue;
      const texts = below.map((row) => textAt(row, index)).filter((text) => text !== "");
      if (!fits(texts)) continue;
      taken.add(found);
      return found;
    }
    return null;
  };
  const date = find("date");
  const value_date = find("value_date", (texts) =>
    texts.some((text) => readWrittenMoment(text) !== null),
  );
  const details = find("details");
  const [debit, credit] = [find("debit"), find("credit")];
  const bySide = debit !== null && credit !== null;
  const amount = bySide ? null : find("amount");
  const direction = bySide
    ? null
    : find("direction", (texts) => texts.length > 0 && texts.every((text) => isSide(text)));
  const [reference, balance] = [find("reference"), find("balance")];
  const sentence = details ?? reference;
  if (date === null || sentence === null || (!bySide && amount === null)) return null;
  const sides = bySide ? { debit, credit } : { debit: null, credit: null };
  return {
    date,
    value_date,
    details: sentence,
    reference: details === null ? null : reference,
    amount,
    direction,
    ...sides,
    balance,
  };
}

const OUT = /^(?:d|dr|debit|out|withdrawal)\.?$/i;
const IN = /^(?:c|cr|credit|in|deposit)\.?$/i;

/** The side that a cell names; null if it names none. */
export function sideOf(text: string): "out" | "in" | null {
  if (OUT.test(text)) return "out";
  return IN.test(text) ? "in" : null;
}

function isSide(text: string): boolean {
  return sideOf(text) !== null;
}

/** `Debit Amount KES` is `Debit Amount`. */
function keyOf(column: string): string {
  return headingKey(column)
    .replace(/\((?:dr|cr)\)$/, "")
    .replace(/k(?:es|shs?)$/, "");
}

/** A name for each column: empty ones by their number, a repeated name with its number. */
export function namesOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading, index) => {
    const name = heading.replace(/\s+/g, " ").trim() || `Column ${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
