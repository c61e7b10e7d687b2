// The sheet as a file: the template to fill in, with notes, an example and lists to choose from (OPEN-1, OPEN-4), and a
// sheet with its problems.
import type { Cell } from "#domain/spreadsheets/table.ts";
import { exampleRows } from "#domain/opening/example-rows.ts";
import {
  columnsOf,
  headingOf,
  sheetKeys,
  sheets,
  type Column,
  type SheetKey,
  type SheetLanguage,
} from "#domain/opening/sheet-columns.ts";
import { Message, type MessageKey } from "#messages/message.ts";
import { translatorFor } from "#messages/translator.ts";
import type { MarkedSheet } from "#server/core/opening/mark-sheet.ts";
import { choicesIn } from "#server/core/opening/validate-opening.ts";
import type { OwnFileReader } from "#server/core/file-reader/file-reader.ts";
import {
  BYTE_ORDER_MARK,
  row,
  zip,
  writeWorkbook,
  type WrittenSheet,
} from "#server/core/spreadsheets/write-files.ts";
import type { Download } from "#server/http/answer-read.ts";
import { randomBytes } from "node:crypto";

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

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** The same files with a column Problem (OPEN-14); several of them as one zip. */
export async function writeSheetWithProblems(
  files: Pick<OwnFileReader, "markSheet">,
  shelved: MarkedSheet,
  now: Date,
): Promise<Download> {
  const written = await files.markSheet(shelved);
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

// Sheets with something wrong in them, until they are fetched with their column Problem (OPEN-14). Only in memory: a rehearsal
// writes nothing.

const STORED_FOR_MS = 15 * 60_000;

export type SheetShelf = ReturnType<typeof openSheetShelf>;

/** Holds one sheet of each person: the next takes its place, so that an office holds at most 5 MB. */
export function openSheetShelf() {
  const byOwner = new Map<number, { token: string; storedUntil: number; sheet: MarkedSheet }>();

  return {
    /** The token by which its owner fetches it. */
    put(ownerId: number, sheet: MarkedSheet, now: Date): string {
      const token = randomBytes(24).toString("base64url");
      byOwner.set(ownerId, { token, storedUntil: now.getTime() + STORED_FOR_MS, sheet });
      // Also where nobody asks again.
      setTimeout(() => {
        if (byOwner.get(ownerId)?.token === token) byOwner.delete(ownerId);
      }, STORED_FOR_MS).unref();
      return token;
    },

    /** Null for another's, a later one's predecessor, and what is gone. */
    find(ownerId: number, token: string, now: Date): MarkedSheet | null {
      const stored = byOwner.get(ownerId);
      if (stored?.token !== token || now.getTime() > stored.storedUntil) return null;
      return stored.sheet;
    },
  };
}
