// Invented statements of every readable kind, with the expected result of each.
import { write } from "@e965/xlsx";
import { pdfStatement } from "./pdf-files.ts";
import {
  bytesOf,
  type CorpusFile,
  csvOf,
  customer,
  customerTable,
  fresh,
  month,
  type Movement,
  newestFirst,
  newOrganisation,
  old,
  oldOrganisation,
  type Rows,
  settled,
  text,
} from "./statement-files.ts";
import { workbookOf, xlsOf, xlsxOf, type Value } from "./workbooks.ts";

const change = (rows: Rows, row: number, column: number, text: string): Rows =>
  rows.map((cells, index) => (index === row ? cells.with(column, text) : cells));
const sheet = (rows: Rows): Value[][] => rows.map((row) => row.map((text) => text));
const sameDay: Movement[] = [1n, 2n, 3n].map((part) => ({
  receipt: `UB0SAMEDA${part}`,
  at: "2026-02-01 10:00:00",
  cents: part * 10_000n,
  details: "Pay Bill from 25470****111 - ALICE **** WANJIRU Acc. M001",
}));

/** As numbers, like Excel writes the old export: `A/C No.` lost its zeros, amounts and withdrawals are numbers. */
function oldAsNumbers(): Value[][] {
  return oldOrganisation(month).map((row, index) =>
    row.map((text, column) => {
      if (index < 11 || text === "") return text;
      if (column === 12) return /^\d+$/.test(text) ? Number(text) : text;
      return column >= 5 && column <= 7 ? Number(text.replaceAll(",", "")) : text;
    }),
  );
}

const sides = ["Date", "Value Date", "Particulars", "Cheque No", "Debit", "Credit", "Balance"];
const bankRows: Rows = [
  ["CO-OPERATIVE BANK OF KENYA"],
  ["Account Name", "UMOJA SELF HELP GROUP"],
  ["Account Number", "01109000123400"],
  ["Statement Period", "01/02/2026 to 28/02/2026"],
  [],
  sides,
  ["", "", "BALANCE B/FWD", "", "", "", "50,000.00"],
  [
    "02/02/2026",
    "02/02/2026",
    "MPS 254712345678 UB25Q1W2E3 M001 BRIAN OTIENO",
    "",
    "",
    "3,000.00",
    "53,000.00",
  ],
  ["03/02/2026", "03/02/2026", "CHEQUE DEPOSIT", "000123", "", "10,000.00", "63,000.00"],
  [],
  ["10/02/2026", "10/02/2026", "LEDGER FEES", "", "250.00", "", "62,750.00"],
  ["28/02/2026", "01/03/2026", "RTGS TO SUPPLIER", "FT26059ABC", "12,750.00", "", "50,000.00"],
  ["TOTAL", "", "", "", "13,000.00", "13,000.00", ""],
];
const bankAmounts = [300_000n, 1_000_000n, -25_000n, -1_275_000n];
const bank = { format: "bank", amounts: bankAmounts, closing: 5_000_000n };
const signedRows = (write: (cents: number) => string): Rows => [
  ["Transaction Date", "Narrative", "Reference", "Amount", "Running Balance"],
  ["01-Feb-2026", "Opening", "R1", write(2_000), "2,000.00"],
  ["05-Feb-26", "Rent", "R2", write(-500), "1,500.00"],
  ["06-Feb-26", "Bank charges", "R3", write(-120), "1,380.00"],
];
const signedAmounts = [200_000n, -50_000n, -12_000n];
const signed = { format: "bank", amounts: signedAmounts, closing: 138_000n };

export async function statementCorpus(): Promise<CorpusFile[]> {
  return [
    text("old organisation, csv", oldOrganisation(month), { ...old, amounts: settled }),
    text("old organisation, csv, newest first", oldOrganisation(month, true), {
      ...old,
      amounts: newestFirst,
    }),
    text(
      "old organisation, csv, CRLF",
      oldOrganisation(month),
      { ...old, amounts: settled },
      { lineEnd: "\r\n" },
    ),
    text(
      "old organisation, csv, semicolons",
      oldOrganisation(month),
      { ...old, amounts: settled },
      { separator: ";" },
    ),
    text(
      "old organisation, csv, withdrawn without sign",
      oldOrganisation(month).map((row, index) =>
        index < 11 ? row : row.with(6, (row[6] ?? "").replace("-", "")),
      ),
      { ...old, amounts: settled },
    ),
    text(
      "old organisation, csv, longer preamble",
      [["Report"], [], ["Printed on:", "01-02-2026"], ...oldOrganisation(month)],
      { ...old, amounts: settled },
    ),
    text("old organisation, csv, no lines", oldOrganisation({ opening: 70_000n, movements: [] }), {
      format: old.format,
      amounts: [],
      closing: 70_000n,
    }),
    text(
      "old organisation, csv, a wrong opening",
      change(oldOrganisation(month), 7, 1, "9,999.00"),
      { ...old, amounts: settled, breaks: 1 },
    ),
    text("old organisation, csv, a line cut out", oldOrganisation(month).toSpliced(13, 1), {
      ...old,
      amounts: settled.toSpliced(2, 1),
      breaks: 1,
    }),
    text(
      "old organisation, csv, an impossible day",
      change(oldOrganisation(month), 11, 1, "31-02-2026 10:00:00"),
      { ...old, amounts: settled.slice(1), problems: 1 },
    ),
    {
      name: "old organisation, xls",
      bytes: xlsOf({ Report: sheet(oldOrganisation(month)) }),
      expected: { ...old, amounts: settled },
    },
    {
      name: "old organisation, xls, numbers",
      bytes: xlsOf({ Report: oldAsNumbers() }),
      expected: { ...old, amounts: settled },
    },
    {
      name: "old organisation, xlsx",
      bytes: xlsxOf({ Report: sheet(oldOrganisation(month)) }),
      expected: { ...old, amounts: settled },
    },
    text("new organisation, csv", newOrganisation(month), fresh, { lineEnd: "\r\n" }),
    {
      name: "new organisation, csv with a byte order mark",
      bytes: bytesOf(`\uFEFF${csvOf(newOrganisation(month))}`),
      expected: fresh,
    },
    {
      name: "new organisation, xlsx with text cells",
      bytes: xlsxOf({ Sheet1: sheet(newOrganisation(month)) }),
      expected: fresh,
    },
    text(
      "new organisation, csv, payments of one second",
      newOrganisation({ opening: 0n, movements: sameDay }),
      { format: fresh.format, amounts: [30_000n, 20_000n, 10_000n], closing: 60_000n },
    ),
    text("new organisation, csv, a wrong balance", change(newOrganisation(month), 4, 6, "1.00"), {
      ...fresh,
      breaks: 2,
    }),
    text(
      "new organisation, csv, an amount with a comma for a point",
      change(newOrganisation(month), 3, 4, "1000,00"),
      { ...fresh, amounts: newestFirst.toSpliced(2, 1), problems: 1 },
    ),
    text("customer, csv of a converter", customerTable(month), customer),
    text(
      "customer, csv with its title",
      [
        ["M-PESA STATEMENT"],
        ["Customer Name:", "ALICE"],
        ["Mobile Number:", "0712345678"],
        [],
        ...customerTable(month),
      ],
      customer,
    ),
    { name: "customer, pdf", bytes: await pdfStatement(customerTable(month)), expected: customer },
    {
      name: "customer, pdf, right-aligned, three pages",
      bytes: await pdfStatement(customerTable(month), { alignsRight: true, perPage: 3 }),
      expected: customer,
    },
    {
      name: "customer, pdf with a password",
      bytes: await pdfStatement(customerTable(month), { password: "314159" }),
      password: "314159",
      expected: customer,
    },
    text("bank, debit and credit", bankRows, bank),
    text("bank, semicolons", bankRows, bank, { separator: ";" }),
    {
      name: "bank, Windows-1252",
      bytes: new Uint8Array(
        Buffer.from(
          csvOf(
            change(bankRows, 8, 2, "DÉPÔT – CHÈQUE").map((row) =>
              row.map((cell) => cell.replace("–", "\u0096")),
            ),
          ),
          "latin1",
        ),
      ),
      expected: bank,
    },
    { name: "bank, xlsx", bytes: xlsxOf({ Statement: sheet(bankRows) }), expected: bank },
    { name: "bank, xls", bytes: xlsOf({ Statement: sheet(bankRows) }), expected: bank },
    {
      name: "bank, xlsx with dates and numbers",
      bytes: xlsxOf({
        Statement: bankRows.map((row, index) =>
          row.map((cell, column) =>
            index < 7 || cell === ""
              ? cell
              : column < 2 && /^\d/.test(cell)
                ? new Date(`${cell.split("/").toReversed().join("-")}T00:00:00Z`)
                : column > 3
                  ? Number(cell.replaceAll(",", ""))
                  : cell,
          ),
        ),
      }),
      expected: bank,
    },
    text("bank, newest first", [...bankRows.slice(0, 6), ...bankRows.slice(6, 12).toReversed()], {
      ...bank,
      amounts: bankAmounts.toReversed(),
    }),
    text(
      "bank, signed amounts",
      signedRows((amount) => amount.toFixed(2)),
      signed,
    ),
    text(
      "bank, amounts in parentheses",
      signedRows((amount) => (amount < 0 ? `(${-amount}.00)` : `${amount}.00`)),
      signed,
    ),
    text(
      "bank, amounts with DR and CR",
      signedRows((amount) => (amount < 0 ? `KES ${-amount} DR` : `KES ${amount}CR`)),
      signed,
    ),
    text(
      "bank, amounts with a sign at the end",
      signedRows((amount) => (amount < 0 ? `${-amount}.00-` : `Ksh${amount}.00`)),
      signed,
    ),
    text(
      "bank, without balances",
      signedRows((amount) => String(amount)).map((row) => row.slice(0, 4)),
      { ...signed, closing: null },
    ),
    text(
      "bank, months before days",
      change(
        signedRows((amount) => String(amount)),
        2,
        0,
        "02/13/2026",
      ),
      { ...signed, amounts: [200_000n, -12_000n], problems: 1 },
    ),
    text(
      "bank, with a type that is no side, and its amount as value",
      [
        ["Date", "Description", "Transaction Type", "Value (KES)", "Balance (KES)"],
        ["01/02/2026", "Opening gift", "Transfer", "2,000.00", "2,000.00"],
        ["02/02/2026", "Rent", "Standing order", "-500.00", "1,500.00"],
      ],
      { format: "bank", amounts: [200_000n, -50_000n], closing: 150_000n },
    ),
    text(
      "bank, withdrawals (Dr) and deposits (Cr)",
      [
        ["Txn Date", "Particulars", "Withdrawals (Dr)", "Deposits (Cr)", "Balance"],
        ["01/02/2026", "Deposit", "", "2,000.00", "2,000.00 CR"],
        ["02/02/2026", "Rent", "500.00", "", "1,500.00 CR"],
      ],
      { format: "bank", amounts: [200_000n, -50_000n], closing: 150_000n },
    ),
    text(
      "customer, csv without dots in its heading",
      customerTable(month).map((row, index) => (index > 0 ? row : row.with(0, "Receipt No"))),
      customer,
    ),
    {
      ...text(
        "bank, only by a mapping",
        [
          ["When", "What", "Sum", "Side", "Left"],
          ["1/2/2026", "In", "2 000", "C", "2 000"],
          ["2/2/2026", "Out", "500", "D", "1 500"],
        ],
        { format: "bank", amounts: [200_000n, -50_000n], closing: 150_000n },
      ),
      mapping: {
        date: "When",
        value_date: null,
        details: "What",
        reference: null,
        amount: "Sum",
        direction: "Side",
        debit: null,
        credit: null,
        balance: "Left",
      },
    },
    { name: "bank, xlsx with formulas and a macro's name", bytes: withFormulas(), expected: bank },
  ];
}

/** Formulas with their saved values, and one that would fetch something: only saved values are read. */
function withFormulas(): Uint8Array {
  const workbook = workbookOf({ Statement: sheet(bankRows) });
  const cells = workbook.Sheets.Statement!;
  cells.F8!.f = 'WEBSERVICE("http://127.0.0.1:9/")';
  cells.G8!.f = "G7+F8";
  return new Uint8Array(write(workbook, { type: "buffer", bookType: "xlsx" }) as Buffer);
}
