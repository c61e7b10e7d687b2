import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-03-16T09:00:00+03:00" }));
  member = await books.member();
  await books.contribute(member, 20_000);
  await books.lend(member, 1_000);
  await books.fine(member, 50);
  await post({ type: "other_income", amount_paid: 300, date: "2026-02-10" });
  await post({ type: "other_income", amount_paid: 40, date: "2026-01-31" });
});
afterAll(() => group.close());

async function post(fields: object): Promise<void> {
  const answer = await group.api("POST", "/api/accounting/create_ledger_entry/", {
    token: books.treasurer.token,
    body: { description: "=SUM(A1)", ...fields },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
}

const ask = (query: string, by: TestMember = books.treasurer) =>
  group.api("GET", `/api/accounting/export/?${query}`, { token: by.token });

async function rowsOf(query: string): Promise<string[][]> {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  return (body as string)
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
}

test.each([
  ["format=csv&what=journal", "akiba-journal-2026-03-16.csv"],
  ["format=csv&what=accounts", "akiba-accounts-2026-03-16.csv"],
  ["format=csv&what=members", "akiba-members-2026-03-16.csv"],
  ["format=csv&what=loans", "akiba-loans-2026-03-16.csv"],
  ["format=hledger&what=loans", "akiba-journal-2026-03-16.journal"],
  ["format=zip", "akiba-books-2026-03-16.zip"],
])("%s is the file %s", async (query, name) => {
  const { status, headers } = await ask(query);
  expect([status, headers.get("content-disposition")]).toEqual([
    200,
    `attachment; filename="${name}"`,
  ]);
});

/** The type of an export, and its first bytes. */
const begins = async (query: string) => {
  const answer = await fetch(`${group.url}/api/accounting/export/?${query}`, {
    headers: { Authorization: `Bearer ${books.treasurer.token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return [answer.headers.get("content-type"), bytes.subarray(0, 3).toString("hex")];
};

test("every csv begins with the mark by which Excel knows UTF-8, and nothing else does", async () => {
  for (const what of ["journal", "accounts", "members", "loans"])
    expect(await begins(`format=csv&what=${what}`)).toEqual(["text/csv; charset=utf-8", "efbbbf"]);
  for (const format of ["hledger", "beancount"])
    expect((await begins(`format=${format}`))[1]).not.toBe("efbbbf");
});

test("is for officials, and refuses what it does not know and days in the wrong order", async () => {
  expect((await ask("format=zip", member)).status).toBe(403);
  for (const [query, field] of [
    ["format=csv&what=secrets", "what"],
    ["format=csv&start_date=2026-02-30", "start_date"],
    ["format=csv&start_date=2026-03-02&end_date=2026-03-01", "start_date"],
  ])
    expect(Object.keys((await ask(query!)).body.errors)).toEqual([field]);
});

test("the journal of a period has its entries and no other", async () => {
  const days = async (query: string) =>
    new Set((await rowsOf(`format=csv&${query}`)).slice(1).map((cells) => cells[1]));
  expect(await days("start_date=2026-02-01&end_date=2026-02-28")).toEqual(new Set(["2026-02-10"]));
  expect(await days("end_date=2026-02-28")).toEqual(new Set(["2026-01-31", "2026-02-10"]));
  expect(await days("start_date=2026-02-11")).toEqual(new Set(["2026-03-16"]));
  expect((await rowsOf("format=csv&end_date=2025-01-01")).length).toBe(1);
});

test("an account's opening, debits and credits make its closing, as the trial balance has it", async () => {
  const rows = await rowsOf("format=csv&what=accounts&start_date=2026-02-01&end_date=2026-02-28");
  expect(rows[0]?.slice(3, 5)).toEqual(["opening_debit", "opening_credit"]);
  expect(rows.find(([account]) => account === "bank")?.slice(3)).toEqual([
    "40.00",
    "0.00",
    "300.00",
    "0.00",
    "340.00",
    "0.00",
  ]);
  const { body } = await group.api("GET", "/api/accounting/get_trial_balance/", {
    token: books.treasurer.token,
  });
  const all = await rowsOf("format=csv&what=accounts");
  for (const { account, debit_amount, credit_amount } of body.trial_balance)
    expect(
      all
        .find(([code]) => code === account)
        ?.slice(-2)
        .map(Number),
    ).toEqual([debit_amount, credit_amount]);
});

test("members stand as they do today, loans by the day they were paid out", async () => {
  const members = await rowsOf("format=csv&what=members");
  expect(members).toHaveLength(1 + 4);
  expect(members.find((cells) => cells[4] === member.username)?.slice(-3)).toEqual([
    "20000.00",
    "1100.00",
    "50.00",
  ]);
  // A leading plus, as in a phone number, would start a formula.
  expect(members.slice(1).every((cells) => cells[6]!.startsWith("'+254"))).toBe(true);
  const loans = await rowsOf("format=csv&what=loans&start_date=2026-03-16");
  expect(loans[1]?.slice(1)).toEqual([
    "Normal Loan 1",
    member.username,
    expect.any(String),
    "active",
    "2026-03-16",
    "2026-03-16",
    "2027-03-16",
    "1000.00",
    "100.00",
    "1100.00",
  ]);
  expect(await rowsOf("format=csv&what=loans&end_date=2026-03-15")).toHaveLength(1);
});

test("the archive holds every file and the reports as PDF, each as it is answered alone", async () => {
  const query = "start_date=2026-02-01&end_date=2026-02-28";
  const answer = await fetch(`${group.url}/api/accounting/export/?format=zip&${query}`, {
    headers: { Authorization: `Bearer ${books.treasurer.token}` },
  });
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const archive = Buffer.from(await answer.arrayBuffer());
  // 16 Mar 2026 at 09:00 in Nairobi, wherever the server is, as the first file's header writes day and time.
  expect(archive.readUInt16LE(12)).toBe(((2026 - 1980) << 9) | (3 << 5) | 16);
  expect(archive.readUInt16LE(10)).toBe(9 << 11);
  const files = unpack(archive);
  expect([...files.keys()]).toEqual([
    "akiba-journal-2026-03-16.journal",
    "akiba-journal-2026-03-16.beancount",
    "akiba-journal-2026-03-16.csv",
    "akiba-accounts-2026-03-16.csv",
    "akiba-members-2026-03-16.csv",
    "akiba-loans-2026-03-16.csv",
    "akiba-trial-balance-2026-02-28.pdf",
    "akiba-balance-sheet-2026-02-28.pdf",
    "akiba-profit-and-loss-2026-02-01-2026-02-28.pdf",
  ]);
  const reports = [...files].filter(([name]) => name.endsWith(".pdf"));
  for (const [, content] of reports) expect(content.subarray(0, 5).toString()).toBe("%PDF-");
  for (const what of ["journal", "accounts", "members", "loans"])
    expect(files.get(`akiba-${what}-2026-03-16.csv`)?.toString()).toBe(
      `\uFEFF${(await ask(`format=csv&what=${what}&${query}`)).body}`,
    );
});

test("an export is reported in the audit log, with what it was of", async () => {
  await ask("format=csv&what=loans&start_date=2026-01-01");
  const { body } = await group.api("GET", "/api/audit/?page=1&page_size=1", {
    token: books.treasurer.token,
  });
  expect(body.entries[0]).toMatchObject({
    action: "journal.export",
    actor: { id: books.treasurer.id },
    after: { format: "csv", what: "loans", start_date: "2026-01-01" },
  });
});

/** The files of an archive, by the directory at its end. */
function unpack(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, extraLength, commentLength, header] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const begin =
      header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    files.set(name, inflateRawSync(archive.subarray(begin, begin + packed)));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
