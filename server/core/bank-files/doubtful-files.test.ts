// Files that lose cells on their way: whatever is read of them, every row is a line, a fault, or refused (STAT-55).
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "#domain/refusal.ts";
import { bytesOf } from "#tests/support/statement-files.ts";
import { readBankFile } from "./read-bank-file.ts";

const read = (text: string) =>
  readBankFile(bytesOf(text), { fileName: "statement.csv", today: "2026-11-26" });

/** Cents of each line, the lines of the faults, and the refusal if there is one. */
async function outcome(text: string) {
  try {
    const { lines, problems } = await read(text);
    return {
      cents: lines.map(({ amountCents }) => amountCents),
      faults: problems.map(({ line, fault }) => `${line} ${fault.code}`),
    };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code, ...error.facts };
    throw error;
  }
}

const heading = "Date,Description,Debit,Credit,Balance\n";

describe("a csv file", () => {
  it.each([
    [
      "a quotation mark that is not doubled",
      '01/09/2026,"MAMA" SHOP,,100.00,100.00\n02/09/2026,PLAIN "X",,50.00,150.00\n03/09/2026,DEPOSIT,,25.00,175.00\n',
      { cents: [2_500n], faults: ["2 rows-in-a-cell"] },
    ],
    [
      "a quotation mark that closes in the next row",
      '01/09/2026,"MAMA,,100.00,100.00\n02/09/2026,SHOP",,50.00,150.00\n03/09/2026,DEPOSIT,,25.00,175.00\n',
      { cents: [2_500n], faults: ["2 rows-in-a-cell"] },
    ],
    [
      "a quotation mark that never closes",
      '01/09/2026,ONE,,100.00,100.00\n02/09/2026,"MAMA,,50.00,150.00\n03/09/2026,DEPOSIT,,25.00,175.00\n',
      { refused: "file-quote-unclosed", line: 3 },
    ],
    [
      "a stray quotation mark within one row",
      '01/09/2026,"MAMA" SHOP","",100.00,100.00\n02/09/2026,DEPOSIT,,50.00,150.00\n',
      { cents: [5_000n], faults: ["2 quote-stray"] },
    ],
    [
      "an amount whose comma is not in quotation marks",
      "01/09/2026,ONE,,1,100.00,1,100.00\n02/09/2026,TWO,,50.00,1150.00\n",
      { cents: [5_000n], faults: ["2 row-too-long"] },
    ],
    [
      "a text whose comma is not in quotation marks",
      "01/09/2026,MAMA, SHOP,,100.00,100.00\n02/09/2026,TWO,,50.00,150.00\n",
      { cents: [5_000n], faults: ["2 row-too-long"] },
    ],
    [
      "a text that merely wraps, and a note below the table",
      '01/09/2026,"MAMA SHOP,\nP.O. Box 10, Nairobi",,100.00,100.00\n\nThank you for banking with us\n',
      { cents: [10_000n], faults: [] },
    ],
    [
      "empty cells beyond its columns",
      "01/09/2026,ONE,,100.00,100.00,,\n02/09/2026,TWO,,50.00,150.00,,\n",
      { cents: [10_000n, 5_000n], faults: [] },
    ],
    [
      "rows that end in different ways",
      "01/09/2026,ONE,,100.00,100.00\r\n02/09/2026,TWO,,50.00,150.00\n03/09/2026,THREE,,25.00,175.00\r\r\n04/09/2026,FOUR,,25.00,200.00\r",
      { cents: [10_000n, 5_000n, 2_500n, 2_500n], faults: [] },
    ],
  ])("with %s", async (_, rows, expected) => {
    expect(await outcome(`${heading}${rows}`)).toEqual(expected);
  });

  it.each([
    ["without balances", "Date,Description,Debit,Credit", ""],
    ["whose balances are left empty", "Date,Description,Debit,Credit,Balance", ","],
    ["whose other rows print their balance", "Date,Description,Debit,Credit,Balance", ",50.00"],
  ])("%s, with a row torn by a line break, has a fault at both halves", async (_, columns, end) => {
    const text = `${columns}\n02/09/2026,TWO,,50.00${end}\n03/09/2026,1,250.00\n03/09/2026,,100.00\n`;
    expect(await outcome(text)).toEqual({
      cents: [5_000n],
      faults: ["3 row-too-short", "4 row-too-short"],
    });
  });

  it("whose balance stands before its amounts, and whose rows end where they have nothing more, is read", async () => {
    const text =
      "Date,Description,Balance,Debit,Credit\n01/09/2026,ONE,100.00,,100.00\n02/09/2026,TWO,60.00,40.00\n";
    expect(await outcome(text)).toEqual({ cents: [10_000n, -4_000n], faults: [] });
  });

  it("whose title loses its end in a quotation mark has a fault there", async () => {
    const rows = "01/09/2026,ONE,,100.00,200.00\n";
    const title = 'Account Name:,"MAMA" SHOP\nOpening Balance:,"100.00"\n\n';
    expect(await outcome(`${title}${heading}${rows}`)).toMatchObject({
      faults: [expect.stringMatching(/^1 /)],
    });
  });
});

type Row = { cents: bigint; details: string };

/** Texts as banks print them, each with quotation marks wherever they fall. */
const details = fc
  .array(fc.constantFrom("MAMA", " ", "SHOP", '"', '"', ",", "\n", "1,000.00", "01/09/2026"), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(""));
const rowsOfFile = fc.array(
  fc.record({ cents: fc.bigInt({ min: 1n, max: 10_000_000n }), details }),
  { minLength: 1, maxLength: 8 },
);
const shape = fc.record({
  rows: rowsOfFile,
  hasBalance: fc.boolean(),
  separator: fc.constantFrom(",", ";", "\t"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
});

describe("a csv file with quotation marks, commas and line ends anywhere", () => {
  it("loses no row in silence: without a fault, its lines are the rows that were written", async () => {
    let whole = 0;
    await fc.assert(
      fc.asyncProperty(shape, async ({ rows, hasBalance, separator, lineEnd }) => {
        const found = await outcome(written(rows, { hasBalance, separator, lineEnd }));
        if (found.cents === undefined || found.faults.length > 0) return;
        whole += 1;
        expect(found.cents).toEqual(rows.map(({ cents }) => cents));
      }),
      { numRuns: 3_000 },
    );
    expect(whole).toBeGreaterThan(20);
  });
});

/** As a program writes it that puts texts into the file as they are. */
function written(
  rows: readonly Row[],
  file: { hasBalance: boolean; separator: string; lineEnd: string },
): string {
  let balance = 0n;
  const cells = rows.map(({ cents, details: text }, index) => {
    balance += cents;
    const day = `0${index + 1}/09/2026`;
    return [day, text, "", figure(cents), ...(file.hasBalance ? [figure(balance)] : [])];
  });
  const headings = ["Date", "Description", "Debit", "Credit"];
  return [file.hasBalance ? [...headings, "Balance"] : headings, ...cells]
    .map((each) => each.join(file.separator))
    .join(file.lineEnd);
}

const figure = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
