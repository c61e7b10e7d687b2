// The same money in another program's file is the same line (STAT-3); what is there twice all the same is set aside (STAT-67).
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";
import { xlsxOf, type Value } from "#tests/support/workbooks.ts";

let group: TestGroup;
let books: Bookkeeping;
let made = 0;

// The group's clock is at 17 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());

async function addAccount(): Promise<number> {
  const { body } = await group.api("POST", "/api/statements/accounts/", {
    token: books.treasurer.token,
    body: { name: `Bank ${++made}`, kind: "bank" },
  });
  return body.account.id;
}

async function send(account: number, file: string | Uint8Array): Promise<Json> {
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file,
    fields: { account_id: String(account) },
  });
  expect(answer.status).toBeLessThan(202);
  return answer.body;
}

const csv = (...rows: string[]) => rows.join("\n");
const workbook = (...rows: Value[][]) => xlsxOf({ Statement: rows });
const HEADING = ["Date", "Description", "Reference", "Debit", "Credit", "Balance"];

test.each<[string, string | Uint8Array, string | Uint8Array]>([
  [
    "whose references lost their zeros in number cells",
    csv(
      HEADING.join(","),
      '01/03/2026,DEPOSIT A,850060,,"1,000.00","11,000.00"',
      '02/03/2026,DEPOSIT B,000123,,500.00,"11,500.00"',
    ),
    workbook(
      HEADING,
      ["01/03/2026", "DEPOSIT A", 850060, null, 1000, 11000],
      ["02/03/2026", "DEPOSIT B", 123, null, 500, 11500],
    ),
  ],
  [
    "whose narration is cut short",
    csv(
      "Date,Description,Debit,Credit,Balance",
      '04/03/2026,MPS 254700000111 TI45AB6C7D ACC9 JANE EXAMPLE WANJIKU,,"1,000.00","11,000.00"',
    ),
    csv(
      "Date,Description,Debit,Credit,Balance",
      '04/03/2026,MPS 254700000111 TI45AB6C7D ACC9 JANE EXA,,"1,000.00","11,000.00"',
    ),
  ],
  [
    "with other columns, another order and a time",
    csv(
      "Date,Description,Debit,Credit,Balance",
      "04/03/2026,CASH A,,100.00,100.00",
      "05/03/2026,CASH B,,100.00,200.00",
    ),
    csv(
      "Txn Date,Narration,Amount,Balance",
      "05/03/2026 10:20,BY CASH,100.00,200.00",
      "04/03/2026 00:00,BY CASH,100.00,100.00",
    ),
  ],
])("an export %s adds no line, in either order", async (_what, one, other) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const account = await addAccount();
    const { counts } = await send(account, first);
    expect(await send(account, second)).toMatchObject({ counts: { new: 0, known: counts.new } });
  }
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const fileWith = (details: string, amounts: string) =>
  csv(
    "Date,Description,Debit,Credit,Balance",
    `04/03/2026,${details},${amounts},`,
    "05/03/2026,Z,5.00,,95.00",
  );

test.each([
  ["in", ",100.00"],
  ["out", "100.00,"],
])(
  "lines of two files with one day and one amount %s are two until an office sets one aside, which it can bring back",
  async (_direction, amounts) => {
    const account = await addAccount();
    await send(account, fileWith("CASH A", amounts));
    expect(await send(account, fileWith("BRANCH B", amounts))).toMatchObject({
      counts: { new: 1, known: 1 },
    });
    const read = async () => {
      const { body } = await group.api(
        "GET",
        `/api/statements/lines/?account_id=${account}&page=1`,
        {
          token: books.chairperson.token,
        },
      );
      return body.lines as Json[];
    };
    const [, one, other] = await read();
    expect([one, other].map(({ alike }: Json) => alike)).toEqual([[other.id], [one.id]]);
    const setAside = (id: number, reason: string) =>
      group.api("POST", `/api/statements/lines/${id}/set-aside/`, {
        token: books.treasurer.token,
        body: { reason },
      });
    expect((await setAside(one.id, "")).status).toBe(400);
    const reason = "The branch's file has the same money";
    expect(await setAside(one.id, reason)).toMatchObject({
      status: 200,
      body: { line: { state: "ignored", alike: [], set_aside: { reason, office: "Treasurer" } } },
    });
    expect(await setAside(other.id, reason)).toMatchObject({ status: 400 });
    expect((await read()).map(({ alike }) => alike)).toEqual([[], [], []]);
    const path = `/api/statements/lines/${one.id}/unmatch/`;
    expect(await group.api("POST", path, { token: books.secGen.token, body: {} })).toMatchObject({
      status: 200,
      body: { line: { state: "open", alike: [other.id] } },
    });
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  },
);

test("a payment whose reference the file wrote without its zeros is suggested, and not taken by itself", async () => {
  const member = await books.member();
  const reported = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: member.token,
    body: {
      amount_paid: 750,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-02",
      payment_Reference_Code: "00012345",
    },
  });
  expect(reported.status).toBe(201);
  const account = await addAccount();
  await send(account, workbook(HEADING, ["02/03/2026", "DEPOSIT B", 12345, null, 750, 11500]));
  const { body } = await group.api("GET", `/api/statements/lines/?account_id=${account}&page=1`, {
    token: books.chairperson.token,
  });
  const id = reported.body.contribution.contribution_id;
  expect(body.lines).toMatchObject([
    {
      state: "open",
      suggestions: [
        {
          kind: "contribution",
          id,
          reason: "Same reference but for zeros that a spreadsheet drops, and the same amount",
        },
      ],
    },
  ]);
  const matched = await group.api("POST", `/api/statements/lines/${body.lines[0].id}/match/`, {
    token: books.treasurer.token,
    body: { kind: "contribution", id },
  });
  expect(matched.body.line).toMatchObject({ state: "matched", match: { id } });
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("two equal lines of one file are two payments, of which none is set aside", async () => {
  const account = await addAccount();
  const row = "04/03/2026,CASH,,100.00";
  const file = csv("Date,Description,Debit,Credit", row, row);
  expect(await send(account, file)).toMatchObject({ counts: { new: 2 } });
  expect(await send(account, `${file}\n05/03/2026,X,,1.00`)).toMatchObject({
    counts: { new: 1, known: 2 },
  });
  const { body } = await group.api("GET", `/api/statements/lines/?account_id=${account}&page=1`, {
    token: books.chairperson.token,
  });
  expect(body.lines.map(({ alike }: Json) => alike)).toEqual([[], [], []]);
});
