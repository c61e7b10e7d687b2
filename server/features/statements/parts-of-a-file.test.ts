// A file goes into the account whose statement it is, and says what of it was not read (STAT-50).
import { utils, write } from "@e965/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { TestGroup } from "#tests/support/test-group.ts";
import { workbookOf } from "#tests/support/workbooks.ts";

let group: TestGroup;
let books: Bookkeeping;
let [first, second] = [0, 0];

// The group's clock is at 17 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  first = await addAccount("Savings", "0110001");
  second = await addAccount("Welfare", "0110002");
});
afterAll(() => group.close());

async function addAccount(name: string, number: string): Promise<number> {
  const { status, body } = await group.api("POST", "/api/statements/accounts/", {
    token: books.treasurer.token,
    body: { name, kind: "bank", number },
  });
  expect(status).toBe(201);
  return body.account.id;
}

const send = (path: string, file: string | Buffer, fields: Record<string, string>) =>
  uploadStatement(group, { token: books.treasurer.token, file, path, fields });

test("a file whose lines name another of our accounts is refused, naming that one", async () => {
  const file = [
    "Account,Date,Description,Debit,Credit,Balance",
    '0110001,01/03/2026,A1,,100.00,"1,100.00"',
    "0110002,01/03/2026,B1,,7.00,57.00",
  ].join("\n");
  for (const path of ["/api/statements/", "/api/statements/preview/"]) {
    const { status, body } = await send(path, file, { account_id: String(first) });
    expect(status).toBe(400);
    expect(body.detail).toContain("0110002");
    expect(body.detail).toContain("Welfare");
  }
  const alone = file.split("\n").toSpliced(1, 1).join("\n");
  expect((await send("/api/statements/", alone, { account_id: String(first) })).status).toBe(400);
  expect((await send("/api/statements/", alone, { account_id: String(second) })).status).toBe(201);
});

test("sheets that were not read are named in the preview and after the import", async () => {
  const heading = ["Date", "Description", "Debit", "Credit", "Balance"];
  const book = workbookOf({
    Old: [heading, ["01/03/2026", "HIDDEN", null, 9, 9]],
    March: [heading, ["02/03/2026", "IN SIGHT", null, 100, 100]],
  });
  utils.book_set_sheet_visibility(book, "Old", 1);
  const file = write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
  const sentence = "The sheet “Old” is hidden and was not read.";
  const fields = { account_id: String(first) };
  const seen = await send("/api/statements/preview/", file, fields);
  expect(seen.body.lines.map(({ amount }: { amount: number }) => amount)).toEqual([100]);
  expect(seen.body.not_read).toEqual([{ sheet: "Old", detail: sentence }]);
  expect((await send("/api/statements/", file, fields)).body.detail).toContain(sentence);
});
