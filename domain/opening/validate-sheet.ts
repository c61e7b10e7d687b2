// Reads a whole sheet and reports every problem at once (OPEN-1 to OPEN-12).
import type { PlainDate } from "../calendar.ts";
import { type AccountCode, accountOf, accounts } from "../ledger/chart-of-accounts.ts";
import { leftOfLoan } from "../ledger/opening-postings.ts";
import type { Cents } from "../money.ts";
import { refuse } from "../refusal.ts";
import { doubtsOf } from "../spreadsheets/doubts.ts";
import { textAt } from "../spreadsheets/table.ts";
import { findSheets, type FoundSheet, type Note, type UploadedTable } from "./find-sheets.ts";
import {
  type AccountTotal,
  moneyBesideBank,
  openingAccounts,
  type OpeningBalance,
  type OpeningBook,
  type OpeningDeposit,
  type OpeningLoanType,
  type OpeningStatus,
  type SheetAccount,
  type SheetProblem,
  type SheetProduct,
  type ValidatedSheet,
} from "./opening-book.ts";
import { readHistory, readLoans } from "./read-loans.ts";
import type { OwnMapping } from "./own-book.ts";
import { hasColumns, offerOwnSheets } from "./own-headings.ts";
import { readOwnBook, tellDoubtfulCells } from "./read-own-book.ts";
import { type KnownAccount, readMembers, regNumberKey } from "./read-members.ts";
import { columnsOf, type SheetKey, type SheetLanguage, sheets } from "./sheet-columns.ts";
import { rowsOf, type SheetRow, type WordList } from "./sheet-rows.ts";

const MEMBERS_MOST = 5_000;
const LOANS_MOST = 20_000;

/** The codes and display names that lists allow, in both languages. */
export type SheetWords = {
  statuses: WordList<OpeningStatus>;
  loanTypes: WordList<OpeningLoanType>;
  accounts: WordList<SheetAccount>;
};

export type SheetContext = {
  cutOver: PlainDate;
  words: SheetWords;
  accounts: readonly KnownAccount[];
  /** The loans that the group offers. */
  products: readonly SheetProduct[];
  /** The language in which missing sheets are named. */
  language: SheetLanguage;
  /** What a person said of a sheet of the group's own; null if nobody did. */
  mapping: OwnMapping | null;
};

/** Validates tables read from one or several files; writes nothing and asks nobody. */
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
  const { mapping } = context;
  const isMapped = mapping !== null && hasColumns(mapping);
  const own = isMapped
    ? readOwnBook(tables, mapping, {
        ...context,
        regNumbers: context.accounts.map(({ regNumber }) => regNumber),
        note,
      })
    : null;
  const found = findSheets(tables, note, new Set(own?.read.map(({ table }) => table)));
  for (const sheet of found.values()) {
    tellDoubts(sheet, tables, note);
    tellDoubtfulCells(sheet, (key) => holdsOf(sheet.key, key), note);
  }
  for (const sheet of own?.sheets ?? []) addOwn(found, sheet, note);
  for (const read of own?.read ?? [])
    tellDoubts({ ...read, headingAt: read.heading }, tables, note);
  const isOffered = isMapped || !hasMembers(found.get("members"));
  const offer = isOffered ? offerOwnSheets(tables, mapping) : null;
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
    own: offer === null ? null : { ...offer, questions: own?.questions ?? [] },
  };
}

/** Whether the sheet Members of the template is there with all that it needs. */
function hasMembers(sheet: FoundSheet | undefined): boolean {
  const needed = columnsOf("members").filter(([, { isNeeded }]) => isNeeded);
  return needed.every(([key]) => sheet?.columns.has(key) === true);
}

const holdsOf = (sheet: SheetKey, column: string) =>
  columnsOf(sheet).find(([key]) => key === column)?.[1].holds ?? "text";

/** A sheet of the group's own is the template's, unless that is in the file too; only their balances are taken together. */
function addOwn(found: Map<SheetKey, FoundSheet>, own: FoundSheet, note: Note): void {
  const other = found.get(own.key);
  if (other === undefined) found.set(own.key, own);
  else if (own.rows.length > 0)
    note("error", { sheet: own.name, table: own.table, row: 1, column: "" }, "sheet-twice", {
      written: other.name,
    });
}

/** Rows of a csv file whose cells may not be their own. */
function tellDoubts(
  sheet: Pick<FoundSheet, "name" | "table" | "headingAt">,
  tables: readonly UploadedTable[],
  note: Note,
): void {
  const table = tables[sheet.table ?? -1];
  if (table === undefined) return;
  const headings = table.rows[sheet.headingAt] ?? [];
  for (const { row, column, code, written } of doubtsOf(table, sheet.headingAt)) {
    const at = { sheet: sheet.name, table: sheet.table, row: row + 1 };
    note("error", { ...at, column: textAt(headings, column ?? undefined) }, code, { written });
  }
}

function readBook(
  found: ReadonlyMap<SheetKey, FoundSheet>,
  { cutOver, words, accounts, products, language }: SheetContext,
  note: Note,
): OpeningBook {
  const rows = <Sheet extends SheetKey>(key: Sheet): SheetRow<Sheet>[] => {
    const sheet = found.get(key);
    return sheet === undefined ? [] : rowsOf({ ...sheet, key }, { cutOver, note });
  };
  const memberRows = rows("members");
  const { members, regNumbers } = readMembers(memberRows, { accounts, statuses: words.statuses });
  tellCount(memberRows, "members", found, note);
  // If Members has no RegNo column, its heading is the fault, and not each loan.
  const known = found.get("members")?.columns.has("regNumber") === true ? regNumbers : null;
  const loanRows = rows("loans");
  tellCount(loanRows, "loans", found, note);
  const { loanTypes } = words;
  const loans = readLoans(loanRows, { regNumbers: known, loanTypes, products, cutOver });
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

/** In the order of the file. */
function inOrder(problems: readonly SheetProblem[]): SheetProblem[] {
  return problems.toSorted((one, other) => orderOf(one) - orderOf(other) || one.row - other.row);
}

const orderOf = ({ table }: SheetProblem) => table ?? Number.MAX_SAFE_INTEGER;

// The sheet's balances, and whether they balance (OPEN-9).

/** 100 billion KES: above any group's books, and exact as a JSON number with its cents. */
const LARGEST_CENTS: Cents = 10_000_000_000_000n;

/** The trial balance of the cut-over day, and debit less credit in cents. Refuses totals that no group has. */
export function totalsOf(book: OpeningBook): { totals: AccountTotal[]; differenceCents: Cents } {
  const natural = new Map<AccountCode, Cents>();
  const add = (account: AccountCode, cents: Cents) =>
    natural.set(account, (natural.get(account) ?? 0n) + cents);
  for (const member of book.members) {
    add("monthly_contribution", member.savingsCents);
    add("fine_receivable", member.unpaidFinesCents);
  }
  for (const loan of book.loans) {
    const left = leftOfLoan(loan);
    add("loan_receivable", left.principalCents);
    add("interest_receivable", left.interestCents);
  }
  for (const { account, cents } of book.balances) add(account, cents);
  for (const { amountCents } of book.deposits) add("equity_fixed_deposit", amountCents);
  const totals = accounts.flatMap(({ code }) => {
    const cents = natural.get(code) ?? 0n;
    return cents === 0n ? [] : [totalOf(code, cents)];
  });
  if (totals.some(({ debitCents, creditCents }) => debitCents + creditCents > LARGEST_CENTS))
    throw refuse("sheet-totals-too-large").at("file");
  const differenceCents = totals.reduce(
    (sum, { debitCents, creditCents }) => sum + debitCents - creditCents,
    0n,
  );
  return { totals, differenceCents };
}

function totalOf(account: AccountCode, naturalCents: Cents): AccountTotal {
  const isDebit = (accountOf(account).normalSide === "debit") === naturalCents > 0n;
  const size = naturalCents < 0n ? -naturalCents : naturalCents;
  return { account, debitCents: isDebit ? size : 0n, creditCents: isDebit ? 0n : size };
}

// The sheets Group and Fixed deposits (OPEN-6).

const DESCRIPTION_MOST = 200;

/** The sheet that brings the account instead. */
const elsewhere: Partial<Record<AccountCode, SheetKey>> = {
  monthly_contribution: "members",
  fine_receivable: "members",
  loan_receivable: "loans",
  interest_receivable: "loans",
  equity_fixed_deposit: "deposits",
};

/**
 * Each account once, with M-PESA and cash added to the bank; `hasBank` is true even if its balance could not be read.
 */
function readBalances(
  rows: readonly SheetRow<"group">[],
  params: { accounts: WordList<SheetAccount>; language: SheetLanguage },
): { balances: OpeningBalance[]; hasBank: boolean } {
  const seen = new Map<SheetAccount, number>();
  const balances = rows.flatMap((row): OpeningBalance[] => {
    const written = row.oneOf("account", params.accounts);
    const code = written !== null && isMoney(written) ? "bank" : written;
    const account = openingAccounts.find((each) => each === code);
    const cents = row.amount("balance", account === "retained_earnings" ? "any-sign" : undefined);
    if (written === null || code === null) return [];
    const first = seen.get(written);
    if (first !== undefined) row.error("account", "account-twice", { row: first });
    seen.set(written, first ?? row.row);
    if (account === undefined) {
      const sheet = elsewhere[code];
      if (sheet === undefined) row.error("account", "account-not-brought");
      else
        row.error("account", "account-elsewhere", {
          written: sheets[sheet].name[params.language],
        });
      return [];
    }
    return cents === null || first !== undefined ? [] : [{ row: row.row, account, cents }];
  });
  const hasBank = ["bank" as const, ...moneyBesideBank].some((each) => seen.has(each));
  return { balances: withOneBank(balances), hasBank };
}

function isMoney(account: SheetAccount): account is (typeof moneyBesideBank)[number] {
  return moneyBesideBank.some((each) => each === account);
}

/** Reported on the row of the first of them. */
function withOneBank(balances: readonly OpeningBalance[]): OpeningBalance[] {
  const money = balances.filter(({ account }) => account === "bank");
  const cents = money.reduce((sum, each) => sum + each.cents, 0n);
  return balances.flatMap((each) =>
    each.account !== "bank" ? [each] : each === money[0] ? [{ ...each, cents }] : [],
  );
}

function readDeposits(rows: readonly SheetRow<"deposits">[]): OpeningDeposit[] {
  return rows.flatMap((row) => {
    const description = row.text("description", DESCRIPTION_MOST);
    const amountCents = row.amount("amount", "above-0");
    const placedOn = row.date("placedOn");
    const maturesOn = row.date("maturesOn");
    if (placedOn !== null && maturesOn !== null && maturesOn < placedOn)
      row.error("maturesOn", "before-placed", { placed: { day: placedOn } });
    if (description === null || amountCents === null) return [];
    return [{ row: row.row, description, amountCents, placedOn, maturesOn }];
  });
}
