// Which part of a file is a statement: sheets in sight, one account, a heading of one row or two (STAT-50).
import { utils, write } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { Refusal } from "#domain/refusal.ts";
import { bytesOf } from "#tests/support/statement-files.ts";
import { workbookOf, type Value } from "#tests/support/workbooks.ts";
import { readBankFile } from "./read-bank-file.ts";

const heading = ["Date", "Description", "Debit", "Credit", "Balance"];
const month = (text: string, amount: number): Value[][] => [
  heading,
  ["01/09/2026", text, null, amount, amount],
];

/** A workbook of these sheets, those of `hidden` out of sight. */
function workbook(
  sheets: Record<string, Value[][]>,
  hidden: readonly string[],
  bookType: "xlsx" | "biff8",
) {
  const book = workbookOf(sheets);
  for (const name of hidden) utils.book_set_sheet_visibility(book, name, 1);
  return new Uint8Array(write(book, { type: "buffer", bookType }) as Buffer);
}

async function outcome(bytes: Uint8Array, mapping?: Parameters<typeof readBankFile>[1]["mapping"]) {
  try {
    const file = await readBankFile(bytes, { fileName: "file", today: "2026-11-26", mapping });
    return {
      cents: file.lines.map(({ amountCents }) => amountCents),
      faults: file.problems.map(({ line, fault }) => `${line} ${fault.code}`),
      breaks: file.breaks.length,
      accounts: file.accountsInLines,
      addsUpByAccount: file.addsUpByAccount,
      columns: file.columns,
      mapping: file.mapping,
      notRead: file.notRead.map(({ sheet, why }) => `${sheet}: ${why}`),
    };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code, ...error.facts };
    throw error;
  }
}

describe.each(["xlsx", "biff8"] as const)("a workbook (%s)", (kind) => {
  it("is read where it is in sight, and its other sheets are named", async () => {
    const sheets = {
      Old: month("HIDDEN", 9),
      Cover: [["For the Treasurer"]],
      Sep: month("IN SIGHT", 100),
      Oct: month("ALSO", 50),
      Empty: [],
    };
    expect(await outcome(workbook(sheets, ["Old"], kind))).toMatchObject({
      cents: [10_000n],
      notRead: ["Old: hidden", "Cover: no-statement", "Oct: statement"],
    });
  });

  it("with a statement only out of sight is refused, and says where it is", async () => {
    const sheets = { Cover: [["For the Treasurer"]], Sep: month("HIDDEN", 100) };
    expect(await outcome(workbook(sheets, ["Sep"], kind))).toEqual({
      refused: "statement-hidden",
      sheet: "Sep",
    });
  });
});

const rows = (accounts: readonly string[]) => [
  `${accounts[0]},01/09/2026,A1,,100.00,"1,100.00"`,
  `${accounts[0]},02/09/2026,A2,,100.00,"1,200.00"`,
  `${accounts[1]},01/09/2026,B1,,7.00,57.00`,
  `${accounts[1]},02/09/2026,B2,,3.00,60.00`,
];

const fileOf = (accounts: readonly string[]) =>
  bytesOf(["Account,Date,Description,Debit,Credit,Balance", ...rows(accounts)].join("\n"));

describe("a file with lines of two accounts", () => {
  it("is known by its lines, which add up only by account", async () => {
    expect(await outcome(fileOf(["0110001", "0110002"]))).toMatchObject({
      accounts: ["0110001", "0110002"],
      addsUpByAccount: true,
    });
  });

  it("is one if that column names those who paid", async () => {
    const text =
      "Account,Date,Description,Credit,Debit\n0110001,01/09/2026,A,5.00,\n0110002,02/09/2026,B,7.00,\n";
    expect(await outcome(bytesOf(text))).toMatchObject({
      cents: [500n, 700n],
      faults: [],
      addsUpByAccount: false,
    });
    expect(await outcome(fileOf(["R/004", "0110002"]))).toMatchObject({ breaks: 1, accounts: [] });
  });
});

describe("a heading of two rows", () => {
  const lines = "01/09/2026,DEPOSIT A,,1000.00,11000.00\n02/09/2026,PAY,200.00,,10800.00\n";
  const wanted = { cents: [100_000n, -20_000n], faults: [], breaks: 0 };

  it.each([
    ["below a shared name", "Date,Description,Amount,,Balance\n,,Debit,Credit,\n"],
    [
      "below names of groups",
      "Transaction,,Movement,,Account\nDate,Details,Money Out,Money In,Balance\n",
    ],
    ["below a title", "Equity Bank,Sep 2026,,,\nDate,Details,Money Out,Money In,Balance\n"],
    ["with units below", "Date,Description,Amount,,Balance\n,(text),Debit (KES),Credit (KES),\n"],
  ])("%s is read as one", async (_, head) => {
    expect(await outcome(bytesOf(head + lines))).toMatchObject(wanted);
  });

  it("is no line, whichever of its names a person chose", async () => {
    const mapping = {
      date: "Date",
      value_date: null,
      details: "Description",
      reference: null,
      amount: null,
      direction: null,
      debit: "Amount",
      credit: "Column 4",
      balance: "Balance",
    };
    const bytes = bytesOf(`Date,Description,Amount,,Balance\n,,Debit,Credit,\n${lines}`);
    expect(await outcome(bytes, mapping)).toMatchObject(wanted);
  });
});
