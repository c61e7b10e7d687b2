// Uploads with an Idempotency-Key (API-9): a statement's import, and a group's books.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { sendSheet, threeMembers, workbookParts } from "#tests/support/opening-sheets.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { TestGroup } from "#tests/support/test-group.ts";

const REUSED = "This Idempotency-Key was already used for a different request.";
let group: TestGroup;
let books: Bookkeeping;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterEach(() => group.close());

const fileOf = (code: string) =>
  paybillStatement({
    opening: 0n,
    movements: [paidIn(code, "2026-03-02 10:00:00", 1_000)],
    from: "2026-03-01",
    to: "2026-03-10",
  });

async function startImports() {
  const { token } = books.treasurer;
  const { body } = await group.api("POST", "/api/statements/accounts/", {
    token,
    body: { name: "Paybill 600123", kind: "mpesa_paybill" },
  });
  const accountId = String(body.account.id);
  return {
    send: (code: string, key?: string, fields = {}) =>
      uploadStatement(group, {
        token,
        file: fileOf(code),
        fields: { account_id: accountId, ...fields },
        ...(key === undefined ? {} : { key }),
      }),
    withdraw: (id: number) =>
      group.api("POST", `/api/statements/${id}/withdraw/`, { token, body: { reason: "A test" } }),
    count: async () =>
      (await group.api("GET", "/api/statements/", { token })).body.statements.length,
  };
}

test("the same file under the same key gives the first answer, whatever has happened since", async () => {
  const { send, withdraw, count } = await startImports();
  const first = await send("SCH1AB2CD3", "statement-1");
  expect(first.status).toBe(201);
  expect((await withdraw(first.body.statement.id)).status).toBe(200);
  const again = await send("SCH1AB2CD3", "statement-1");
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await count()).toBe(1);
  const another = await send("SCH1AB2CD3", "statement-2");
  expect(another.status).toBe(201);
  expect(another.body.statement.id).not.toBe(first.body.statement.id);
});

test("other bytes or fields under the same key are refused, and nothing is imported", async () => {
  const { send, count } = await startImports();
  expect((await send("SCH1AB2CD3", "statement-1")).status).toBe(201);
  for (const other of [
    await send("SCH1AB2CD4", "statement-1"),
    await send("SCH1AB2CD3", "statement-1", { complete_to: "2026-03-12" }),
  ])
    expect([other.status, other.body.detail]).toEqual([400, REUSED]);
  expect((await send("SCH1AB2CD4", "ab cd")).status).toBe(400);
  expect(await count()).toBe(1);
});

test("of uploads at one moment one is imported, and each gets its answer", async () => {
  const { send, count } = await startImports();
  const answers = await Promise.all([1, 2, 3].map(() => send("SCH1AB2CD3", "statement-1")));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.statement.id)).size).toBe(1);
  expect(await count()).toBe(1);
});

test("a refused upload leaves its key free", async () => {
  const { send } = await startImports();
  const refused = await send("SCH1AB2CD3", "statement-1", { complete_to: "2020-01-01" });
  expect(refused.status).toBe(400);
  expect((await send("SCH1AB2CD3", "statement-1")).status).toBe(201);
});

test("a sheet of a group's books takes one too", async () => {
  const parts = workbookParts(threeMembers);
  const [part] = parts;
  const send = (sheet: typeof parts, key: string, fields = {}) =>
    sendSheet(group, {
      token: books.treasurer.token,
      path: "/api/opening/",
      parts: sheet,
      fields: { date: "2026-02-28", difference_reason: "As the old book was", ...fields },
      key,
    });
  const first = await send(parts, "sheet-1");
  expect(first.status).toBe(201);
  const again = await send([{ ...part!, name: "renamed.xlsx" }], "sheet-1");
  expect([again.status, again.body]).toEqual([201, first.body]);
  const other = await send(parts, "sheet-1", { date: "2026-01-31" });
  expect([other.status, other.body.detail]).toEqual([400, REUSED]);
});
