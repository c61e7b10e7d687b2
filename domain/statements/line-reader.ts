// Reads the cells of one line; an unreadable one becomes a problem with its line and cell.
import { MAX_AMOUNT_CENTS, type Cents } from "../money.ts";
import { textAt, type Cell } from "../spreadsheets/table.ts";
import { readWrittenAmount, readWrittenMoment } from "../spreadsheets/written-values.ts";
import type { StatementProblem } from "./statement-file.ts";

export type LineReader = {
  row: readonly Cell[];
  line: number;
  headings: readonly string[];
  /** The headings in their compared form, or the parts that a mapping assigns. */
  keys: readonly string[];
  problems: StatementProblem[];
};

/** The moment in a column; null if it is a problem. */
export function readMoment(reader: LineReader, key: string): string | null {
  const { written, column } = cellOf(reader, key);
  const at = readWrittenMoment(written);
  if (at === null)
    reader.problems.push({
      line: reader.line,
      column,
      fault: { code: "date-unreadable", facts: { written: shortened(written) } },
    });
  return at;
}

/** The amount in a column; `faulty` if it is a problem. */
export function readAmount(reader: LineReader, key: string): Cents | "missing" | "faulty" {
  const { written, column } = cellOf(reader, key);
  const amount = readWrittenAmount(written);
  const isTooLarge =
    amount === "too-large" ||
    (typeof amount === "bigint" && key !== "balance" && !isMovable(amount));
  if (!isTooLarge && amount !== "unreadable") return amount;
  const code = isTooLarge ? "amount-too-large" : "amount-unreadable";
  reader.problems.push({
    line: reader.line,
    column,
    fault: { code, facts: { written: shortened(written) } },
  });
  return "faulty";
}

/** API-4 also limits the banks' amounts. */
function isMovable(amount: Cents): boolean {
  return amount <= MAX_AMOUNT_CENTS && amount >= -MAX_AMOUNT_CENTS;
}

function cellOf({ row, headings, keys }: LineReader, key: string) {
  const index = keys.indexOf(key);
  return {
    written: textAt(row, index < 0 ? undefined : index),
    column: headings[index] ?? key,
  };
}

function shortened(written: string): string {
  return written.length > 60 ? `${written.slice(0, 59)}…` : written;
}
