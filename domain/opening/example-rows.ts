// The example row of each sheet, in each language: shown in the template and never read (OPEN-4).
import { headingKey, textAt, type Cell } from "../spreadsheets/table.ts";
import type { FoundSheet } from "./find-sheets.ts";
import { columnsOf, exampleMark, type SheetKey, type SheetLanguage } from "./sheet-columns.ts";

/** An amount in KES, a day as `yyyy-MM-dd`, or text; by the column's key. */
export type ExampleRow = Readonly<Record<string, string | number>>;

export const exampleRows: Readonly<Record<SheetLanguage, Record<SheetKey, ExampleRow>>> = {
  en: {
    members: {
      regNumber: exampleMark.en,
      firstName: "Amina",
      lastName: "Wanjiru",
      phone: "0712345678",
      email: "amina@example.com",
      joinedOn: "2024-01-15",
      status: "Active",
      savings: 42_000,
      paidUpTo: "2026-06",
      lastPaidOn: "2026-06-05",
      unpaidFines: 0,
    },
    loans: {
      regNumber: exampleMark.en,
      loanType: "Normal loan",
      amount: 10_000,
      interest: 1_000,
      paid: 5_500,
      givenOn: "2026-01-10",
      dueOn: "2027-01-10",
    },
    group: { account: `${exampleMark.en}: Bank`, balance: 120_000 },
    deposits: {
      description: `${exampleMark.en}: 91 days at the bank`,
      amount: 50_000,
      placedOn: "2026-05-04",
      maturesOn: "2026-08-03",
    },
    history: {
      regNumber: exampleMark.en,
      month: "2026-06",
      amount: 1_000,
      paidOn: "2026-06-05",
      reference: "QWE1234567",
    },
  },
  sw: {
    members: {
      regNumber: exampleMark.sw,
      firstName: "Amina",
      lastName: "Wanjiru",
      phone: "0712345678",
      email: "amina@example.com",
      joinedOn: "2024-01-15",
      status: "Hai",
      savings: 42_000,
      paidUpTo: "2026-06",
      lastPaidOn: "2026-06-05",
      unpaidFines: 0,
    },
    loans: {
      regNumber: exampleMark.sw,
      loanType: "Mkopo wa kawaida",
      amount: 10_000,
      interest: 1_000,
      paid: 5_500,
      givenOn: "2026-01-10",
      dueOn: "2027-01-10",
    },
    group: { account: `${exampleMark.sw}: Benki`, balance: 120_000 },
    deposits: {
      description: `${exampleMark.sw}: siku 91 benki`,
      amount: 50_000,
      placedOn: "2026-05-04",
      maturesOn: "2026-08-03",
    },
    history: {
      regNumber: exampleMark.sw,
      month: "2026-06",
      amount: 1_000,
      paidOn: "2026-06-05",
      reference: "QWE1234567",
    },
  },
};

/** Whether its first column marks it: `EXAMPLE`, or `EXAMPLE: Bank`. */
export function isExample(sheet: FoundSheet, cells: readonly Cell[]): boolean {
  return exampleOf(sheet, cells) !== null;
}

/** Whether it equals the template's; amounts and days, which programs reformat, are not compared. */
export function isSameExample(sheet: FoundSheet, cells: readonly Cell[]): boolean {
  const example = exampleOf(sheet, cells);
  return columnsOf(sheet.key).every(([key, { holds }]) => {
    if (holds !== "text" || key === "phone") return true;
    const written = textAt(cells, sheet.columns.get(key)?.index);
    return !sheet.columns.has(key) || headingKey(written) === headingKey(`${example?.[key] ?? ""}`);
  });
}

function exampleOf(sheet: FoundSheet, cells: readonly Cell[]): ExampleRow | null {
  const first = columnsOf(sheet.key)[0]?.[0] ?? "";
  const written = textAt(cells, sheet.columns.get(first)?.index).toUpperCase();
  const [, mark] = /^(EXAMPLE|MFANO)(?:$|:)/.exec(written) ?? [];
  if (mark === undefined) return null;
  return exampleRows[mark === exampleMark.en ? "en" : "sw"][sheet.key];
}
