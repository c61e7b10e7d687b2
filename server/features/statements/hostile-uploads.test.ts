// Files that take far more to read than they seem to, as an official and a member send them: refused in one sentence,
// and everybody else is answered while a process has them in hand.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  bombXlsx,
  csvOfCommas,
  csvOfRowsOfCommas,
  pdfOfSpaces,
  xlsxOfTwoMinds,
} from "#tests/support/hostile-files.ts";
import { type HeldReader, makeHeldReader, whileHeld } from "#tests/support/held-reader.ts";
import { csvParts, memberHeadings, sendSheet, type Sheets } from "#tests/support/opening-sheets.ts";
import { bytesOf, csvOf, newOrganisation } from "#tests/support/statement-files.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let reader: HeldReader;
let member: TestMember;

beforeAll(async () => {
  reader = await makeHeldReader();
  ({ group, books } = await startFoundedGroup({
    startsAt: "2027-01-10T09:00:00+03:00",
    members: 1,
    readWorker: reader.worker,
  }));
  member = await books.member();
});
afterAll(async () => {
  await reader.remove();
  await group.close();
});

const previewed = (file: Uint8Array) =>
  uploadStatement(group, {
    token: books.treasurer.token,
    file,
    path: "/api/statements/preview/",
  });
const rehearsed = (content: Uint8Array | string) =>
  sendSheet(group, {
    token: books.treasurer.token,
    parts: [{ name: "book.csv", content }],
    fields: { date: "2026-02-28" },
  });

/** Anybody, a member who reads, and an official who writes. */
async function askOthers() {
  expect((await group.api("GET", "/api/health")).status).toBe(200);
  const own = await group.api("GET", "/api/user/get_user_data", { token: member.token });
  expect(own.status).toBe(200);
  expect((await addAccount()).status).toBe(201);
}

let accounts = 0;
const addAccount = () =>
  group.api("POST", "/api/statements/accounts/", {
    token: books.treasurer.token,
    body: { name: `Paybill ${++accounts}`, kind: "mpesa_paybill" },
  });

const besideOthers = <Result>(send: () => Promise<Result>) => whileHeld(reader, send, askOthers);

/** What the server takes of an answer at one go, and of all of it into its own memory. */
const MOST_ITEMS = 400;
const MOST_BYTES = 48 * 1024 * 1024;

/** What one file brought, in messages that the server takes in one by one. */
async function inParts<Result>(send: () => Promise<Result>) {
  const before = reader.sent().length;
  const result = await send();
  const parts = reader.sent().slice(before);
  expect(Math.max(...parts.map(({ items }) => items))).toBeLessThanOrEqual(MOST_ITEMS);
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BYTES);
  return { result, parts: parts.length };
}

const tooLarge = { status: 400, body: { detail: "This file is too large to read." } };

test.each<[string, () => Promise<unknown>]>([
  ["a workbook of 300 MB of spaces", () => previewed(bombXlsx())],
  ["a zip whose directory and headers differ", () => rehearsed(xlsxOfTwoMinds())],
  ["a PDF of 3 GB of spaces", () => previewed(pdfOfSpaces())],
  ["10 MB of commas", () => previewed(csvOfCommas(10_000_000))],
  ["5 MB of rows of commas, moving in", () => rehearsed(csvOfRowsOfCommas(5_000_000))],
])("%s is too large to read, and is said so of the file", async (_name, send) => {
  expect(await besideOthers(send)).toMatchObject({
    ...tooLarge,
    body: { ...tooLarge.body, errors: { file: [tooLarge.body.detail] } },
  });
});

test("three at once wait for each other, and a good file among them is read", async () => {
  const movements = [
    { receipt: "UA00000001", at: "2026-01-01 10:00:00", cents: 100_000n, details: "Pay Bill" },
  ];
  const good = bytesOf(csvOf(newOrganisation({ opening: 0n, movements })));
  const answers = await besideOthers(() =>
    Promise.all([previewed(pdfOfSpaces()), rehearsed(csvOfCommas(5_000_000)), previewed(good)]),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 200]);
});

test("a statement of 50,000 lines is previewed and imported, in parts of 400, and nobody waits for it", async () => {
  const movements = Array.from({ length: 50_000 }, (_, index) => ({
    receipt: `UA${String(index).padStart(8, "0")}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString().slice(0, 19).replace("T", " "),
    cents: 100_000n,
    details: `Pay Bill from 2547****${index % 1000} - NAME **** ${index} Acc. M${index % 500}`,
  }));
  const file = bytesOf(csvOf(newOrganisation({ opening: 0n, movements })));
  const { body } = await addAccount();
  const fields = { account_id: String(body.account.id) };
  const { token } = books.treasurer;
  const preview = await inParts(() =>
    besideOthers(() =>
      uploadStatement(group, { token, file, fields, path: "/api/statements/preview/" }),
    ),
  );
  expect(preview.result.body.counts).toMatchObject({ new: 50_000 });
  expect(preview.parts).toBeGreaterThan(50_000 / MOST_ITEMS);
  const imported = await inParts(() =>
    besideOthers(() => uploadStatement(group, { token, file, fields })),
  );
  expect(imported.result.body.counts).toMatchObject({ new: 50_000 });
  expect(imported.parts).toBe(preview.parts);
});

test("a book with a fault in each of its 40,000 cells is rehearsed, and comes back with its problems", async () => {
  const sheets: Sheets = {
    Members: [
      memberHeadings,
      ...Array.from({ length: 8_000 }, () => ["", "x@", "", "1", "no", "soon", "?", "?", "?"]),
    ],
  };
  const [part] = csvParts(sheets);
  const { result: rehearsal } = await inParts(() => besideOthers(() => rehearsed(part!.content)));
  expect(rehearsal.status).toBe(200);
  expect(rehearsal.body.rows.length).toBeGreaterThan(1_000);
  const marked = await besideOthers(async () => {
    const answer = await fetch(group.url + rehearsal.body.sheet_with_problems, {
      headers: { Authorization: `Bearer ${books.treasurer.token}` },
    });
    return { status: answer.status, text: await answer.text() };
  });
  expect(marked.status).toBe(200);
  expect(marked.text.split("\n")[8_000]).toContain("This cell is needed and is empty");
});
