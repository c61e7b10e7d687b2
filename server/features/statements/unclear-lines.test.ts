import { afterAll, beforeAll, expect, test } from "vitest";
import { indexNewLines } from "#server/jobs/commit-followers.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { charged, paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import { csvOf } from "#tests/support/statement-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { xlsOf } from "#tests/support/workbooks.ts";
import { oldOrganisation } from "#tests/support/statement-files.ts";

const LINES = "/api/statements/lines/";

let group: TestGroup;
let books: Bookkeeping;
let payer: TestMember;

// The group's clock is at 16 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  payer = await group.activeMember(books.chairperson, {
    RegNo: "0042",
    first_name: "Zawadi",
    last_name: "Nekesa Barasa",
  });
  await books.contribute(payer, 50_000);
});
afterAll(() => group.close());

const ask = (by: TestMember, method: string, path: string, body?: unknown) =>
  group.api(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });

async function addAccount(name: string, kind = "mpesa_paybill"): Promise<number> {
  const answer = await ask(books.treasurer, "POST", "/api/statements/accounts/", { name, kind });
  expect(answer.status).toBe(201);
  return answer.body.account.id;
}

async function imported(file: string | Uint8Array, account: number): Promise<Json> {
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file,
    fields: { account_id: String(account) },
  });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

const linesOf = async (account: number, query = ""): Promise<Json> =>
  (await ask(books.secGen, "GET", `${LINES}?page=1&page_size=100&account_id=${account}${query}`))
    .body;

const BANK = ["Date", "Details", "Reference", "Debit", "Credit"];

test("a number whose zeros a workbook dropped suggests every member whom it may be", async () => {
  const account = await addAccount("Workbook");
  const rows = oldOrganisation({
    opening: 0n,
    movements: [
      paidIn("UC10AAAAAA", "2026-03-02 09:00:00", 100, "42"),
      paidIn("UC10AAAAAB", "2026-03-02 09:01:00", 200, "420"),
      paidIn("UC10AAAAAC", "2026-03-02 09:02:00", 300, "0"),
    ],
  }).map((row) =>
    row.map((text, column) => (column === 12 && /^\d+$/.test(text) ? Number(text) : text)),
  );
  await imported(xlsOf({ Report: rows }), account);
  const suggested = async () =>
    Object.fromEntries(
      (await linesOf(account)).lines.map(({ reference, suggestions }: Json) => [
        reference,
        suggestions.map(({ member }: Json) => member.id).toSorted(),
      ]),
    );
  expect(await suggested()).toEqual({ UC10AAAAAA: [payer.id], UC10AAAAAB: [], UC10AAAAAC: [] });
  const other = await group.activeMember(books.chairperson, { RegNo: "42" });
  expect((await suggested()).UC10AAAAAA).toEqual(
    [payer.id, other.id].toSorted((one, another) => one - another),
  );
  // The workbook may have meant 0042 or 42: it names neither against the other.
  const reported = await ask(payer, "POST", "/api/finances/monthly-contribution/", {
    amount_paid: 100,
    contribution_month: "2026-03-01",
    payment_date: "2026-03-02",
    payment_Reference_Code: "UC10AAAAAA",
  });
  expect(reported.status).toBe(201);
  expect((await linesOf(account, "&search=UC10AAAAAA")).lines).toMatchObject([
    { state: "matched", match: { member: { id: payer.id }, by: null } },
  ]);
});

test("a file that prints neither balances nor totals confirms nothing until both offices accept it", async () => {
  const account = await addAccount("Bank without balances", "bank");
  const reference = "UC20AAAAAA";
  const reported = await ask(payer, "POST", "/api/finances/monthly-contribution/", {
    amount_paid: 700,
    contribution_month: "2026-03-01",
    payment_date: group.clock.now().toISOString(),
    payment_Reference_Code: reference,
  });
  expect(reported.status).toBe(201);
  const rows = [
    BANK,
    ["05/03/2026", `MPS 254700000001 ${reference} M1 ZAWADI`, "FT1", "", "700.00"],
  ];
  const preview = await uploadStatement(group, {
    token: books.treasurer.token,
    path: "/api/statements/preview/",
    file: csvOf(rows),
    fields: { account_id: String(account) },
  });
  expect(preview.body).toMatchObject({ is_provable: false, breaks: [], closing: null });
  const { statement } = await imported(csvOf(rows), account);
  expect(statement).toMatchObject({ state: "broken", breaks: [], is_provable: false });
  expect((await linesOf(account)).lines[0]).toMatchObject({ state: "open", match: null });
  for (const by of [books.treasurer, books.secGen])
    expect(
      (
        await ask(by, "POST", `/api/statements/${statement.id}/accept/`, {
          reason: "Held against the bank's own screen",
        })
      ).status,
    ).toBe(200);
  expect((await linesOf(account)).lines[0]).toMatchObject({ state: "matched" });
  const totals = [
    ...rows,
    ["06/03/2026", "Fee", "FT2", "10.00", ""],
    ["TOTAL", "", "", "10.00", "700.00"],
  ];
  expect((await imported(csvOf(totals), account)).statement).toMatchObject({
    state: "whole",
    is_provable: true,
  });
  const wrong = totals.with(3, ["TOTAL", "", "", "10.00", "900.00"]);
  expect((await imported(csvOf(wrong), account)).statement.state).toBe("broken");
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("two equal payments without receipts stay two, in every file that has them", async () => {
  const account = await addAccount("Bank of pairs", "bank");
  const heading = ["Date", "Details", "Debit", "Credit", "Balance"];
  const pair = [
    ["05/03/2026", "CASH DEPOSIT", "", "500.00", "500.00"],
    ["05/03/2026", "CASH DEPOSIT", "", "500.00", "1,000.00"],
  ];
  expect((await imported(csvOf([heading, ...pair]), account)).counts).toMatchObject({ new: 2 });
  const longer = [heading, ...pair, ["06/03/2026", "CASH DEPOSIT", "", "500.00", "1,500.00"]];
  expect((await imported(csvOf(longer), account)).counts).toMatchObject({ new: 1, known: 2 });
  expect((await linesOf(account)).count).toBe(3);
});

const from = (name: string, receipt: string, kes: number) => ({
  ...paidIn(receipt, "2026-03-03 09:00:00", kes, "nobody"),
  details: `Pay Bill from 25470****111 - ${name} Acc. nobody`,
  otherParty: `25470****111 - ${name}`,
});

test("the only member with the payer's names is suggested when the amount is a month's contribution", async () => {
  const account = await addAccount("Till of names", "mpesa_till");
  const { monthly_contribution: monthly } = (await ask(payer, "GET", "/api/group/settings/")).body;
  await imported(
    paybillStatement({
      opening: 0n,
      from: "2026-03-01",
      to: "2026-03-10",
      movements: [
        from("BARASA ZAWADI NEKESA", "UC30AAAAAA", monthly),
        from("BARASA ZAWADI NEKESA", "UC30AAAAAB", monthly + 1),
        from("ZAWADI BARASA", "UC30AAAAAC", monthly),
      ],
    }),
    account,
  );
  const { lines } = await linesOf(account);
  const suggested = Object.fromEntries(
    lines.map(({ reference, suggestions }: Json) => [
      reference,
      suggestions.map(({ kind, id, member }: Json) => [kind, id, member.id]),
    ]),
  );
  expect(suggested).toEqual({
    UC30AAAAAA: [["contribution", null, payer.id]],
    UC30AAAAAB: [],
    UC30AAAAAC: [],
  });
});

test("lines are found by words, beginnings of words and amounts, before and after they are indexed", async () => {
  const account = await addAccount("Till of words", "mpesa_till");
  await imported(
    paybillStatement({
      opening: 0n,
      from: "2026-03-01",
      to: "2026-03-10",
      movements: [paidIn("UC40AAAAAA", "2026-03-03 09:00:00", 1_234, "QX-12'%")],
    }),
    account,
  );
  for (let times = 0; times < 2; times++) {
    for (const words of ["uc40a", "alice wanj", "qx-1", "qx-12'%", "1234", "1,234.00", "111 alice"])
      expect([
        words,
        (await linesOf(account, `&search=${encodeURIComponent(words)}`)).count,
      ]).toEqual([words, 1]);
    for (const words of ["c40a", "alice brian", "1235", "%", "\\", "alice & wanjiru", "''"])
      expect([
        words,
        (await linesOf(account, `&search=${encodeURIComponent(words)}`)).count,
      ]).toEqual([words, 0]);
    await indexNewLines(group.db);
  }
});

test("lines above what one person may take out are booked when another official agrees", async () => {
  const settled = await ask(books.chairperson, "POST", "/api/group/settings/", {
    second_person_above: 100,
  });
  expect(settled.status).toBe(200);
  const account = await addAccount("Till of charges", "mpesa_till");
  await imported(
    paybillStatement({
      opening: 500_000n,
      from: "2026-03-01",
      to: "2026-03-10",
      movements: [
        charged("UC50AAAAAA", "2026-03-05 09:00:00", 60),
        charged("UC50AAAAAB", "2026-03-05 10:00:00", 70),
      ],
    }),
    account,
  );
  const { lines } = await linesOf(account);
  const booking = {
    line_ids: lines.map(({ id }: Json) => id),
    type: "expense",
    category: "transaction_cost",
    description: "Charges of the day",
    date: "2026-03-16",
  };
  const proposed = await ask(books.treasurer, "POST", `${LINES}book/`, booking);
  expect(proposed.status).toBe(201);
  expect((await linesOf(account)).lines.map(({ state }: Json) => state)).toEqual(["open", "open"]);
  const { proposals } = (await ask(books.secGen, "GET", "/api/accounting/proposals/")).body;
  expect(proposals).toMatchObject([{ amount: 130 }]);
  const agreed = await ask(
    books.secGen,
    "POST",
    `/api/accounting/proposals/${proposals[0].id}/agree/`,
  );
  expect(agreed.status).toBe(200);
  expect((await linesOf(account)).lines).toMatchObject([
    { state: "matched", match: { kind: "entry", id: agreed.body.entry_id } },
    { state: "matched", match: { kind: "entry", id: agreed.body.entry_id } },
  ]);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
