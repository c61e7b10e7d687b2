// Writes files for people: a line of a CSV file, many files as one zip, and workbooks.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { CFB, utils, write, type CellObject, type WorkSheet } from "@e965/xlsx";
import { assert } from "#domain/assert.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Cell, Table } from "#domain/spreadsheets/table.ts";

// A line of a CSV file (RFC 4180) in which no spreadsheet sees a formula (BOOK-24).

export function row(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** By it Excel knows that a CSV file is in UTF-8; without, it reads Wanjikũ as Windows-1252. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** The first line of a CSV file for a spreadsheet. */
export function firstRow(cells: readonly string[]): string {
  return BYTE_ORDER_MARK + row(cells);
}

/**
 * Puts an apostrophe before anything a spreadsheet would read as a formula: at the beginning of a text, and wherever
 * a program that splits at semicolons, tabs or bars regardless of quotes would start another cell.
 */
function cell(value: string | number): string {
  const text = String(value);
  const harmless = text
    .replaceAll(/(^|[;|\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g, "$1$2'")
    .replace(/^(?=[\t\r\n])/, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

// Many files as one (ZIP), packed as it is sent: no file begins to be read before the one ahead of it is written.

/** A file of the archive, in pieces that are read no faster than they are sent. */
export type PackedFile = { name: string; content: AsyncIterable<string | Uint8Array> };

export function zip(files: readonly PackedFile[], modifiedAt: Date): AsyncIterable<Uint8Array> {
  // The time of a file in an archive has no offset; the library writes the local one of this date.
  const mtime = new Date(nairobiIso(modifiedAt).slice(0, 19));
  const archive = new ZipFile();
  const packed = archive.outputStream as Readable;
  archive.on("error", (error) => packed.destroy(error));
  let reading: Readable | null = null;
  // Whoever leaves halfway leaves nothing open.
  packed.once("close", () => reading?.destroy());
  for (const { name, content } of files)
    archive.addReadStreamLazy(name, { mtime, forceDosTimestamp: true }, (begin) => {
      reading = Readable.from(content, { objectMode: false });
      begin(null, reading);
    });
  archive.end();
  return packed;
}

// Writes workbooks for Excel: text stays text, days are days, headings have notes, columns have lists to choose from.

export type WrittenSheet = Table & {
  /** By the index of the column. */
  columns?: readonly WrittenColumn[];
};

export type WrittenColumn = {
  /** In characters. */
  width: number;
  /** A note on the heading, which is the first row. */
  note?: string;
  /** The choices below the heading: short words without commas. */
  choices?: readonly string[];
};

const DAY_MS = 86_400_000;
/** Day 0 of a workbook's calendar. */
const EPOCH = Date.UTC(1899, 11, 30);
/** The last row with lists and formats. */
const LAST_ROW = 20_001;

/**
 * Text stays text, whatever it begins with, so that nothing is calculated. Below the heading, a column's cells have
 * the format of its second row, even where they are empty.
 */
export function writeWorkbook(sheets: readonly WrittenSheet[]): Uint8Array {
  const workbook = utils.book_new();
  for (const sheet of sheets) utils.book_append_sheet(workbook, worksheetOf(sheet), sheet.name);
  const bytes = write(workbook, {
    type: "buffer",
    bookType: "xlsx",
    compression: true,
    bookSST: true,
  }) as Buffer;
  if (sheets.every(({ columns }) => columns === undefined)) return new Uint8Array(bytes);
  return withListsAndFormats(bytes, sheets);
}

function worksheetOf({ rows, columns }: WrittenSheet): WorkSheet {
  const sheet: WorkSheet = {};
  let width = 1;
  for (const [row, cells] of rows.entries()) {
    width = Math.max(width, cells.length);
    for (const [column, cell] of cells.entries())
      if (cell.text !== "") sheet[utils.encode_cell({ r: row, c: column })] = cellOf(cell);
  }
  sheet["!ref"] = utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: Math.max(0, rows.length - 1), c: width - 1 },
  });
  if (columns !== undefined) sheet["!cols"] = columns.map((column) => ({ wch: column.width }));
  for (const [index, { note }] of (columns ?? []).entries()) {
    const heading = sheet[utils.encode_cell({ r: 0, c: index })] as CellObject | undefined;
    if (note !== undefined && heading !== undefined)
      heading.c = Object.assign([{ a: "Akiba", t: note }], { hidden: true });
  }
  return sheet;
}

function cellOf({ text, kind }: Cell): CellObject {
  if (kind === "number" && Number.isFinite(Number(text)))
    return {
      t: "n",
      v: Number(text),
      ...(/^0\d/.test(text) ? { z: "0".repeat(text.length) } : {}),
    };
  if (kind === "date") {
    const hasTime = text.length > 10;
    const at = Date.parse(hasTime ? `${text}Z` : `${text}T00:00:00Z`);
    const z = hasTime ? "yyyy-mm-dd hh:mm:ss" : "yyyy-mm-dd";
    if (!Number.isNaN(at)) return { t: "n", v: (at - EPOCH) / DAY_MS, z };
  }
  // Longer text than a cell can hold is cut.
  return { t: "s", v: text.slice(0, 32_767), z: "@" };
}

/** What the library does not write: lists to choose from, and formats of empty cells. */
function withListsAndFormats(bytes: Buffer, sheets: readonly WrittenSheet[]): Uint8Array {
  const container = CFB.read(bytes, { type: "buffer" });
  for (const [index, { columns = [] }] of sheets.entries()) {
    const entry = CFB.find(container, `/xl/worksheets/sheet${index + 1}.xml`);
    assert(entry !== null, `the workbook has no sheet ${index + 1}`);
    const content = withFormats(Buffer.from(entry.content as Uint8Array).toString("utf8"));
    const lists = columns.flatMap(({ choices }, at) =>
      choices === undefined ? [] : [validationOf(choices, utils.encode_col(at))],
    );
    const validations =
      lists.length === 0
        ? ""
        : `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>`;
    entry.content = Buffer.from(content.replace("</sheetData>", `</sheetData>${validations}`));
    entry.size = entry.content.length;
  }
  return new Uint8Array(
    CFB.write(container, { fileType: "zip", type: "buffer", compression: true }) as Buffer,
  );
}

/** Sets the style of each `<col>` to that of its cell in the second row. */
function withFormats(xml: string): string {
  return xml.replace(/<col min="(\d+)"/g, (col, column: string) => {
    const cell = `${utils.encode_col(Number(column) - 1)}2`;
    const style = new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(xml)?.[1];
    return style === undefined ? col : `<col style="${style}" min="${column}"`;
  });
}

function validationOf(choices: readonly string[], column: string): string {
  const list = choices.join(",").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  assert(list.length <= 255 && !list.includes('"'), `a list cannot hold ${list}`);
  // Codes and other words are valid too, so the list only suggests.
  return `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${column}2:${column}${LAST_ROW}"><formula1>"${list}"</formula1></dataValidation>`;
}
