// The common form of any file with tables: sheets of rows of cells, each cell as text.
import type { PlainDate } from "../calendar.ts";

/**
 * `text` is never null: an empty cell is `""`. A `number` is a plain decimal such as `1234.5`, and may have lost leading
 * zeros; a `date` is `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`.
 */
export interface Cell {
  text: string;
  kind: "text" | "number" | "date";
}

/** Rows keep their index in the file: row 0 is the first one, and empty rows are `[]`. */
export interface Table {
  name: string;
  rows: Cell[][];
}

/** The text of a cell without spaces around it; `""` beside the row's last cell. */
export function textAt(row: readonly Cell[] | undefined, index: number | undefined): string {
  return index === undefined ? "" : (row?.[index]?.text.trim() ?? "");
}

/** A heading as headings are compared: without case, spaces, dots, colons, and `(KSHs)`. */
export function headingKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\(\s*k(?:es|shs?)\.?\s*\)/g, "")
    .replace(/[\s.:*_]+/g, "");
}

/** Undoes what a number cell did to an identifier: `123.0` is `123` again. Lost leading zeros stay lost. */
export function withoutDecimals(text: string): string {
  return text.replace(/^(\d+)\.0+$/, "$1");
}

/** The day of a moment in a cell. */
export function dayOf(at: string): PlainDate {
  return at.slice(0, 10);
}
