// The sheet as a file: the template to fill in, with notes, an example and lists to choose from (OPEN-1, OPEN-4), and a sheet with its problems.
import { type Cell, headingKey, type Table } from "#domain/spreadsheets/table.ts";
import { exampleRows } from "#domain/opening/example-rows.ts";
import {
  columnsOf,
  headingOf,
  sheetKeys,
  sheets,
  type Column,
  type SheetKey,
  type SheetLanguage,
  isProblemHeading,
} from "#domain/opening/sheet-columns.ts";
import { Message, type MessageKey } from "#messages/message.ts";
import { translatorFor, type Translate } from "#messages/translator.ts";
import {
  choicesIn,
  type SheetPart,
  type TableReader,
} from "#server/core/opening/validate-opening.ts";
import {
  row,
  zip,
  writeWorkbook,
  type WrittenSheet,
} from "#server/core/spreadsheets/write-files.ts";
import type { Download } from "#server/http/answer-read.ts";
import { randomBytes } from "node:crypto";
import type { SheetProblem } from "#domain/opening/opening-book.ts";
import { saySheetFault } from "#messages/say-refusal.ts";

export function openingTemplate(params: {
  format: "xlsx" | "csv";
  language: SheetLanguage;
  now: Date;
}): Download {
  const { format, language, now } = params;
  const written = sheetKeys.map((key) => templateSheet(key, language));
  if (format === "xlsx")
    return { name: "opening-books.xlsx", mediaType: XLSX, content: writeWorkbook(written) };
  const files = written.map(({ name, rows }) => {
    const lines = rows.map((cells) => row(cells.map(({ text }) => text))).join("");
    const content = piecesOf(Buffer.from(BYTE_ORDER_MARK + lines));
    return { name: `${name.replaceAll(" ", "-").toLowerCase()}.csv`, content };
  });
  return { name: "opening-books.zip", mediaType: "application/zip", content: zip(files, now) };
}

function templateSheet(sheet: SheetKey, language: SheetLanguage): WrittenSheet {
  const t = translatorFor(language);
  const choices: Readonly<Record<string, readonly string[]>> = choicesIn(language);
  const columns = columnsOf(sheet);
  const example = exampleRows[language][sheet];
  return {
    name: sheets[sheet].name[language],
    rows: [
      columns.map(([, column]): Cell => ({ text: headingOf(column, language), kind: "text" })),
      columns.map(([key, { holds }]) => exampleCell(example[key] ?? "", holds)),
    ],
    columns: columns.map(([key, column]) => {
      const words = choices[key];
      return {
        width: Math.max(14, headingOf(column, language).length + 2),
        note: t(new Message(notes[sheet](key) as MessageKey)),
        ...(words === undefined ? {} : { choices: words }),
      };
    }),
  };
}

/** Each column has its note: the template's test reads them all. */
const notes: Readonly<Record<SheetKey, (column: string) => string>> = {
  members: (column) => `opening.notes.members.${column}`,
  loans: (column) => `opening.notes.loans.${column}`,
  group: (column) => `opening.notes.group.${column}`,
  deposits: (column) => `opening.notes.deposits.${column}`,
  history: (column) => `opening.notes.history.${column}`,
};

function exampleCell(value: string | number, holds: Column["holds"]): Cell {
  if (typeof value === "number") return { text: String(value), kind: "number" };
  return { text: value, kind: holds === "date" ? "date" : "text" };
}

// The same sheet with a column Problem (OPEN-14): a workbook again for a workbook, a csv for a csv, a zip for several files; and
// the shelf from which it is fetched.

/** Excel reads a csv as UTF-8 by it. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** `RegNo: This cell is needed and is empty.`, all of a row together. */
export function problemsOfRows(
  problems: readonly SheetProblem[],
  t: Translate,
): ShelvedSheet["problems"] {
  const rows = new Map<
    string,
    { table: number | null; sheet: string; row: number; text: string }
  >();
  for (const { table, sheet, row: at, column, fault } of problems) {
    const words = saySheetFault(t, fault);
    const text = column === "" ? words : `${column}: ${words}`;
    const key = `${table} ${sheet} ${at}`;
    const before = rows.get(key);
    if (before === undefined) rows.set(key, { table, sheet, row: at, text });
    else before.text += ` ${text}`;
  }
  return [...rows.values()];
}

/** Reads the parts again, since the file is smaller than what was read from it. */
export async function writeSheetWithProblems(
  files: TableReader,
  shelved: ShelvedSheet,
  now: Date,
): Promise<Download> {
  const { parts, problems, problemHeading } = shelved;
  const written: { name: string; content: Uint8Array; isCsv: boolean }[] = [];
  let table = 0;
  for (const part of parts) {
    const tables = await files.readTables(part.bytes);
    const first = table;
    table += tables.length;
    const marked = tables.map((each, index) =>
      withProblems(each, {
        heading: problemHeading,
        texts: new Map(
          problems
            .filter((problem) => problem.table === first + index)
            .map((problem) => [problem.row - 1, problem.text]),
        ),
      }),
    );
    const isCsv = tables.every(({ name }) => name === "");
    const isLast = part === parts.at(-1);
    written.push({
      name: nameOf(part, written.length, isCsv),
      content: isCsv
        ? csvOf(marked)
        : writeWorkbook(isLast ? [...marked, ...missingSheets(shelved)] : marked),
      isCsv,
    });
  }
  const [single] = written;
  if (single === undefined || written.length > 1)
    return {
      name: "sheet-with-problems.zip",
      mediaType: "application/zip",
      content: zip(
        written.map(({ name, content }) => ({ name, content: piecesOf(content) })),
        now,
      ),
    };
  return {
    name: single.isCsv ? "sheet-with-problems.csv" : "sheet-with-problems.xlsx",
    mediaType: single.isCsv ? "text/csv; charset=utf-8" : XLSX,
    content: single.content,
  };
}

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** In the column that has the heading already, else behind the last one. */
function withProblems(
  { name, rows }: Table,
  { heading, texts }: { heading: string; texts: ReadonlyMap<number, string> },
): Table {
  const headingAt = Math.max(
    0,
    rows.findIndex((cells) => cells.some(({ text }) => text.trim() !== "")),
  );
  const known = rows.slice(0, 20).flatMap((cells, at) => {
    const column = cells.findIndex(({ text }) => text !== "" && isProblemHeading(text));
    return column === -1 ? [] : [{ at, column }];
  })[0];
  const column = known?.column ?? rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const marked = Array.from(
    { length: Math.max(rows.length, ...[...texts.keys()].map((at) => at + 1)) },
    (_, at): Cell[] => {
      const cells = [...(rows[at] ?? [])];
      const text = texts.get(at);
      const isHeading = at === (known?.at ?? headingAt);
      const written = isHeading ? [heading, text].filter(Boolean).join(": ") : text;
      if (written === undefined && known === undefined) return cells;
      while (cells.length < column) cells.push({ text: "", kind: "text" });
      cells[column] = { text: written ?? "", kind: "text" };
      return cells;
    },
  );
  return { name, rows: marked };
}

/** A sheet that is not there has no row to stand at. */
function missingSheets({ problems, problemHeading }: ShelvedSheet): Table[] {
  const missing = problems.filter(({ table }) => table === null);
  if (missing.length === 0) return [];
  const rows = missing.map(({ sheet, text }): Cell[] => [
    { text: sheet, kind: "text" },
    { text, kind: "text" },
  ]);
  return [{ name: problemHeading, rows }];
}

function csvOf(tables: readonly Table[]): Uint8Array {
  const lines = tables.flatMap(({ rows }) =>
    rows.map((cells) => row(cells.map(({ text }) => text))),
  );
  return new Uint8Array(Buffer.from(BYTE_ORDER_MARK + lines.join("")));
}

function nameOf({ fileName }: SheetPart, index: number, isCsv: boolean): string {
  const base = headingKey(fileName.replace(/\.\w+$/, "")).replaceAll(/[^a-z0-9-]+/g, "-");
  return `${index + 1}-${base === "" ? "sheet" : base}.${isCsv ? "csv" : "xlsx"}`;
}

// Sheets with something wrong in them, until they are fetched with their column Problem (OPEN-14). Only in memory: a rehearsal
// writes nothing.

const STORED_FOR_MS = 15 * 60_000;

type ShelvedSheet = {
  parts: readonly SheetPart[];
  /** The text of the column Problem, by table and row (from 1). */
  problems: readonly { table: number | null; sheet: string; row: number; text: string }[];
  problemHeading: string;
};

export type SheetShelf = ReturnType<typeof openSheetShelf>;

/** Holds one sheet of each person: the next takes its place, so that an office holds at most 5 MB. */
export function openSheetShelf() {
  const byOwner = new Map<number, { token: string; storedUntil: number; sheet: ShelvedSheet }>();

  return {
    /** The token by which its owner fetches it. */
    put(ownerId: number, sheet: ShelvedSheet, now: Date): string {
      const token = randomBytes(24).toString("base64url");
      byOwner.set(ownerId, { token, storedUntil: now.getTime() + STORED_FOR_MS, sheet });
      // Also where nobody asks again.
      setTimeout(() => {
        if (byOwner.get(ownerId)?.token === token) byOwner.delete(ownerId);
      }, STORED_FOR_MS).unref();
      return token;
    },

    /** Null for another's, a later one's predecessor, and what is gone. */
    find(ownerId: number, token: string, now: Date): ShelvedSheet | null {
      const stored = byOwner.get(ownerId);
      if (stored?.token !== token || now.getTime() > stored.storedUntil) return null;
      return stored.sheet;
    },
  };
}
