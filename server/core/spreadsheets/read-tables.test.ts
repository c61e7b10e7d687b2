import { isDeepStrictEqual } from "node:util";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Refusal } from "#domain/refusal.ts";
import type { Table } from "#domain/spreadsheets/table.ts";
import { bytesOf } from "#tests/support/statement-files.ts";
import { workbookOf, xlsOf, xlsxOf, zipOf } from "#tests/support/workbooks.ts";
import { write } from "@e965/xlsx";
import { readTablesHere } from "./read-tables.ts";

const texts = ({ rows }: Table) => rows.map((row) => row.map(({ text }) => text));
const first = (bytes: Uint8Array) => texts(readTablesHere(bytes)[0]!);

describe("a text file", () => {
  it.each([
    ["commas", "a,b\n1,2\n"],
    ["semicolons", "a;b\r\n1;2\r\n"],
    ["tabs", "a\tb\n1\t2"],
    ["a byte order mark", "\uFEFFa,b\n1,2\n"],
    ["quotes", '"a","b"\n"1","2"\n'],
  ])("with %s is read", (_, text) => {
    expect(first(bytesOf(text))).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("keeps amounts with commas whole where semicolons part the cells", () => {
    expect(first(bytesOf("Date;Amount\n01/02/2026;1,234.50\n02/02/2026;2,000.00\n"))[1]).toEqual([
      "01/02/2026",
      "1,234.50",
    ]);
  });

  it("holds quotes, commas and line ends within a cell, and counts empty rows", () => {
    expect(first(bytesOf('a,b\n\n"He said ""hi"",\nand left",2\n,,\n'))).toEqual([
      ["a", "b"],
      [],
      ['He said "hi",\nand left', "2"],
      ["", "", ""],
    ]);
  });

  it("in Windows-1252 or UTF-16 is read as it was written", () => {
    expect(first(new Uint8Array([...bytesOf("caf"), 0xe9, 0x2c, 0x80, 0x0a]))).toEqual([
      ["café", "€"],
    ]);
    const utf16 = Buffer.from("\uFEFFa,b\n1,2\n", "utf16le");
    expect(first(new Uint8Array(utf16))).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("whose quote is never closed is refused, since lines would be lost in it", () => {
    expect(() => readTablesHere(bytesOf('a,b\n"1,2\n3,4\n'))).toThrow("file-quote-unclosed");
  });

  it("is text, also where a cell begins like a formula", () => {
    expect(first(bytesOf("=1+1,+2,-3,@x\n"))).toEqual([["=1+1", "+2", "-3", "@x"]]);
  });
});

describe.each([
  ["xlsx", xlsxOf],
  ["xls", xlsOf],
] as const)("a workbook (%s)", (kind, make) => {
  it("has its sheets by name, with text, numbers and dates distinguished", () => {
    const bytes = make({
      Members: [
        ["RegNo", "Name", "Joined", "Savings"],
        ["007", "Jane Ünï", new Date("2026-01-05T00:00:00Z"), 1_234.5],
        [],
        [null, null, new Date("2026-01-05T14:05:09Z"), 0.1 + 0.2],
      ],
      Loans: [["RegNo"], [7]],
    });
    const [members, loans] = readTablesHere(bytes);
    expect(members?.name).toBe("Members");
    expect(members?.rows[1]).toEqual([
      { text: "007", kind: "text" },
      { text: "Jane Ünï", kind: "text" },
      { text: "2026-01-05", kind: "date" },
      { text: "1234.5", kind: "number" },
    ]);
    expect(members?.rows[2]).toEqual([]);
    expect(members?.rows[3]).toEqual([
      { text: "", kind: "text" },
      { text: "", kind: "text" },
      { text: "2026-01-05T14:05:09", kind: "date" },
      { text: "0.3", kind: "number" },
    ]);
    expect(loans).toEqual({
      name: "Loans",
      rows: [[{ text: "RegNo", kind: "text" }], [{ text: "7", kind: "number" }]],
    });
  });

  it("shows the zeros of a number whose format is zeros, and the saved value of a formula", () => {
    const workbook = workbookOf({ One: [[7, 3]] });
    const sheet = workbook.Sheets.One!;
    sheet.A1!.z = "0000";
    sheet.B1!.f = "1+2";
    const bookType = kind === "xlsx" ? "xlsx" : "biff8";
    const bytes = new Uint8Array(write(workbook, { type: "buffer", bookType }) as Buffer);
    expect(first(bytes)).toEqual([["0007", "3"]]);
  });

  it("that is cut short is refused, or lost nothing but its end, whatever was read before", () => {
    const whole = make({ One: Array.from({ length: 50 }, (_, row) => [row, `name ${row}`]) });
    const complete = readTablesHere(whole);
    const percents = Array.from({ length: 99 }, (_, index) => index + 1);
    const readWrong = () =>
      percents.filter((percent) => {
        const found = unlessRefused(whole.slice(0, Math.floor((whole.length * percent) / 100)));
        return found !== "refused" && (percent <= 50 || !isDeepStrictEqual(found, complete));
      });
    expect(readWrong()).toEqual([]);
    for (let other = 0; other < 30; other++) readTablesHere(make({ A: [[new Date(0), other]] }));
    expect(readWrong()).toEqual([]);
  });
});

function unlessRefused(bytes: Uint8Array): Table[] | "refused" {
  try {
    return readTablesHere(bytes);
  } catch (error) {
    if (error instanceof Refusal && error.message.startsWith("file-")) return "refused";
    throw error;
  }
}

const zipWith = (name: string) =>
  zipOf([{ name, folded: deflateRawSync(Buffer.from("x")), statedSize: 1 }]);

describe("what is no table", () => {
  it.each([
    ["nothing", new Uint8Array(), "file-kind-unknown"],
    ["zeros", new Uint8Array(500), "file-kind-unknown"],
    ["a program", new Uint8Array(500).map((_, index) => index % 32), "file-kind-unknown"],
    ["a PDF", bytesOf("%PDF-1.4\n"), "file-kind-unknown"],
    [
      "a picture",
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2, 3, 4]),
      "file-is-picture",
    ],
    ["a photo", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "file-is-picture"],
    ["a page", bytesOf("<!doctype html><table><tr><td>1</td></tr></table>"), "file-is-web-page"],
    [
      "a part of a page",
      bytesOf("\n <table border=1><tr><td>1</td></tr></table>"),
      "file-is-web-page",
    ],
    ["a page in UTF-16", wide("\uFEFF<html><table></table></html>"), "file-is-web-page"],
    ["XML of Excel 2003", bytesOf('<?xml version="1.0"?><Workbook></Workbook>'), "file-is-xml"],
    ["rich text", bytesOf("{\\rtf1\\ansi hello}"), "file-is-document"],
    ["a document", zipWith("word/document.xml"), "file-is-document"],
    ["a folder of files", zipWith("statement.csv"), "file-is-archive"],
    ["a gzip", new Uint8Array([0x1f, 0x8b, 8, 0]), "file-is-archive"],
  ])("%s is refused with the reason that is so", (_, bytes, code) => {
    expect(() => readTablesHere(bytes)).toThrow(new RegExp(`^${code}$`));
  });

  it("a page that has the name of a workbook is refused by that name", () => {
    expect(() => readTablesHere(bytesOf("<html></html>"), "Statement.XLS")).toThrow(
      expect.objectContaining({ code: "file-is-web-page-named", facts: { ending: ".xls" } }),
    );
  });

  it("a zip that is no workbook is refused", () => {
    expect(() => readTablesHere(bytesOf("PK\u0003\u0004 and nothing more"))).toThrow(
      "file-damaged",
    );
  });
});

function wide(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "utf16le"));
}

describe("the letters of a text file", () => {
  const rows = [
    ["Date", "Name"],
    ["01/09/2026", "Wanjikũ Gĩthĩnji"],
  ];
  const text = "Date,Name\n01/09/2026,Wanjikũ Gĩthĩnji\n";
  it.each([
    ["in UTF-8", bytesOf(text)],
    ["in UTF-8 with its mark", bytesOf(`\uFEFF${text}`)],
    ["in UTF-16 with its mark", wide(`\uFEFF${text}`)],
    ["in UTF-16 without a mark", wide(text)],
    ["in UTF-16 the other way round", new Uint8Array(Buffer.from(text, "utf16le").swap16())],
    ["with zeros at the end", bytesOf(`${text}\0\0\0`)],
    ["with Ctrl-Z at the end", bytesOf(`${text}\u001a`)],
    ["with Ctrl-Z, a line end and zeros at the end", bytesOf(`${text}\u001a\r\n\0\0`)],
    ["in UTF-16 with Ctrl-Z at the end", wide(`${text}\u001a\0`)],
  ])("are the same %s", (_, bytes) => {
    expect(first(bytes)).toEqual(rows);
  });

  it("are whole beside a wrong byte", () => {
    const bytes = new Uint8Array([...bytesOf(`${text}02/09/2026,X`), 0xff, 0x0a]);
    expect(first(bytes)).toEqual([...rows, ["02/09/2026", "X\uFFFD"]]);
  });
});
