// Uploads that are a statement, claim to be one, or are no upload at all.
import { statementCorpus } from "#tests/support/statement-corpus.ts";
import { csvOf, newOrganisation } from "#tests/support/statement-files.ts";
import { paidIn, paidOut, paybillStatement } from "#tests/support/statements.ts";
import type { WireRequest } from "./wire-request.ts";

type Content = Pick<WireRequest, "headers" | "body">;

const BOUNDARY = "----akiba";
const type = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

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

function part(content: Buffer | string, disposition: string, media = "text/csv"): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${media}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")]);
}

const file = (content: Buffer | string, name = "statement.csv") =>
  part(content, `name="file"; filename="${name}"`);
const field = (name: string, value: string) => part(value, `name="${name}"`, "text/plain");
const upload = (...parts: Buffer[]): Content => ({
  headers: type,
  body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
});
const account = field("account_id", "1");

/** Files of every kind as their issuers write them, with their passwords. */
const ofEveryKind = (await statementCorpus()).map(({ bytes, name, password, mapping }) =>
  upload(
    account,
    ...(password === undefined ? [] : [field("password", password)]),
    ...(mapping === undefined ? [] : [field("mapping", JSON.stringify(mapping))]),
    file(Buffer.from(bytes), name),
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
  upload(account, file(moved("Reversal of transaction UC01AAAAAA"))),
  upload(account, file(moved("Pay Bill Reversal", "UC01AAAAAA"))),
  upload(account, file("Currency:,USD\nDate,Details,Amount\n01/03/2026,Chairs,-200.00\n")),
  upload(account, file("Date,Details,Amount (USD),CCY\n01/03/2026,Chairs,-200.00,EUR\n")),
  upload(account, file(old)),
  upload(account, file(old)),
  upload(file(old), field("account_id", "2")),
  upload(account, file(csvOf(newOrganisation(march)))),
  upload(account, file(old.replace("1,000.00", "1,000,000,000,000,000.00"))),
  upload(account, file(old.replace("02-03-2026", "31-02-2026"))),
  upload(account, file(old.replace("02-03-2026", "02-03-9999"))),
  upload(
    account,
    file(old.replace("UC01AAAAAA", "\u0000\u202E\uD800'; DROP TABLE statements; --")),
  ),
  upload(account, file(old.replaceAll("\n", "\n\n").slice(0, 700))),
  upload(account, file(`${old}=HYPERLINK("http://evil.example"),1,2,3\n`)),
  upload(account, file("Date,Details,Amount\n01/03/2026,Chairs,-200.00\n")),
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
    file("Date,Details,Amount\n01/03/2026,Chairs,-200.00\n"),
  ),
  upload(account, field("mapping", "{"), file(old)),
  upload(account, field("mapping", '{"__proto__":{"date":"x"}}'), file(old)),
  upload(account, field("mapping", "[".repeat(5_000)), file(old)),
  upload(account, field("password", "x".repeat(300)), file(old)),
  upload(field("account_id", "-1"), file(old)),
  upload(field("account_id", "99999"), file(old)),
  upload(field("account_id", "1"), field("account_id", "2"), file(old)),
  upload(field("__proto__", "1"), account, file(old)),
  upload(file(old)),
  upload(account, file("")),
  upload(account, file(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0]))),
  upload(account, file(Buffer.from("PK\u0003\u0004" + "\u0000".repeat(200), "latin1"), "x.xlsx")),
  upload(account, file(Buffer.from("%PDF-1.7\n%%EOF"), "x.pdf")),
  upload(account, file(Buffer.alloc(300_000, 0xff))),
  upload(account, file(Buffer.from(old, "utf16le"))),
  upload(account, file(old, "../../etc/passwd")),
  upload(account, file(old, "\u202Egnp.exe")),
  upload(account, file(old), file(old)),
  upload(account, part(old, 'name="photo"; filename="x.csv"')),
  upload(account),
  upload(),
  { headers: type, body: file(old) },
  { headers: type, body: Buffer.from(`--${BOUNDARY}\r\n\r\n`) },
  { headers: type, body: null },
  { headers: { "Content-Type": "multipart/form-data" }, body: file(old) },
  { headers: { "Content-Type": "text/csv" }, body: Buffer.from(old) },
  { headers: { "Content-Type": "application/json" }, body: '{"account_id":1}' },
];
