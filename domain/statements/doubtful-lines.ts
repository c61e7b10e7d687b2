// Lines of a text file whose cells may not be its own (STAT-55): each is a fault, and nothing of it is read.
import { doubtsOf, shortRowsOf, type RowDoubt, type ShortRow } from "../spreadsheets/doubts.ts";
import { headingKey, type Table, textAt } from "../spreadsheets/table.ts";
import type { TableRead } from "./mpesa-table.ts";
import type { ColumnMapping } from "./statement-file.ts";

/** What was read of a table, without the lines that its file leaves in doubt; `heading` is the index of the heading's row. */
export function withoutDoubtful(
  read: TableRead,
  table: Table,
  { heading, mapping }: { heading: number; mapping: ColumnMapping | null },
): TableRead {
  const found = doubtsOf(table, heading);
  const known = new Set(found.map(({ row }) => row));
  const short = mapping === null ? [] : tornRows(read, table, { heading, mapping });
  return without(read, [...found, ...short.filter(({ row }) => !known.has(row))]);
}

/** Rows that end before the last column of amounts; a row's own balance would prove it. */
function tornRows(
  { columns }: TableRead,
  table: Table,
  { heading, mapping }: { heading: number; mapping: ColumnMapping },
): ShortRow[] {
  const keys = columns.map(headingKey);
  const at = (name: string | null) => (name === null ? -1 : keys.lastIndexOf(headingKey(name)));
  const end = Math.max(...[mapping.amount, mapping.debit, mapping.credit].map(at));
  const balance = at(mapping.balance);
  const isProved = (row: number) => balance >= 0 && textAt(table.rows[row] ?? [], balance) !== "";
  return shortRowsOf(table, { heading, end }).filter(({ row }) => !isProved(row));
}

function without(read: TableRead, doubts: readonly (RowDoubt | ShortRow)[]): TableRead {
  if (doubts.length === 0) return read;
  const doubtful = new Set(doubts.map(({ row }) => row + 1));
  const found = doubts.map(({ row, column, code, written }) => ({
    line: row + 1,
    column: read.columns[column ?? -1] ?? "",
    fault: { code, facts: { written } },
  }));
  const others = read.problems.filter(({ line }) => !doubtful.has(line));
  return {
    ...read,
    lines: read.lines.filter(({ line }) => !doubtful.has(line)),
    problems: [...others, ...found].toSorted((one, other) => one.line - other.line),
  };
}
