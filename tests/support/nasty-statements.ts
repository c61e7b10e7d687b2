// Invented statements as issuers and people really produce them, each difficult in its own way.
import { pdfStatement } from "./pdf-files.ts";
import type { CorpusFile } from "./statement-corpus.ts";
import {
  bytesOf,
  csvOf,
  customerTable,
  january,
  newOrganisation,
  oldOrganisation,
  type Rows,
} from "./statement-files.ts";
import { xlsOf } from "./workbooks.ts";

const month = { opening: 1_000_000n, movements: january };
const settled = january.filter(({ status }) => status === undefined).map(({ cents }) => cents);
const closing = 1_000_000n + settled.reduce((sum, cents) => sum + cents, 0n);
const newestFirst = settled.toReversed();
const old = { format: "mpesa_organisation_old", failed: 1, closing };

const text = (
  name: string,
  rows: Rows | string,
  expected: CorpusFile["expected"],
  params?: Parameters<typeof csvOf>[1],
): CorpusFile => ({
  name,
  bytes: bytesOf(typeof rows === "string" ? rows : csvOf(rows, params)),
  expected,
});

export async function nastyStatements(): Promise<CorpusFile[]> {
  return [
    {
      name: "old organisation, xls under eleven rows more of preamble, with empty rows between",
      bytes: xlsOf({
        Report: [
          ["Organization Statement"],
          [],
          ["Printed By:", "UMOJA"],
          [],
          ["Note:", "1. for the Treasurer"],
          [],
          ...oldOrganisation(month),
          [],
          ["Total", "", "", "", "", "", "", ""],
          ["Disclaimer: this record is produced for your personal use"],
        ],
      }),
      expected: { ...old, amounts: settled },
    },
    text(
      "old organisation, short preamble, mark of byte order and CRLF",
      `\uFEFF${csvOf(oldOrganisation(month).slice(7), { lineEnd: "\r\n" })}`,
      { ...old, amounts: settled },
    ),
    text(
      "old organisation, withdrawn positive and newest first",
      oldOrganisation(month, true).map((row, index) =>
        index < 11 ? row : row.with(6, (row[6] ?? "").replace("-", "")),
      ),
      { ...old, amounts: newestFirst },
    ),
    text(
      "new organisation, empty rows and a footer",
      [
        ...newOrganisation(month).flatMap((row) => [row, []]),
        ["Total", "", "", "", "4,500.50", "3,017.00", ""],
      ],
      { format: "mpesa_organisation_new", failed: 1, closing, amounts: newestFirst },
    ),
    text(
      "bank, amounts in words of their own",
      [
        ["Date", "Narration", "Ref", "Amount", "Balance"],
        ["01-Feb-26", "Deposit", "A1", "KES 2 000", "KES 2 000"],
        ["02-Feb-26", "Rent", "A2", "500 DR", "1,500.00"],
        ["03-Feb-26", "Ledger fee", "A3", "120.00-", "1,380.00"],
        ["04-Feb-26", "Refund", "A4", "Ksh20.00", "1,400.00CR"],
      ],
      { format: "bank", amounts: [200_000n, -50_000n, -12_000n, 2_000n], closing: 140_000n },
    ),
    text(
      "bank, a month before its day",
      [
        ["Date", "Narration", "Ref", "Amount", "Balance"],
        ["12/02/2026", "Deposit", "A1", "100.00", "100.00"],
        ["02/13/2026", "Deposit", "A2", "100.00", "200.00"],
      ],
      { format: "bank", amounts: [10_000n], problems: 1 },
    ),
    {
      name: "bank, Windows-1252 with semicolons",
      bytes: new Uint8Array(
        Buffer.from(
          "Date;Libell\u00e9;Details;Debit;Credit;Balance\r\n05/02/2026;x;Caf\u00e9 d\u00e9p\u00f4t;;1,000.00;1,000.00\r\n06/02/2026;x;\u00a3 note;250.00;;750.00\r\n",
          "latin1",
        ),
      ),
      expected: { format: "bank", amounts: [100_000n, -25_000n], closing: 75_000n },
    },
    text(
      "bank, newest first with opening and closing rows",
      [
        ["Date", "Details", "Debit", "Credit", "Balance"],
        ["", "Closing Balance", "", "", "900.00"],
        ["07/02/2026", "Out", "100.00", "", "900.00"],
        ["05/02/2026", "In", "", "500.00", "1,000.00"],
        ["", "Opening Balance", "", "", "500.00"],
      ],
      { format: "bank", amounts: [-10_000n, 50_000n], closing: 90_000n },
    ),
    text(
      "bank, totals on each page and the heading again",
      [
        ["Date", "Details", "Debit", "Credit", "Balance"],
        ["05/02/2026", "In", "", "500.00", "500.00"],
        ["Sub Total", "", "0.00", "500.00", ""],
        [],
        ["Date", "Details", "Debit", "Credit", "Balance"],
        ["06/02/2026", "In", "", "300.00", "800.00"],
        ["Grand Total", "", "0.00", "800.00", ""],
        ["*** End of statement ***"],
      ],
      { format: "bank", amounts: [50_000n, 30_000n], closing: 80_000n },
    ),
    text(
      "bank, an M-PESA code in its narration and a charge",
      [
        [
          "Transaction Date",
          "Value Date",
          "Particulars",
          "Money Out",
          "Money In",
          "Ledger Balance",
        ],
        [
          "05/02/2026",
          "05/02/2026",
          "MPS 254712345678 UB5Q1W2E3R 0042 BRIAN OTIENO",
          "",
          "700.00",
          "700.00",
        ],
        ["05/02/2026", "05/02/2026", "MPS CHARGE UB5Q1W2E3R", "20.00", "", "680.00"],
      ],
      { format: "bank", amounts: [70_000n, -2_000n], closing: 68_000n },
    ),
    text(
      "bank, zeros on both sides",
      [
        ["Date", "Details", "Debit", "Credit", "Balance"],
        ["05/02/2026", "In", "0.00", "500.00", "500.00"],
        ["06/02/2026", "Out", "200.00", "0.00", "300.00"],
        ["07/02/2026", "Nothing", "0.00", "0.00", "300.00"],
      ],
      { format: "bank", amounts: [50_000n, -20_000n], closing: 30_000n },
    ),
    text(
      "customer, csv of a converter with quoted lines in its details",
      customerTable(month).map((row, index) =>
        index === 0 ? row : row.with(2, (row[2] ?? "").replace(" ", "\n")),
      ),
      { format: "mpesa_customer", failed: 1, closing, amounts: newestFirst },
    ),
    {
      name: "customer, pdf of many pages with a password",
      bytes: await pdfStatement(customerTable(month), { password: "0042", perPage: 2 }),
      password: "0042",
      expected: { format: "mpesa_customer", failed: 1, closing, amounts: newestFirst },
    },
    text(
      "bank, an amount that says nothing",
      [
        ["Date", "Details", "Debit", "Credit", "Balance"],
        ["05/02/2026", "In", "", "500.00", "500.00"],
        ["06/02/2026", "In", "", "N/A", "500.00"],
      ],
      { format: "bank", amounts: [50_000n], problems: 1 },
    ),
    text(
      "bank, by tabs, days of one digit and a time",
      [
        ["Date", "Details", "Debit", "Credit", "Balance"],
        ["5/2/2026 9:05", "In", "", "1,500", "1,500"],
        ["6/2/2026 10:15", "Out", "500", "", "1,000"],
      ],
      { format: "bank", amounts: [150_000n, -50_000n], closing: 100_000n },
      { separator: "\t" },
    ),
  ];
}
