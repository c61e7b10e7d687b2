// Reads the rows of a sheet cell by cell, and reports their problems (OPEN-3 to OPEN-5).
import type { PlainDate } from "../calendar.ts";
import { furthestMonth } from "../months-to-pay.ts";
import { MAX_AMOUNT_CENTS, type Cents } from "../money.ts";
import { isWhatItLooksLike, plainText } from "../members/names.ts";
import {
  dayOf,
  textAt,
  withoutDecimals,
  type Cell,
  readWrittenAmount,
  readWrittenMoment,
  readWrittenMonth,
} from "../spreadsheets/table.ts";
import type { FoundSheet, Note } from "./find-sheets.ts";
import type { FaultParams, SheetFaultCode } from "./opening-book.ts";
import { isExample, isSameExample } from "./example-rows.ts";
import { sheets, type Column, type ColumnKey, type SheetKey } from "./sheet-columns.ts";

/** One row of a sheet. A cell reader returns null if the cell is empty or wrong, and reports it if that is a fault. */
export type SheetRow<Sheet extends SheetKey> = {
  /** The sheet's own row number. */
  row: number;
  /** Trimmed, at most `most` characters, all visible. */
  text: (column: ColumnKey<Sheet>, most: number) => string | null;
  /** Not below 0 unless `anySign`. */
  amount: (column: ColumnKey<Sheet>, sign?: "above-0" | "any-sign") => Cents | null;
  date: (column: ColumnKey<Sheet>) => PlainDate | null;
  month: (column: ColumnKey<Sheet>) => PlainDate | null;
  oneOf: <Word>(column: ColumnKey<Sheet>, words: WordList<Word>) => Word | null;
  error: <Code extends SheetFaultCode>(
    column: ColumnKey<Sheet> | null,
    ...fault: FaultParams<Code>
  ) => void;
  warn: <Code extends SheetFaultCode>(
    column: ColumnKey<Sheet> | null,
    ...fault: FaultParams<Code>
  ) => void;
};

/** The valid words of a cell, by their compared form, and those that a fault lists. */
export type WordList<Word> = { known: ReadonlyMap<string, Word>; listed: string };

/** A list word as lists compare it: `Normal loan`, `normal_loan` and `NORMAL LOAN` are equal. */
export function wordKey(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The rows that are not empty, without the example. */
export function rowsOf<Sheet extends SheetKey>(
  sheet: FoundSheet & { key: Sheet },
  { cutOver, note }: { cutOver: PlainDate; note: Note },
): SheetRow<Sheet>[] {
  return sheet.rows.flatMap((cells, index) => {
    const isBelow = sheet.origins !== undefined || index > sheet.headingAt;
    if (!isBelow || !isFilled(sheet, cells)) return [];
    const row = rowOf(sheet, { cells, index, cutOver, note });
    if (!isExample(sheet, cells)) return [row];
    if (!isSameExample(sheet, cells)) row.warn(null, "example-changed");
    return [];
  });
}

function isFilled(sheet: FoundSheet, cells: readonly Cell[]): boolean {
  for (const { index } of sheet.columns.values()) if (textAt(cells, index) !== "") return true;
  return false;
}

function rowOf<Sheet extends SheetKey>(
  sheet: FoundSheet & { key: Sheet },
  params: { cells: readonly Cell[]; index: number; cutOver: PlainDate; note: Note },
): SheetRow<Sheet> {
  const { cells, index, cutOver, note } = params;
  const columns: Readonly<Record<string, Column>> = sheets[sheet.key].columns;
  const origin = sheet.origins?.[index];
  const number = origin?.row ?? index + 1;
  const headingOf = (column: string) =>
    origin?.headings[column] ?? sheet.columns.get(column)?.heading ?? "";
  const at = (column: string | null) => ({
    sheet: sheet.name,
    table: sheet.table,
    ...origin?.from,
    row: number,
    column: column === null ? "" : headingOf(column),
  });
  function error<Code extends SheetFaultCode>(
    column: ColumnKey<Sheet> | null,
    ...fault: FaultParams<Code>
  ): void {
    note<Code>("error", at(column), ...fault);
  }
  function warn<Code extends SheetFaultCode>(
    column: ColumnKey<Sheet> | null,
    ...fault: FaultParams<Code>
  ): void {
    note<Code>("warning", at(column), ...fault);
  }

  const isNeededIn = (column: string) => columns[column]?.isNeeded === true;

  /** The cell's text; null if it is empty, which is an error in a required one. */
  function written(column: ColumnKey<Sheet>): string | null {
    const found = sheet.columns.get(column);
    // A missing column was reported already.
    if (found === undefined) return null;
    const text = unescaped(textAt(cells, found.index));
    if (text !== "") return text;
    if (isNeededIn(column)) error(column, "missing");
    return null;
  }

  return {
    row: number,
    error,
    warn,

    text(column, most) {
      const cell = written(column);
      if (cell === null) return null;
      const isNumber = cells[sheet.columns.get(column)?.index ?? -1]?.kind === "number";
      const text = plainText(isNumber ? withoutDecimals(cell) : cell);
      if (Array.from(text).length > most) return (error(column, "text-too-long", { most }), null);
      if (text === "" || !isWhatItLooksLike(text) || /\p{Surrogate}/u.test(text))
        return (error(column, "text-unprintable"), null);
      return text;
    },

    amount(column, sign) {
      const cell = written(column);
      if (cell === null) return null;
      const cents = readWrittenAmount(cell);
      // Accounts write a dash for nothing.
      if (cents === "missing") return isNeededIn(column) ? (error(column, "missing"), null) : null;
      const fact = { written: shortened(cell) };
      if (cents === "unreadable") return (error(column, "amount-unreadable", fact), null);
      if (cents === "too-large" || cents > MAX_AMOUNT_CENTS || cents < -MAX_AMOUNT_CENTS)
        return (error(column, "amount-too-large", fact), null);
      if (cents < 0n && sign !== "any-sign")
        return (error(column, "amount-below-zero", fact), null);
      if (cents === 0n && sign === "above-0") return (error(column, "amount-zero"), null);
      return cents;
    },

    date(column) {
      const cell = written(column);
      if (cell === null) return null;
      const moment = readWrittenMoment(cell, { from: "1900" });
      if (moment === null)
        return (error(column, "date-unreadable", { written: shortened(cell) }), null);
      const day = dayOf(moment);
      if (day <= cutOver || mayComeLater.has(column)) return day;
      return (error(column, "after-cut-over", { date: { day }, cutOver: { day: cutOver } }), null);
    },

    month(column) {
      const cell = written(column);
      if (cell === null) return null;
      const month = readWrittenMonth(cell);
      if (month === null)
        return (error(column, "month-unreadable", { written: shortened(cell) }), null);
      const latest = furthestMonth({ paidUpTo: null, today: cutOver });
      if (month > latest)
        return (error(column, "month-too-far", { latest: { month: latest } }), null);
      return month;
    },

    oneOf(column, { known, listed }) {
      const cell = written(column);
      if (cell === null) return null;
      const word = known.get(wordKey(cell));
      if (word !== undefined) return word;
      return (error(column, "not-in-list", { written: shortened(cell), words: listed }), null);
    },
  };
}

/** The days that may be after the cut-over day (OPEN-10). */
const mayComeLater: ReadonlySet<string> = new Set(["dueOn", "nextDueOn", "maturesOn"]);

/** As our own csv files protect text from spreadsheets. */
function unescaped(text: string): string {
  return text.replace(/^'(?=[=+\-@＝＋－＠])/, "");
}

/** A sentence never quotes a whole letter. */
function shortened(text: string): string {
  const plain = text.replaceAll(/[\p{C}\s]+/gu, " ");
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}
