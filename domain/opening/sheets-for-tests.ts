// The sheets of a small group as read from a file, and the problems reported in them, for the tests of this folder.
import type { Cell } from "../spreadsheets/table.ts";
import { exampleRows } from "./example-rows.ts";
import type { UploadedTable } from "./find-sheets.ts";
import { validateSheet, type SheetContext } from "./validate-sheet.ts";
import type { SheetAccount } from "./opening-book.ts";
import { columnsOf, headingOf, sheetKeys, sheets, type SheetLanguage } from "./sheet-columns.ts";
import { wordKey } from "./sheet-rows.ts";

export type Value = string | number;

const listOf = <Word>(words: Record<string, Word>) => ({
  known: new Map(Object.entries(words).map(([name, word]) => [wordKey(name), word])),
  listed: Object.keys(words).join(", "),
});

const context: SheetContext = {
  cutOver: "2026-06-30",
  accounts: [],
  products: [],
  language: "en",
  mapping: null,
  words: {
    statuses: listOf({ Active: "active", Hai: "active", Dormant: "dormant", Tuli: "dormant" }),
    loanTypes: listOf({
      "Normal loan": "normal_loan",
      "Mkopo wa kawaida": "normal_loan",
      emergency_loan: "emergency_loan",
    }),
    accounts: listOf<SheetAccount>({
      bank: "bank",
      Benki: "bank",
      retained_earnings: "retained_earnings",
      Investments: "investment",
      good_will: "good_will",
      "Members' contributions": "monthly_contribution",
      "M-PESA": "mpesa",
      Cash: "cash",
      interest_income: "interest_income",
      dividends_payable: "dividends_payable",
    }),
  },
};

const cellOf = (value: Value): Cell =>
  typeof value === "number"
    ? { text: String(value), kind: "number" }
    : { text: value, kind: /^\d{4}-\d\d-\d\d$/.test(value) ? "date" : "text" };

export const table = (name: string, ...rows: Value[][]): UploadedTable => ({
  name,
  fileName: "book.xlsx",
  rows: rows.map((row) => row.map(cellOf)),
});

export const memberHeadings = columnsOf("members").map(([, column]) => headingOf(column, "en"));
export const asha = [
  "007",
  "Asha",
  "Otieno",
  "0712 345 678",
  "asha@example.com",
  "2024-01-15",
  "Active",
  "42,000",
  "Jun 2026",
  "05/06/2026",
  500,
];
export const baraka = [
  "8",
  "Baraka",
  "Mutua",
  "",
  "",
  "15/03/2025",
  "dormant",
  10_000,
  "2026-05",
  "",
  "",
];
export const members = (...rows: Value[][]) => table("Members", memberHeadings, ...rows);
export const group = (...rows: Value[][]) => table("Group", ["Account*", "Balance*"], ...rows);
export const loanHeadings = columnsOf("loans").map(([, column]) => headingOf(column, "en"));
export const loan = ["7", "Normal loan", 10_000, 1_000, "5,500", "2026-01-10", "2027-01-10"];
export const balanced = group(["bank", 46_000], ["Investments", 0], ["Retained earnings", 0]);

export const validate = (tables: UploadedTable[], params: Partial<SheetContext> = {}) =>
  validateSheet(tables, { ...context, ...params });
/** As `Members 3 Phone: phone-twice`. */
export const findings = (tables: UploadedTable[], params: Partial<SheetContext> = {}) => {
  const { problems, warnings } = validate(tables, params);
  const say = ({ sheet, row, column, fault }: (typeof problems)[number]) =>
    `${sheet} ${row} ${column}: ${fault.code}`;
  return { problems: problems.map(say), warnings: warnings.map(say) };
};
export const nothing = { problems: [], warnings: [] };

export const turned = (row: Value[]) => row.toReversed();
export const asCsv = ({ rows }: UploadedTable, fileName: string): UploadedTable => ({
  name: "",
  fileName,
  rows,
});
export const examples = (language: SheetLanguage) =>
  sheetKeys.map((key) =>
    table(
      sheets[key].name[language],
      columnsOf(key).map(([, column]) => headingOf(column, language)),
      columnsOf(key).map(([name]) => exampleRows[language][key][name] ?? ""),
    ),
  );
export const withLoans = (...rows: Value[][]) => [
  members(asha.with(0, "7")),
  balanced,
  table("Loans", loanHeadings, ...rows),
];
export const withHistory = (...rows: Value[][]) => [
  members(baraka),
  balanced,
  table("Past contributions", ["RegNo*", "Month*", "Amount*"], ...rows),
];
