// A file is a statement of one account (STAT-50): the numbers that it names besides the one above its heading.
import { refuse } from "../refusal.ts";
import { headingKey, textAt, withoutDecimals, type Table } from "../spreadsheets/table.ts";
import { proveComplete } from "./completeness.ts";
import type { TableRead } from "./mpesa-table.ts";
import { readPreamble } from "./preamble.ts";
import type { StatementFile } from "./statement-file.ts";

const COLUMNS = new Set(["account", "accountno", "accountnumber", "acno", "a/c", "a/cno"]);
/** A column of more numbers tells who paid, not whose statement it is. */
const ACCOUNTS_MOST = 10;

/**
 * What a column of accounts says that every line fills: its numbers, none without one, and whether the lines add up only
 * by account. Refuses with `statement-of-several-accounts` a file whose titles name several.
 */
export function accountsWithin(
  read: TableRead,
  table: Table,
  heading: number,
): Pick<StatementFile, "accountsInLines" | "addsUpByAccount"> {
  const titles = readTitles(read, table, heading);
  if (titles.length > 1) throw refuse("statement-of-several-accounts", { numbers: listed(titles) });
  const byAccount = linesByAccount(read, table);
  return {
    accountsInLines: [...byAccount.keys()],
    addsUpByAccount: byAccount.size > 1 && addUpOnlyByAccount(read, [...byAccount.values()]),
  };
}

function listed(numbers: readonly string[]): string {
  return numbers.slice(0, ACCOUNTS_MOST).join(", ");
}

/** The numbers of the titles above the heading and between the lines. */
function readTitles({ preamble }: TableRead, table: Table, heading: number): string[] {
  const found = new Map<string, string>();
  const add = (number: string | null) => {
    if (number !== null) found.set(number.replaceAll(/[ -]|^0+/g, ""), number);
  };
  add(preamble.accountNumber);
  for (const row of table.rows.slice(heading + 1)) {
    const [first] = row.filter(({ text }) => text.trim() !== "");
    if (first !== undefined && TITLE.test(first.text))
      add(readPreamble([row], undefined).accountNumber);
  }
  return [...found.values()];
}

const TITLE = /^\s*(?:short code|account (?:number|no\.?)|mobile number)\s*(?::|$)/i;

function linesByAccount(read: TableRead, table: Table): Map<string, TableRead["lines"]> {
  const nothing = new Map<string, TableRead["lines"]>();
  const column = read.columns.findIndex((name) => COLUMNS.has(headingKey(name)));
  if (read.format !== "bank" || column < 0) return nothing;
  const byAccount = new Map<string, TableRead["lines"]>();
  for (const line of read.lines) {
    const number = withoutDecimals(textAt(table.rows[line.line - 1], column)).replaceAll(
      /[ -]/g,
      "",
    );
    if (!/^\d{4,30}$/.test(number)) return nothing;
    const lines = byAccount.get(number);
    if (lines === undefined) byAccount.set(number, [line]);
    else lines.push(line);
  }
  return byAccount.size > ACCOUNTS_MOST ? nothing : byAccount;
}

function addUpOnlyByAccount(read: TableRead, accounts: readonly TableRead["lines"][]): boolean {
  const none = { opening: null, closing: null };
  const adds = (lines: TableRead["lines"]) => proveComplete(lines, none).breaks.length === 0;
  return !adds(read.lines) && accounts.every(adds);
}
