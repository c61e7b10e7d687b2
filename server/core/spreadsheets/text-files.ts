// Tables written as text: their cells are separated by comma, semicolon, tab or bar.
import Papa from "papaparse";
import { refuse } from "#domain/refusal.ts";
import type { Cell, Table } from "#domain/spreadsheets/table.ts";
import { COLUMNS_MAX, EMPTY, type Room, takeRoom } from "./cell-room.ts";

const SEPARATORS = [",", ";", "\t", "|"] as const;

/**
 * One table of text cells, with the rows in which a quotation mark is out of order. Refuses with `file-quote-unclosed`
 * one that never closes, because everything after it would be one cell.
 */
export function readText(written: string, room: Room): Table {
  // All rows end the same way, or those with the rarer end would be parts of a cell.
  const text = written.replaceAll(/\r+\n|\r/g, "\n");
  const separator = separatorOf(text);
  const rows: Cell[][] = [];
  const strayQuotes: number[] = [];
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: "\n",
    skipEmptyLines: false,
    step({ data: row, errors }) {
      if (errors.some(({ code }) => code === "MissingQuotes"))
        throw refuse("file-quote-unclosed", { line: rows.length + 1 });
      if (errors.length > 0) strayQuotes.push(rows.length);
      takeRoom(room, row.length);
      rows.push(isEmpty(row) ? [] : row.slice(0, COLUMNS_MAX).map(textCell));
    },
  });
  // The line break at the end of the file starts no row.
  if (rows.at(-1)?.length === 0) rows.pop();
  return { name: "", rows, parted: { separator, strayQuotes } };
}

function isEmpty(row: readonly string[]): boolean {
  return row.length === 1 && row[0]?.trim() === "";
}

function textCell(text: string): Cell {
  return text === "" ? EMPTY : { text, kind: "text" };
}

/** As the first line names it for Excel, else what the third-richest of the first rows has most of, outside of quotes. */
function separatorOf(text: string): string {
  const named = /^sep=([,;\t|])\n/i.exec(text)?.[1];
  if (named !== undefined) return named;
  const sample = text.slice(0, 20_000).replace(/"[^"]*"/g, "");
  const rows = sample.split("\n").slice(0, 60);
  const counts = SEPARATORS.map((separator) => {
    const most = rows.map((row) => row.split(separator).length - 1).toSorted((a, b) => b - a);
    return { separator, count: most[Math.min(2, most.length - 1)] ?? 0, most: most[0] ?? 0 };
  });
  counts.sort((a, b) => b.count - a.count || b.most - a.most);
  return counts[0]?.separator ?? ",";
}
