import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "#domain/refusal.ts";
import type { FileLine } from "#domain/statements/statement-file.ts";
import { readWrittenAmount, readWrittenMoment, type Table } from "#domain/spreadsheets/table.ts";
import { fileKind } from "#server/core/spreadsheets/file-kinds.ts";
import { readTablesHere } from "#server/core/spreadsheets/read-tables.ts";
import { pdfStatement } from "#tests/support/pdf-files.ts";
import { statementCorpus } from "#tests/support/statement-corpus.ts";
import {
  closing,
  type CorpusFile,
  csvOf,
  customerTable,
  month,
  newestFirst,
  newOrganisation,
  old,
  oldOrganisation,
  settled,
  text,
} from "#tests/support/statement-files.ts";
import { xlsOf } from "#tests/support/workbooks.ts";
import { readBankFile } from "./read-bank-file.ts";

let corpus: CorpusFile[];
beforeAll(async () => {
  corpus = [...(await statementCorpus()), ...(await nastyStatements())];
});

const read = (file: CorpusFile, bytes = file.bytes) =>
  readBankFile(bytes, {
    fileName: "statement",
    today: "2030-01-01",
    password: file.password,
    mapping: file.mapping,
  });

describe("at least thirty statements of every kind", () => {
  it("each is read exactly as written", async () => {
    expect(corpus.length).toBeGreaterThanOrEqual(30);
    for (const file of corpus) {
      const reported = await read(file);
      const { format, amounts, failed = 0, breaks = 0, problems = 0 } = file.expected;
      const { closing = reported.closing } = file.expected;
      const counted = reported.lines.filter(({ kind }) => kind !== "failed");
      expect({
        name: file.name,
        format: reported.format,
        amounts: counted.map(({ amountCents }) => amountCents),
        failed: reported.lines.length - counted.length,
        breaks: reported.breaks.length,
        problems: reported.problems.length,
        closing: reported.closing,
      }).toEqual({
        name: file.name,
        format,
        amounts,
        failed,
        breaks,
        problems,
        closing: problems === 0 ? closing : reported.closing,
      });
    }
  });
});

describe("a damaged statement", () => {
  it("is read or refused, and never yields a line that is not in it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(corpus.length - 1), damages, async (nth, made) => {
        const file = corpus[nth]!;
        const bytes = made.reduce((before, damage) => damage(before), file.bytes);
        expect(await whatIsWrong(file, bytes)).toBeNull();
      }),
      { numRuns: 400 },
    );
  });
});

/** An error that is no refusal, or a line that the file does not contain. */
async function whatIsWrong(file: CorpusFile, bytes: Uint8Array): Promise<unknown> {
  try {
    const { lines } = await read(file, bytes);
    if (fileKind(bytes) === "pdf") return null;
    const tables = readTablesHere(bytes);
    return lines.find((line) => !standsIn(tables, line)) ?? null;
  } catch (error) {
    return error instanceof Refusal ? null : error;
  }
}

/** Whether the cells of the line's row hold its day, amount and reference. */
function standsIn(tables: readonly Table[], line: FileLine): boolean {
  return tables.some(({ rows }) => {
    const texts = (rows[line.line - 1] ?? []).map(({ text }) => text.trim());
    const amounts = texts.map(readWrittenAmount);
    return (
      texts.some((text) => readWrittenMoment(text) === line.at) &&
      (line.amountCents === 0n ||
        amounts.some((cents) => cents === line.amountCents || cents === -line.amountCents)) &&
      (line.reference === null ||
        texts.some((text) =>
          text
            .toUpperCase()
            .replace(/\s+/g, " ")
            .startsWith(line.reference ?? ""),
        ))
    );
  });
}

type Damage = (bytes: Uint8Array) => Uint8Array;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const damages = fc.array(
  fc.oneof(
    // Some bytes change.
    fc
      .array(fc.tuple(share, fc.nat(255)), { minLength: 1, maxLength: 12 })
      .map((changes): Damage => (bytes) => {
        const copy = bytes.slice();
        for (const [at, byte] of changes) copy[Math.floor(at * copy.length)] = byte;
        return copy;
      }),
    // The file is cut short.
    share.map(
      (at): Damage =>
        (bytes) =>
          bytes.slice(0, Math.floor(at * bytes.length)),
    ),
    // A piece is missing, or appears twice.
    fc.tuple(share, share, fc.boolean()).map(([from, size, twice]): Damage => (bytes) => {
      const start = Math.floor(from * bytes.length);
      const piece = bytes.slice(start, start + Math.floor(size * 200));
      const rest = bytes.slice(start + piece.length);
      return new Uint8Array([
        ...bytes.slice(0, start),
        ...(twice ? [...piece, ...piece] : []),
        ...rest,
      ]);
    }),
    // CSV characters appear anywhere.
    fc
      .tuple(
        share,
        fc.constantFrom('"', ",", ";", "\n", "\r\n", "\t", "-", "(", "0", "9", "=", "\0", "€"),
      )
      .map(([at, mark]): Damage => (bytes) => {
        const start = Math.floor(at * bytes.length);
        return new Uint8Array([
          ...bytes.slice(0, start),
          ...Buffer.from(mark),
          ...bytes.slice(start),
        ]);
      }),
  ),
  { minLength: 1, maxLength: 3 },
);

/** Invented statements as issuers and people really produce them, each difficult in its own way. */
async function nastyStatements(): Promise<CorpusFile[]> {
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
