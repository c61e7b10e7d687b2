// Reads a whole sheet and tells all that is wrong with it at once (OPEN-1 to OPEN-12).
import type { PlainDate } from "../calendar.ts";
import { findSheets, type FoundSheet, type Note, type UploadedTable } from "./find-sheets.ts";
import type { ValidatedSheet, SheetProblem } from "./validated-sheet.ts";
import type { OpeningBook, OpeningLoanType, OpeningStatus, SheetAccount } from "./opening-book.ts";
import { readBalances, readDeposits } from "./read-group.ts";
import { readHistory, readLoans } from "./read-loans.ts";
import { readMembers, regNumberKey, type KnownAccount } from "./read-members.ts";
import { sheets, type SheetKey, type SheetLanguage } from "./sheet-columns.ts";
import { rowsOf, type SheetRow, type WordList } from "./sheet-rows.ts";
import { totalsOf } from "./sheet-totals.ts";

export const MEMBERS_MOST = 5_000;
export const LOANS_MOST = 20_000;

/** The codes and display names, in both languages, that may stand in the lists. */
export type SheetWords = {
  statuses: WordList<OpeningStatus>;
  loanTypes: WordList<OpeningLoanType>;
  accounts: WordList<SheetAccount>;
};

export type SheetContext = {
  cutOver: PlainDate;
  words: SheetWords;
  accounts: readonly KnownAccount[];
  /** In which sheets that are missing are named. */
  language: SheetLanguage;
};

/** Validates tables as they were read from one or several files; writes nothing and asks nobody. */
export function validateSheet(
  tables: readonly UploadedTable[],
  context: SheetContext,
): ValidatedSheet {
  const problems: SheetProblem[] = [];
  const warnings: SheetProblem[] = [];
  const note: Note = (level, at, ...[code, facts]) => {
    const list = level === "error" ? problems : warnings;
    list.push({ ...at, fault: { code, facts: facts ?? {} } });
  };
  const found = findSheets(tables, note);
  const missing = (key: SheetKey) => {
    const name = sheets[key].name[context.language];
    note("error", { sheet: name, table: null, row: 1, column: "" }, "sheet-missing", {
      written: name,
    });
  };
  if (!found.has("members")) missing("members");
  if (!found.has("group")) missing("group");
  const book = readBook(found, context, note);
  const accounts = new Set(context.accounts.map(({ regNumber }) => regNumberKey(regNumber)));
  return {
    book,
    newcomers: book.members.filter((each) => !accounts.has(regNumberKey(each.regNumber))).length,
    problems: inOrder(problems),
    warnings: inOrder(warnings),
    ...totalsOf(book),
  };
}

function readBook(
  found: ReadonlyMap<SheetKey, FoundSheet>,
  { cutOver, words, accounts, language }: SheetContext,
  note: Note,
): OpeningBook {
  const rows = <Sheet extends SheetKey>(key: Sheet): SheetRow<Sheet>[] => {
    const sheet = found.get(key);
    return sheet === undefined ? [] : rowsOf({ ...sheet, key }, { cutOver, note });
  };
  const memberRows = rows("members");
  const { members, regNumbers } = readMembers(memberRows, { accounts, statuses: words.statuses });
  tellCount(memberRows, "members", found, note);
  // Where Members has no RegNo at all, its heading is the fault, and not each loan.
  const known = found.get("members")?.columns.has("regNumber") === true ? regNumbers : null;
  const loanRows = rows("loans");
  tellCount(loanRows, "loans", found, note);
  const loans = readLoans(loanRows, { regNumbers: known, loanTypes: words.loanTypes });
  const group = found.get("group");
  const { balances, hasBank } = readBalances(rows("group"), {
    accounts: words.accounts,
    language: group?.language ?? language,
  });
  if (group !== undefined && !hasBank) {
    const { name, table, headingAt, columns } = group;
    const column = columns.get("account")?.heading ?? "";
    note("error", { sheet: name, table, row: headingAt + 1, column }, "bank-missing");
  }
  return {
    members,
    loans,
    balances,
    deposits: readDeposits(rows("deposits")),
    history: readHistory(rows("history"), { regNumbers: known, members }),
  };
}

function tellCount(
  rows: readonly unknown[],
  key: "members" | "loans",
  found: ReadonlyMap<SheetKey, FoundSheet>,
  note: Note,
): void {
  const sheet = found.get(key);
  if (sheet === undefined) return;
  const at = { sheet: sheet.name, table: sheet.table, row: sheet.headingAt + 1, column: "" };
  if (key === "members" && rows.length === 0) note("error", at, "nobody-in-it");
  if (key === "members" && rows.length > MEMBERS_MOST)
    note("error", at, "too-many-members", { most: MEMBERS_MOST });
  if (key === "loans" && rows.length > LOANS_MOST)
    note("error", at, "too-many-loans", { most: LOANS_MOST });
}

/** As somebody goes through the file. */
function inOrder(problems: readonly SheetProblem[]): SheetProblem[] {
  return problems.toSorted((one, other) => orderOf(one) - orderOf(other) || one.row - other.row);
}

const orderOf = ({ table }: SheetProblem) => table ?? Number.MAX_SAFE_INTEGER;
