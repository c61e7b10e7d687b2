// The rows of a group's own sheet: members, totals that add up, and what is neither (OPEN-18).
import { folded, foldedName } from "../folding.ts";
import { MAX_AMOUNT_CENTS, type Cents } from "../money.ts";
import { headingKey, readWrittenAmount, textAt, type Cell } from "../spreadsheets/table.ts";
import type { Note, ProblemAt } from "./find-sheets.ts";

/** Where each part is; -1 for none. */
export type OwnColumns = {
  /** The sheet's name. */
  sheet: string;
  table: number;
  /** The index of the row of headings. */
  heading: number;
  headings: readonly string[];
  /** The columns that name a member: the whole name, or its two parts. */
  names: readonly number[];
  regNumber: number;
  /** The columns with amounts. */
  figures: readonly number[];
  /** All columns that are read. */
  all: readonly number[];
};

export type OwnRow = {
  /** The index of the row. */
  index: number;
  cells: readonly Cell[];
  name: string;
  /** By the index of the column; without empty ones and those that cannot be read. */
  figures: ReadonlyMap<number, Cents>;
};

const TOTAL =
  /^(?:(?:grand|sub|page|group|overall)[ -]?)?totals?\b|^jumla(?: ?(?:kuu|ndogo|ya .*|zote))?$|\b(?:sub[ -]?)?totals?$/;

/** A name as rows of one sheet are compared: folded, its words in any order. */
export function nameKey(name: string): string {
  return foldedName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(" ");
}

export const positionOf =
  ({ sheet, table, headings }: OwnColumns) =>
  (row: number, column: number | null): ProblemAt => ({
    sheet,
    table,
    row: row + 1,
    column: column === null ? "" : (headings[column] ?? ""),
  });

/**
 * The members' rows. Leaves out, each with a warning: a row that adds up the members' rows, a row with a single text, and the heading once
 * more. A row that is called a total but adds nothing up is an error, and so is one without a name. Rows of `doubtful` are errors already.
 */
export function memberRows(
  rows: readonly (readonly Cell[])[],
  columns: OwnColumns,
  { doubtful, note }: { doubtful: ReadonlySet<number>; note: Note },
): OwnRow[] {
  const at = positionOf(columns);
  const members: OwnRow[] = [];
  const totals: OwnRow[] = [];
  let isCertain = doubtful.size === 0;
  for (const [index, cells] of rows.entries()) {
    if (index <= columns.heading) continue;
    const written = columns.all.filter((column) => textAt(cells, column) !== "");
    if (written.length === 0) continue;
    const name = columns.names
      .map((column) => textAt(cells, column))
      .join(" ")
      .trim();
    const label = name === "" ? textAt(cells, columns.regNumber) : name;
    const hasFigures = columns.figures.some((column) => textAt(cells, column) !== "");
    const isHeading = written.every(
      (column) => headingKey(textAt(cells, column)) === headingKey(columns.headings[column] ?? ""),
    );
    if (isHeading || (!hasFigures && written.length === 1)) {
      const text = textAt(cells, written[0]).slice(0, 60);
      note("warning", at(index, null), "own-row-left-out", { written: text });
      continue;
    }
    const isTotal = TOTAL.test(folded(label)) || (name === "" && !hasRegNumber(cells, columns));
    const figures = new Map<number, Cents>();
    if (!doubtful.has(index))
      for (const column of columns.figures) {
        const cents = readFigure(cells[column], (code) => {
          isCertain = false;
          note("error", at(index, column), code, { written: textAt(cells, column).slice(0, 60) });
        });
        if (cents !== null) figures.set(column, cents);
      }
    (isTotal ? totals : members).push({ index, cells, name, figures });
  }
  if (isCertain) {
    for (const total of totals) tellTotal(total, members, totals, columns, note);
    tellLikelyTotals(members, columns, note);
  }
  return members;
}

/** A number, such as the one of the row, does not make a row without a name a member. */
function hasRegNumber(cells: readonly Cell[], { regNumber }: OwnColumns): boolean {
  return regNumber >= 0 && textAt(cells, regNumber) !== "";
}

function readFigure(
  cell: Cell | undefined,
  tell: (code: "amount-unreadable" | "amount-too-large" | "amount-below-zero") => void,
): Cents | null {
  const cents = readWrittenAmount(cell?.text ?? "");
  if (cents === "missing") return null;
  if (cents === "unreadable") return (tell("amount-unreadable"), null);
  if (cents === "too-large" || cents > MAX_AMOUNT_CENTS) return (tell("amount-too-large"), null);
  if (cents < 0n) return (tell("amount-below-zero"), null);
  return cents;
}

// Totals.

/** The members' rows that a total may add up: since the one before, all above it, up to the next one, or all. */
function addedBy(total: OwnRow, members: readonly OwnRow[], totals: readonly OwnRow[]) {
  const before = totals.findLast(({ index }) => index < total.index)?.index ?? -1;
  const after = totals.find(({ index }) => index > total.index)?.index ?? Number.MAX_SAFE_INTEGER;
  return [
    members.filter(({ index }) => index > before && index < total.index),
    members.filter(({ index }) => index < total.index),
    members.filter(({ index }) => index > total.index && index < after),
    members,
  ];
}

const sumOf = (rows: readonly OwnRow[], column: number) =>
  rows.reduce((sum, { figures }) => sum + (figures.get(column) ?? 0n), 0n);

/** Whether each figure of the row is the sum of its column in `rows`, and one is not 0. */
function addsUp(total: OwnRow, rows: readonly OwnRow[]): boolean {
  const figures = [...total.figures];
  return (
    figures.some(([, cents]) => cents !== 0n) &&
    figures.every(([column, cents]) => sumOf(rows, column) === cents)
  );
}

function tellTotal(
  total: OwnRow,
  members: readonly OwnRow[],
  totals: readonly OwnRow[],
  columns: OwnColumns,
  note: Note,
): void {
  const at = positionOf(columns);
  const sums = addedBy(total, members, totals);
  const written = rowName(total, columns);
  if (sums.some((rows) => addsUp(total, rows))) {
    note("warning", at(total.index, null), "own-total-left-out", { written });
    return;
  }
  const above = sums[0] ?? [];
  const wrong = [...total.figures].find(([column, cents]) => sumOf(above, column) !== cents);
  if (wrong === undefined) note("warning", at(total.index, null), "own-row-left-out", { written });
  else
    note(
      "error",
      at(total.index, wrong[0]),
      total.name === "" ? "own-row-nameless" : "own-total-wrong",
      {
        sum: sumOf(above, wrong[0]),
        found: wrong[1],
      },
    );
}

function rowName({ cells }: OwnRow, { all }: OwnColumns): string {
  const first = all.map((column) => textAt(cells, column)).find((text) => text !== "");
  return (first ?? "").slice(0, 60);
}

/** Without RegNos, a row that adds up those above it in several columns may be a total whatever it is called. */
function tellLikelyTotals(members: readonly OwnRow[], columns: OwnColumns, note: Note): void {
  if (columns.regNumber >= 0) return;
  const at = positionOf(columns);
  const above = new Map<number, Cents>();
  for (const [count, row] of members.entries()) {
    const figures = [...row.figures].filter(([, cents]) => cents !== 0n);
    const isSum = figures.every(([column, cents]) => above.get(column) === cents);
    if (count > 1 && figures.length > 1 && isSum)
      note("error", at(row.index, null), "own-may-be-total", { written: row.name.slice(0, 60) });
    for (const [column, cents] of figures) above.set(column, (above.get(column) ?? 0n) + cents);
  }
}
