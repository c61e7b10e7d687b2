import { describe, expect, it } from "vitest";
import { inEnglish } from "#messages/translator.ts";
import { sayLineFault } from "#messages/say-refusal.ts";
import {
  bytesOf,
  csvOf,
  customerTable,
  january,
  newOrganisation,
  oldOrganisation,
  type Rows,
} from "#tests/support/statement-files.ts";
import { readBankFile } from "./read-bank-file.ts";

const month = { opening: 1_000_000n, movements: january };
const closing = 1_000_000n + 100_000n - 500n + 250_050n + 200_000n - 300_000n - 1_200n;

const readText = (text: string, fileName = "statement.csv") =>
  readBankFile(bytesOf(text), { fileName, today: "2030-01-01" });
const readRows = (rows: Rows, fileName?: string) => readText(csvOf(rows), fileName);

describe("an M-PESA organisation's old statement", () => {
  it("tells its account, period, balances and lines with their rows in the file", async () => {
    const file = await readRows(oldOrganisation(month));
    expect(file).toMatchObject({
      format: "mpesa_organisation_old",
      accountNumber: "600123",
      mapping: null,
      period: { from: "2026-01-01", to: "2026-01-31" },
      opening: 1_000_000n,
      closing,
      breaks: [],
      problems: [],
    });
    expect(
      file.lines.map(({ line, reference, kind, amountCents }) => [
        line,
        reference,
        kind,
        amountCents,
      ]),
    ).toEqual([
      [12, "UA25A1B2C3", "payment_in", 100_000n],
      [13, "UA25A1B2C3", "charge", -500n],
      [14, "UA59D8E7F6", "payment_in", 250_050n],
      [15, "UA5FAILED1", "failed", 99_900n],
      [16, "UAA1K2L3M4", "payment_in", 100_000n],
      [17, "UAA1K2L3M5", "payment_in", 100_000n],
      [18, "UAFP0Q1R2S", "payment_out", -300_000n],
      [19, "UAFP0Q1R2S", "charge", -1_200n],
    ]);
    expect(file.lines[0]).toMatchObject({
      at: "2026-01-02T08:15:30",
      party: "ALICE **** WANJIRU",
      phone: null,
      accountTyped: "M001",
    });
    expect(file.lines[2]).toMatchObject({ party: "BRIAN OTIENO", phone: "+254712345678" });
    expect(file.lines[6]).toMatchObject({ party: "DANIEL KIPROTICH", phone: "+254700000003" });
  });

  it("reads the same newest first, and withdrawn amounts without their sign", async () => {
    const rows = oldOrganisation(month, true).map((row) =>
      row.map((cell, index) => (index === 6 ? cell.replace("-", "") : cell)),
    );
    const file = await readRows(rows);
    expect(file.breaks).toEqual([]);
    expect(file.lines[0]).toMatchObject({ line: 12, kind: "charge", amountCents: -1_200n });
    expect(file.closing).toBe(closing);
  });

  it("takes the .0 from numbers that are no amounts", async () => {
    const rows = oldOrganisation(month);
    rows[11]![12] = "123.0";
    const [line] = (await readRows(rows)).lines;
    expect(line?.accountTyped).toBe("123");
  });
});

describe("an M-PESA organisation's new statement", () => {
  it("is newest first, and its name contains the short code and the period", async () => {
    const text = csvOf(newOrganisation(month), { lineEnd: "\r\n" });
    const file = await readText(text, "ORG_600123_Utility Account_01-01-2026_31-01-2026.csv");
    expect(file).toMatchObject({
      format: "mpesa_organisation_new",
      accountNumber: "600123",
      period: { from: "2026-01-01", to: "2026-01-31" },
      opening: 1_000_000n,
      closing,
      breaks: [],
      problems: [],
    });
    expect(file.lines).toHaveLength(8);
    expect(file.lines.at(-1)).toMatchObject({
      line: 9,
      reference: "UA25A1B2C3",
      at: "2026-01-02T08:15:30",
    });
  });

  it("is read with a byte order mark and empty rows, which count as rows", async () => {
    const rows = newOrganisation(month);
    rows.splice(3, 0, []);
    const file = await readText(`\uFEFF${csvOf(rows)}`);
    expect(file.lines.map(({ line }) => line)).toEqual([2, 3, 5, 6, 7, 8, 9, 10]);
    expect(file.breaks).toEqual([]);
  });

  it("holds sweeps of one receipt as moved within the account", async () => {
    const sweep = { receipt: "UAGSWEEP01", at: "2026-01-16 03:31:04" };
    const movements = [
      ...january,
      {
        ...sweep,
        cents: -500_000n,
        details: "Merchant Account to Organization Settlement Account",
      },
      { ...sweep, cents: 500_000n, details: "Merchant Account to Organization Settlement Account" },
    ];
    const file = await readRows(newOrganisation({ opening: 1_000_000n, movements }));
    expect(file.lines.slice(0, 2).map(({ kind }) => kind)).toEqual(["internal", "internal"]);
    expect(file.breaks).toEqual([]);
  });
});

describe("a customer's own statement as a table", () => {
  it("has ISO dates, and money out without a sign", async () => {
    const file = await readRows([
      ["M-PESA STATEMENT"],
      ["Customer Name", "ALICE"],
      [],
      ...customerTable(month),
    ]);
    expect(file).toMatchObject({ format: "mpesa_customer", closing, breaks: [], problems: [] });
    expect(file.lines[0]).toMatchObject({ line: 5, kind: "charge", amountCents: -1_200n });
  });
});

describe("what does not add up", () => {
  it("names the line, what was expected and what is printed", async () => {
    const rows = oldOrganisation(month);
    rows[13]![5] = "2,600.50";
    const file = await readRows(rows);
    expect(file.breaks).toEqual([
      { line: 14, expectedCents: 1_359_550n, printedCents: 1_349_550n },
    ]);
  });

  it("an unreadable date or amount is an error of its line and cell, and never today or 0", async () => {
    const rows = oldOrganisation(month);
    rows[11]![1] = "02/13/2026";
    rows[13]![5] = "2.500,50";
    rows[15]![5] = "";
    const file = await readRows(rows);
    expect(file.lines).toHaveLength(5);
    expect(
      file.problems.map(
        ({ line, column, fault }) => `${line} ${column}: ${sayLineFault(inEnglish, fault)}`,
      ),
    ).toEqual([
      "12 Completion Time: “02/13/2026” is not a date that can be read. The day comes before the month.",
      "14 Paid In: “2.500,50” is not an amount that can be read.",
      "16 Paid In: This line has no amount.",
    ]);
  });
});

describe("a bank's file", () => {
  const heading = [
    "Transaction Date",
    "Value Date",
    "Narration",
    "Debit",
    "Credit",
    "Running Balance",
  ];
  const rows: Rows = [
    ["EQUITY BANK"],
    ["Account Number: 0123456789012", "", "Period: 01/01/2026 - 31/01/2026"],
    heading,
    ["", "", "Opening Balance", "", "", "10,000.00"],
    [
      "05/01/2026",
      "05/01/2026",
      "MPS 254712345678 UA59D8E7F6 0712345678 BRIAN OTIENO",
      "",
      "2,500.00",
      "12,500.00",
    ],
    ["05/01/2026", "05/01/2026", "Ledger fees", "120.00", "", "12,380.00"],
    ["31/01/2026", "31/01/2026", "Cheque 000123 paid to MAMA MBOGA", "1,000.00", "", "11,380.00"],
    ["", "", "Closing Balance", "", "", "11,380.00"],
    ["Totals", "", "", "1,120.00", "2,500.00", ""],
  ];

  it("is read by a proposed mapping", async () => {
    const file = await readText(csvOf(rows, { separator: ";" }));
    expect(file).toMatchObject({
      format: "bank",
      accountNumber: "0123456789012",
      mapping: {
        date: "Transaction Date",
        value_date: "Value Date",
        details: "Narration",
        reference: null,
        amount: null,
        direction: null,
        debit: "Debit",
        credit: "Credit",
        balance: "Running Balance",
      },
      columns: heading,
      period: { from: "2026-01-01", to: "2026-01-31" },
      opening: 1_000_000n,
      closing: 1_138_000n,
      breaks: [],
      problems: [],
    });
    expect(file.lines).toMatchObject([
      {
        line: 5,
        at: "2026-01-05",
        reference: null,
        code: "UA59D8E7F6",
        phone: "+254712345678",
        accountTyped: "0712345678",
        party: "BRIAN OTIENO",
        kind: "payment_in",
        amountCents: 250_000n,
      },
      { line: 6, kind: "charge", amountCents: -12_000n },
      { line: 7, kind: "payment_out", amountCents: -100_000n },
    ]);
  });

  it("is read by the mapping that a person gives", async () => {
    const odd: Rows = [
      ["When", "What", "Ref", "How much", "D/C", "Left"],
      ["05-Jan-26", "Deposit", "ab 1", "2,000", "C", "2,000"],
      ["06-Jan-26", "Rent", "ab 2", "500", "D", "1,500"],
    ];
    const mapping = {
      date: "When",
      value_date: null,
      details: "What",
      reference: "Ref",
      amount: "How much",
      direction: "D/C",
      debit: null,
      credit: null,
      balance: "Left",
    };
    const bytes = bytesOf(csvOf(odd));
    expect(await readBankFile(bytes, { fileName: "a.csv", today: "2030-01-01" })).toMatchObject({
      format: "bank",
      mapping: null,
      columns: ["When", "What", "Ref", "How much", "D/C", "Left"],
      lines: [],
      problems: [{ line: 1, fault: { code: "columns-unknown" } }],
    });
    await expect(readText("Name,Town,Age\nJane,Nyeri,40\n")).rejects.toMatchObject({
      code: "statement-heading-missing",
    });
    const file = await readBankFile(bytes, {
      fileName: "a.csv",
      today: "2030-01-01",
      mapping,
    });
    expect(file.lines.map(({ reference, amountCents }) => [reference, amountCents])).toEqual([
      ["AB 1", 200_000n],
      ["AB 2", -50_000n],
    ]);
    expect(file).toMatchObject({ opening: 0n, closing: 150_000n, breaks: [] });
    const elsewhere = { ...mapping, date: "Day" };
    await expect(
      readBankFile(bytes, { fileName: "a.csv", today: "2030-01-01", mapping: elsewhere }),
    ).rejects.toMatchObject({ code: "statement-mapping-not-found" });
  });
});
