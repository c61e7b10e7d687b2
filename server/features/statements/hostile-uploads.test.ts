// Files that take far more to read than they seem to, as an official and a member send them: refused in one sentence,
// and everybody else is answered meanwhile.
import { afterAll, beforeAll, expect, test } from "vitest";
import { countMeanwhile } from "#tests/support/answered-meanwhile.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  bombXlsx,
  csvOfCommas,
  csvOfRowsOfCommas,
  pdfOfSpaces,
  xlsxOfTwoMinds,
} from "#tests/support/hostile-files.ts";
import { csvParts, memberHeadings, sendSheet, type Sheets } from "#tests/support/opening-sheets.ts";
import { bytesOf, csvOf, newOrganisation } from "#tests/support/statement-files.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2027-01-10T09:00:00+03:00" }));
});
afterAll(() => group.close());

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

/** Others are answered, one after the other, before it is. */
async function besideOthers<Result>(act: () => Promise<Result>): Promise<Result> {
  const { result, others } = await countMeanwhile(act, async () => {
    expect((await group.api("GET", "/api/health")).status).toBe(200);
  });
  expect(others).toBeGreaterThan(3);
  return result;
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

test("a statement of 50,000 lines is previewed and imported, and nobody waits for it", async () => {
  const movements = Array.from({ length: 50_000 }, (_, index) => ({
    receipt: `UA${String(index).padStart(8, "0")}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString().slice(0, 19).replace("T", " "),
    cents: 100_000n,
    details: `Pay Bill from 2547****${index % 1000} - NAME **** ${index} Acc. M${index % 500}`,
  }));
  const file = bytesOf(csvOf(newOrganisation({ opening: 0n, movements })));
  const { body } = await group.api("POST", "/api/statements/accounts/", {
    token: books.treasurer.token,
    body: { name: "Paybill", kind: "mpesa_paybill" },
  });
  const fields = { account_id: String(body.account.id) };
  const { token } = books.treasurer;
  const preview = await besideOthers(() =>
    uploadStatement(group, { token, file, fields, path: "/api/statements/preview/" }),
  );
  expect(preview.body.counts).toMatchObject({ new: 50_000 });
  const imported = await besideOthers(() => uploadStatement(group, { token, file, fields }));
  expect(imported.body.counts).toMatchObject({ new: 50_000 });
});

test("a book with a fault in each of its 40,000 cells is rehearsed, and comes back with its problems", async () => {
  const sheets: Sheets = {
    Members: [
      memberHeadings,
      ...Array.from({ length: 8_000 }, () => ["", "x@", "", "1", "no", "soon", "?", "?", "?"]),
    ],
  };
  const [part] = csvParts(sheets);
  const answer = await besideOthers(() => rehearsed(part!.content));
  expect(answer.status).toBe(200);
  expect(answer.body.rows.length).toBeGreaterThan(1_000);
  const fetched = await fetch(group.url + answer.body.sheet_with_problems, {
    headers: { Authorization: `Bearer ${books.treasurer.token}` },
  });
  expect(fetched.status).toBe(200);
  expect((await fetched.text()).split("\n")[8_000]).toContain("This cell is needed and is empty");
});
