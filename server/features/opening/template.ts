// The sheet to fill in: headings with notes, an example, lists to choose from (OPEN-1, OPEN-4).
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
import { choicesIn } from "#server/core/opening/sheet-words.ts";
import { row, zip } from "#server/core/spreadsheets/write-files.ts";
import { writeWorkbook, type WrittenSheet } from "#server/core/spreadsheets/write-workbook.ts";
import type { Download } from "#server/http/download.ts";
import { BYTE_ORDER_MARK, piecesOf, XLSX } from "./sheet-with-problems.ts";

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
