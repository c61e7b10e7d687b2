// What the rows of a text file may have lost: cells that a quotation mark or a comma moved elsewhere (STAT-55).
import { readWrittenAmount, readWrittenMoment, type Cell, type Table } from "./table.ts";

export type RowDoubt = {
  /** The index of its row. */
  row: number;
  /** The index of its cell; null if the whole row is meant. */
  column: number | null;
  code: "quote-stray" | "rows-in-a-cell" | "row-too-long";
  /** What is in doubt, shortened. */
  written: string;
};

export type ShortRow = Omit<RowDoubt, "code"> & { code: "row-too-short" };

/** One doubt for each doubtful row of a text file; none of any other file. `heading` is the index of the heading's row. */
export function doubtsOf({ rows, parted }: Table, heading: number): RowDoubt[] {
  if (parted === undefined) return [];
  const { separator } = parted;
  const stray = new Set(parted.strayQuotes);
  const width = rows[heading]?.length ?? 0;
  return rows.flatMap((row, index): RowDoubt[] => {
    const found = (code: RowDoubt["code"], column: number | null, written: string) => [
      { row: index, column, code, written: shortened(written) },
    ];
    const swallowing = row.findIndex(({ text }) => holdsRows(text, { separator, width }));
    if (swallowing >= 0) return found("rows-in-a-cell", swallowing, row[swallowing]?.text ?? "");
    if (stray.has(index)) {
      const at = row.findIndex(({ text }) => text.includes('"'));
      return found("quote-stray", at < 0 ? null : at, row[Math.max(at, 0)]?.text ?? "");
    }
    if (index <= heading || !isTooLong(row, width)) return [];
    return found("row-too-long", null, textsFrom(row, width).join(`${separator} `));
  });
}

/**
 * The rows of a text file that have a day and an amount and end before the cell at `end`: a line break within a text tears a row in two,
 * each too short, and an amount may stand in the wrong column of either.
 */
export function shortRowsOf(
  { rows, parted }: Table,
  { heading, end }: { heading: number; end: number },
): ShortRow[] {
  if (parted === undefined) return [];
  return rows.flatMap((row, index): ShortRow[] => {
    if (index <= heading || row.length > end || !isDatedAmount(row)) return [];
    const written = shortened(row.map(({ text }) => text).join(`${parted.separator} `));
    return [{ row: index, column: null, code: "row-too-short", written }];
  });
}

const isDatedAmount = (row: readonly Cell[]) =>
  row.some(({ text }) => readWrittenMoment(text) !== null) &&
  row.some(({ text }) => isAmount(text));

/**
 * Whether a cell has other rows within it: as many separators as they would have, or a line of its own with a date among
 * its cells. A text that merely wraps, such as an address, has neither.
 */
function holdsRows(text: string, table: { separator: string; width: number }): boolean {
  const [first = "", ...lines] = text.split("\n");
  if (lines.length === 0) return false;
  const separators = [first, ...lines].reduce(
    (count, line) => count + line.split(table.separator).length - 1,
    0,
  );
  if (table.width > 2 && separators >= lines.length * (table.width - 1)) return true;
  return lines.some((line) => {
    const cells = line.split(table.separator);
    return cells.length > 1 && cells.some((cell) => readWrittenMoment(cell) !== null);
  });
}

/** A note below the table may be longer; what has a date in it, or an amount beside the columns, is no note. */
function isTooLong(row: readonly Cell[], width: number): boolean {
  const beyond = textsFrom(row, width);
  if (beyond.length === 0) return false;
  return beyond.some(isAmount) || row.some(({ text }) => readWrittenMoment(text) !== null);
}

function textsFrom(row: readonly Cell[], width: number): string[] {
  return row
    .slice(width)
    .map(({ text }) => text.trim())
    .filter((text) => text !== "");
}

function isAmount(text: string): boolean {
  return typeof readWrittenAmount(text) === "bigint";
}

function shortened(text: string): string {
  const plain = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}
