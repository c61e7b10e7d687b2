// Uploads that are a group's sheet, claim to be one, or are no upload at all.
import { csvParts, threeMembers, type Sheets } from "#tests/support/opening-sheets.ts";
import { bombXlsx, xlsOf, xlsxOf } from "#tests/support/workbooks.ts";
import type { WireRequest } from "./wire-request.ts";

type Content = Pick<WireRequest, "headers" | "body">;

const BOUNDARY = "----akiba";
const type = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

function part(content: Uint8Array | string, disposition: string, media = "text/csv"): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${media}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")]);
}

const file = (content: Uint8Array | string, name = "book.xlsx") =>
  part(content, `name="file"; filename="${name}"`);
const field = (name: string, value: string) => part(value, `name="${name}"`, "text/plain");
const upload = (...parts: Buffer[]): Content => ({
  headers: type,
  body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
});
const day = field("date", "2026-02-28");
const reason = field("difference_reason", "The book was 3 shillings short");
const written = (sheets: Sheets) => file(xlsxOf(sheets));
const changed = (sheet: string, row: number, column: number, value: string | number): Buffer => {
  const copy = structuredClone(threeMembers);
  copy[sheet]![row]![column] = value;
  return written(copy);
};
const csv = csvParts(threeMembers).map(({ name, content }) => file(content, name));
const workbook = xlsxOf(threeMembers);

export const openingBodies: readonly Content[] = [
  upload(day, written(threeMembers)),
  upload(written(threeMembers), day, reason),
  upload(day, file(xlsOf(threeMembers), "book.xls")),
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
  upload(day, file(`RegNo,Month,Amount\n${"A,2026-01,1\n".repeat(70_000)}`, "a.csv")),
  upload(day, file(`${"RegNo,".repeat(300)}\n${"1,".repeat(300)}\n`, "a.csv")),
  upload(day, file("Account,Balance\n\u0000,\u0000\n", "a.csv")),
  upload(day, file('RegNo,"First name\n', "a.csv")),
  upload(day, file(workbook.slice(0, 900))),
  upload(day, file(bombXlsx())),
  upload(day, file(Buffer.alloc(5 * 1024 * 1024 + 1, 65))),
  upload(day, file("%PDF-1.4\n", "book.pdf")),
  upload(day, file("")),
  upload(day),
  upload(written(threeMembers)),
  upload(field("date", "2026-02-30"), written(threeMembers)),
  upload(field("date", "9999-12-31"), written(threeMembers)),
  upload(field("date", "0001-01-01"), written(threeMembers)),
  upload(field("__proto__", "x"), day, written(threeMembers)),
  upload(day, part(workbook, 'name="__proto__"; filename="book.xlsx"')),
  upload(day, field("file", "book.xlsx")),
  upload(day, file(workbook, "../../etc/passwd\u0000.xlsx")),
  upload(),
  {
    headers: type,
    body: Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file`),
  },
  { headers: { "Content-Type": "application/json" }, body: Buffer.from('{"date":"2026-02-28"}') },
];
