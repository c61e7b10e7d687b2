// Difficult files that people upload as statements, with the expected outcome of each.
import type { failures } from "#messages/en/answers.ts";
import type { refusals } from "#messages/en/refusals.ts";
import { pdfStatement } from "./pdf-files.ts";
import {
  bytesOf,
  csvOf,
  customerTable,
  january,
  newOrganisation,
  oldOrganisation,
  type Rows,
} from "./statement-files.ts";
import { bombXlsx } from "./hostile-files.ts";
import { xlsOf, xlsxOf } from "./workbooks.ts";

export type NastyUpload = {
  name: string;
  bytes: Uint8Array;
  fields?: Record<string, string>;
} &
  /** The sentence's key. */
  (
    | { refused: keyof typeof refusals | keyof typeof failures }
    /** Line and column of each unreadable cell. */
    | { problems: [line: number, column: string][] }
    /** Cents of the valid lines, the smallest first. */
    | { amounts: bigint[]; state?: "whole" | "broken" }
  );

const month = { opening: 1_000_000n, movements: january };
const settled = inOrder(
  january.filter(({ status }) => status === undefined).map(({ cents }) => cents),
);
const heading = ["Date", "Details", "Debit", "Credit", "Balance"];

function inOrder(amounts: bigint[]): bigint[] {
  return amounts.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

const bank = (rows: Rows): Uint8Array => bytesOf(csvOf([heading, ...rows]));

export async function nastyUploads(): Promise<NastyUpload[]> {
  return [
    {
      name: "11 MB",
      bytes: new Uint8Array(11 * 1024 * 1024).fill(0x61),
      refused: "fileTooLarge",
    },
    { name: "an xlsx of 300 MB of spaces", bytes: bombXlsx(), refused: "file-too-large-to-read" },
    {
      name: "a PDF with a password that was not sent",
      bytes: await pdfStatement(customerTable(month), { password: "0042" }),
      refused: "statement-password-needed",
    },
    {
      name: "a PDF with another password than was sent",
      bytes: await pdfStatement(customerTable(month), { password: "0042" }),
      fields: { password: "0043" },
      refused: "statement-password-wrong",
    },
    {
      name: "a PDF with its password",
      bytes: await pdfStatement(customerTable(month), { password: "0042" }),
      fields: { password: "0042" },
      amounts: settled,
    },
    {
      name: "a picture",
      bytes: bytesOf("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0"),
      refused: "file-kind-unknown",
    },
    {
      name: "an xls cut short",
      bytes: xlsOf({ Report: oldOrganisation(month) }).slice(0, 3_000),
      refused: "file-damaged",
    },
    {
      name: "UTF-16 with its mark",
      bytes: new Uint8Array(Buffer.from(`\uFEFF${csvOf(oldOrganisation(month))}`, "utf16le")),
      amounts: settled,
    },
    {
      name: "UTF-8 with its mark",
      bytes: bytesOf(`\uFEFF${csvOf(oldOrganisation(month))}`),
      amounts: settled,
    },
    {
      name: "Windows-1252 by semicolons",
      bytes: new Uint8Array(
        Buffer.from(
          "Date;Details;Debit;Credit;Balance\r\n05/02/2026;Caf\u00e9 \u00a3;;1,000.00;1,000.00\r\n",
          "latin1",
        ),
      ),
      amounts: [100_000n],
    },
    {
      name: "rows of totals, on each page and at the end",
      bytes: bank([
        ["", "Opening Balance", "", "", "0.00"],
        ["05/02/2026", "In", "", "500.00", "500.00"],
        ["Page Total", "", "0.00", "500.00", ""],
        heading,
        ["06/02/2026", "Out", "100.00", "", "400.00"],
        ["Grand Total", "", "100.00", "500.00", ""],
      ]),
      amounts: [-10_000n, 50_000n],
    },
    {
      name: "each line twice, and the balance says they came once",
      bytes: bank([
        ["05/02/2026", "In", "", "500.00", "500.00"],
        ["05/02/2026", "In", "", "500.00", "500.00"],
      ]),
      amounts: [50_000n, 50_000n],
      state: "broken",
    },
    { name: "newest first", bytes: bytesOf(csvOf(newOrganisation(month))), amounts: settled },
    {
      name: "oldest at the end and at the beginning",
      bytes: bank([
        ["06/02/2026", "In", "", "100.00", "600.00"],
        ["05/02/2026", "In", "", "500.00", "500.00"],
        ["07/02/2026", "In", "", "50.00", "650.00"],
      ]),
      amounts: [5_000n, 10_000n, 50_000n],
      state: "broken",
    },
    {
      name: "brackets, signs behind and words of debit",
      bytes: bytesOf(
        csvOf([
          ["Date", "Details", "Amount", "Balance"],
          ["05/02/2026", "In", "KES 2 000", "2,000.00"],
          ["06/02/2026", "Out", "(1,234.50)", "765.50"],
          ["07/02/2026", "Fee", "120.00-", "645.50"],
          ["08/02/2026", "Cheque", "500 DR", "145.50"],
        ]),
      ),
      amounts: [-123_450n, -50_000n, -12_000n, 200_000n],
    },
    {
      name: "money in below 0",
      bytes: bank([
        ["05/02/2026", "In", "", "500.00", "500.00"],
        ["06/02/2026", "In", "", "-20.00", "480.00"],
      ]),
      problems: [[3, "Credit"]],
    },
    {
      name: "the month before the day",
      bytes: bank([
        ["02/12/2026", "In", "", "500.00", "500.00"],
        ["02/13/2026", "In", "", "20.00", "520.00"],
      ]),
      problems: [[3, "Date"]],
    },
    {
      name: "a date and an amount that say nothing, in a file of three rows",
      bytes: bank([
        ["yesterday", "In", "", "500.00", "500.00"],
        ["06/02/2026", "In", "", "five", "520.00"],
        ["07/02/2026", "In", "", "", "520.00"],
      ]),
      problems: [
        [2, "Date"],
        [3, "Credit"],
        [4, "Credit"],
      ],
    },
    {
      name: "a sum above what any account holds",
      bytes: bank([["05/02/2026", "In", "", "999,999,999,999,999.00", "1.00"]]),
      problems: [[2, "Credit"]],
    },
    {
      name: "formulas and links",
      bytes: bank([
        ["05/02/2026", '=HYPERLINK("http://evil.example","x")', "", "500.00", "500.00"],
        ["06/02/2026", "@SUM(1+1)*cmd|' /C calc'!A0", "100.00", "", "400.00"],
      ]),
      amounts: [-10_000n, 50_000n],
    },
    {
      name: "a workbook whose first sheet says nothing",
      bytes: xlsxOf({ Cover: [["For the Treasurer"]], Report: oldOrganisation(month) }),
      amounts: settled,
    },
    {
      name: "a table of something else",
      bytes: bytesOf("Name,Town,Age\nJane,Nyeri,40\n"),
      refused: "statement-heading-missing",
    },
    { name: "a heading and nothing beneath", bytes: bank([]), refused: "statement-empty" },
    {
      name: "two accounts in one file",
      bytes: bytesOf(
        csvOf([
          ["Account Number: 0110"],
          heading,
          ["05/02/2026", "In", "", "500.00", "500.00"],
          [],
          ["Account Number: 0220"],
          heading,
          ["05/02/2026", "In", "", "70.00", "9,070.00"],
        ]),
      ),
      refused: "statement-of-several-accounts",
    },
  ];
}
