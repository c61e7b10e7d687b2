// Uploads of statements, photos and a group's sheets: files of each kind, files that claim to be one, and bodies that
// are no upload at all.
import { csvParts, type Sheets, threeMembers } from "#tests/support/opening-sheets.ts";
import { statementCorpus } from "#tests/support/statement-corpus.ts";
import { csvOf, newOrganisation } from "#tests/support/statement-files.ts";
import { paidIn, paidOut, paybillStatement } from "#tests/support/statements.ts";
import { bombXlsx } from "#tests/support/hostile-files.ts";
import { xlsOf, xlsxOf } from "#tests/support/workbooks.ts";
import type { WireRequest } from "./wire-request.ts";

type Content = Pick<WireRequest, "headers" | "body">;

const BOUNDARY = "----akiba";
const type = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

function upload(...parts: Buffer[]): Content {
  return { headers: type, body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]) };
}

function part(content: Uint8Array | string, disposition: string, media = "text/csv"): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${media}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")]);
}

function field(name: string, value: string): Buffer {
  return part(value, `name="${name}"`, "text/plain");
}

const march = {
  opening: 500_000n,
  from: "2026-03-01",
  to: "2026-03-10",
  movements: [
    paidIn("UC01AAAAAA", "2026-03-02 10:00:00", 1_000),
    paidOut("UC02AAAAAA", "2026-03-03 10:00:00", 200),
  ],
};
const old = paybillStatement(march);

function statement(content: Buffer | string, name = "statement.csv"): Buffer {
  return part(content, `name="file"; filename="${name}"`);
}

const account = field("account_id", "1");
const undated = csvOf(newOrganisation({ opening: 0n, movements: march.movements }));

/** Files of every kind as their issuers write them, with their passwords. */
const ofEveryKind = (await statementCorpus()).map(({ bytes, name, password, mapping }) =>
  upload(
    account,
    ...(password === undefined ? [] : [field("password", password)]),
    ...(mapping === undefined ? [] : [field("mapping", JSON.stringify(mapping))]),
    statement(Buffer.from(bytes), name),
  ),
);
const moved = (details: string, linked = "") =>
  old
    .replace(/^UC02AAAAAA.*$/m, (line) =>
      line
        .replace("-200.00", "-1000.00")
        .replace(/,([^,]*) via API,/, `,${details},`)
        .replace(/,,,,$/, `,,,${linked},`),
    )
    .replace("300.00,TRUE", "500.00,TRUE");

export const statementBodies: readonly Content[] = [
  ...ofEveryKind,
  upload(account, statement(moved("Reversal of transaction UC01AAAAAA"))),
  upload(account, statement(moved("Pay Bill Reversal", "UC01AAAAAA"))),
  upload(account, statement("Currency:,USD\nDate,Details,Amount\n01/03/2026,Chairs,-200.00\n")),
  upload(account, statement("Date,Details,Amount (USD),CCY\n01/03/2026,Chairs,-200.00,EUR\n")),
  upload(account, statement(old)),
  upload(account, statement(old)),
  upload(statement(old), field("account_id", "2")),
  ...["2026-03-05", "2026-03-02", "2999-01-01", "31/03/2026", ""].flatMap((day) => [
    upload(account, field("complete_to", day), statement(undated)),
    upload(account, field("complete_to", day), statement(old)),
  ]),
  upload(account, statement(csvOf(newOrganisation(march)))),
  upload(account, statement(old.replace("1,000.00", "1,000,000,000,000,000.00"))),
  upload(account, statement(old.replace("02-03-2026", "31-02-2026"))),
  upload(account, statement(old.replace("02-03-2026", "02-03-9999"))),
  upload(
    account,
    statement(old.replace("UC01AAAAAA", "\u0000\u202E\uD800'; DROP TABLE statements; --")),
  ),
  upload(account, statement(old.replaceAll("\n", "\n\n").slice(0, 700))),
  upload(account, statement(`${old}=HYPERLINK("http://evil.example"),1,2,3\n`)),
  upload(account, statement("Date,Details,Amount\n01/03/2026,Chairs,-200.00\n")),
  upload(
    account,
    field(
      "mapping",
      JSON.stringify({
        date: "Date",
        value_date: null,
        details: "Details",
        reference: null,
        amount: "Amount",
        direction: null,
        debit: null,
        credit: null,
        balance: null,
      }),
    ),
    statement("Date,Details,Amount\n01/03/2026,Chairs,-200.00\n"),
  ),
  upload(account, field("mapping", "{"), statement(old)),
  upload(account, field("mapping", '{"__proto__":{"date":"x"}}'), statement(old)),
  upload(account, field("mapping", "[".repeat(5_000)), statement(old)),
  upload(account, field("password", "x".repeat(300)), statement(old)),
  upload(field("account_id", "-1"), statement(old)),
  upload(field("account_id", "99999"), statement(old)),
  upload(field("account_id", "1"), field("account_id", "2"), statement(old)),
  upload(field("__proto__", "1"), account, statement(old)),
  upload(statement(old)),
  upload(account, statement("")),
  upload(
    account,
    statement(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0])),
  ),
  upload(
    account,
    statement(Buffer.from("PK\u0003\u0004" + "\u0000".repeat(200), "latin1"), "x.xlsx"),
  ),
  upload(account, statement(Buffer.from("%PDF-1.7\n%%EOF"), "x.pdf")),
  upload(account, statement(Buffer.alloc(300_000, 0xff))),
  upload(account, statement(Buffer.from(old, "utf16le"))),
  upload(account, statement(old, "../../etc/passwd")),
  upload(account, statement(old, "\u202Egnp.exe")),
  upload(account, statement(old), statement(old)),
  upload(account, part(old, 'name="photo"; filename="x.csv"')),
  upload(account),
  upload(),
  { headers: type, body: statement(old) },
  { headers: type, body: Buffer.from(`--${BOUNDARY}\r\n\r\n`) },
  { headers: type, body: null },
  { headers: { "Content-Type": "multipart/form-data" }, body: statement(old) },
  { headers: { "Content-Type": "text/csv" }, body: Buffer.from(old) },
  { headers: { "Content-Type": "application/json" }, body: '{"account_id":1}' },
];

/** A PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function photo(
  content: Buffer | string,
  disposition = 'name="photo"; filename="me.png"',
  media = "image/png",
): Buffer {
  return part(content, disposition, media);
}

/** The same PNG, but its header says 60,000 pixels wide and high. */
function hugePixel(): Buffer {
  const picture = Buffer.from(pixel);
  picture.writeUInt32BE(60_000, 16);
  picture.writeUInt32BE(60_000, 20);
  return picture;
}

export const photoBodies: readonly Content[] = [
  upload(photo(pixel)),
  upload(photo(pixel.subarray(0, 40))),
  upload(photo(hugePixel())),
  upload(
    photo(
      "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
      undefined,
      "image/svg+xml",
    ),
  ),
  upload(photo("<script>alert(1)</script>")),
  upload(photo("")),
  upload(photo(pixel, 'name="file"; filename="me.png"')),
  upload(photo(pixel, 'name="photo"')),
  upload(photo(pixel, 'name="__proto__"; filename="me.png"')),
  upload(photo(pixel, 'name="photo"; filename="../../etc/passwd\u0000.png"')),
  upload(photo(pixel), photo(pixel)),
  upload(photo("x".repeat(3_000_000))),
  upload(),
  { headers: type, body: photo(pixel) },
  { headers: type, body: Buffer.from(`--${BOUNDARY}\r\n\r\n`) },
  { headers: type, body: Buffer.from("\r\n".repeat(1_000)) },
  { headers: type, body: null },
  { headers: { "Content-Type": "multipart/form-data" }, body: photo(pixel) },
  {
    headers: { "Content-Type": `multipart/form-data; boundary=${"b".repeat(500)}` },
    body: photo(pixel),
  },
  { headers: { "Content-Type": "multipart/mixed; boundary=x" }, body: photo(pixel) },
  { headers: { "Content-Type": "image/png" }, body: pixel },
  { headers: { "Content-Type": "application/json" }, body: '{"photo":"x"}' },
];

function sheet(content: Uint8Array | string, name = "book.xlsx"): Buffer {
  return part(content, `name="file"; filename="${name}"`);
}

const day = field("date", "2026-02-28");
const reason = field("difference_reason", "The book was 3 shillings short");
const written = (sheets: Sheets) => sheet(xlsxOf(sheets));
const changed = (sheet: string, row: number, column: number, value: string | number): Buffer => {
  const copy = structuredClone(threeMembers);
  copy[sheet]![row]![column] = value;
  return written(copy);
};
const csv = csvParts(threeMembers).map(({ name, content }) => sheet(content, name));
const workbook = xlsxOf(threeMembers);

export const openingBodies: readonly Content[] = [
  upload(day, written(threeMembers)),
  upload(written(threeMembers), day, reason),
  upload(day, sheet(xlsOf(threeMembers), "book.xls")),
  upload(day, ...csv),
  upload(day, ...csv, ...csv, ...csv),
  upload(day, reason, changed("Group", 1, 1, 51_003)),
  upload(day, changed("Group", 1, 1, 999_999_999_999)),
  upload(day, changed("Members", 1, 7, 1_000_000_000), reason),
  upload(day, changed("Members", 1, 7, "9".repeat(400))),
  upload(day, changed("Members", 1, 7, "-0.001")),
  upload(day, changed("Members", 1, 5, "0000-00-00")),
  upload(day, changed("Members", 1, 8, "13/2026")),
  upload(day, changed("Members", 1, 8, "2999-12")),
  upload(day, changed("Members", 1, 0, "\uD800 '; DROP TABLE members; --")),
  upload(day, changed("Members", 1, 0, "__proto__")),
  upload(day, changed("Members", 1, 1, "<script>alert(1)</script>")),
  upload(day, changed("Members", 1, 3, "=HYPERLINK(1)")),
  upload(day, changed("Members", 0, 2, "constructor")),
  upload(day, changed("Loans", 1, 4, 11_000)),
  upload(day, changed("Loans", 1, 4, 11_000.01)),
  upload(day, changed("Group", 2, 0, "toString")),
  upload(day, sheet(`RegNo,Month,Amount\n${"A,2026-01,1\n".repeat(70_000)}`, "a.csv")),
  upload(day, sheet(`${"RegNo,".repeat(300)}\n${"1,".repeat(300)}\n`, "a.csv")),
  upload(day, sheet("Account,Balance\n\u0000,\u0000\n", "a.csv")),
  upload(day, sheet('RegNo,"First name\n', "a.csv")),
  upload(day, sheet(workbook.slice(0, 900))),
  upload(day, sheet(bombXlsx())),
  upload(day, sheet(Buffer.alloc(5 * 1024 * 1024 + 1, 65))),
  upload(day, sheet("%PDF-1.4\n", "book.pdf")),
  upload(day, sheet("")),
  upload(day),
  upload(written(threeMembers)),
  upload(field("date", "2026-02-30"), written(threeMembers)),
  upload(field("date", "9999-12-31"), written(threeMembers)),
  upload(field("date", "0001-01-01"), written(threeMembers)),
  upload(field("__proto__", "x"), day, written(threeMembers)),
  upload(day, part(workbook, 'name="__proto__"; filename="book.xlsx"')),
  upload(day, field("file", "book.xlsx")),
  upload(day, sheet(workbook, "../../etc/passwd\u0000.xlsx")),
  upload(),
  {
    headers: type,
    body: Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file`),
  },
  { headers: { "Content-Type": "application/json" }, body: Buffer.from('{"date":"2026-02-28"}') },
];
