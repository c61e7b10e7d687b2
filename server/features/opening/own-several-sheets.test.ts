// A workbook with several sheets of the group's own, each with headings of its own (OPEN-17).
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { ownWorkbook } from "#tests/support/own-books.ts";
import { sendSheet } from "#tests/support/opening-sheets.ts";
import type { Answer, Json, TestGroup } from "#tests/support/test-group.ts";
import type { Value } from "#tests/support/workbooks.ts";

let group: TestGroup;
let books: Bookkeeping;

// The group's clock is at 17 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());

const savings: Value[][] = [
  ["M/No", "Member's Name", "Jan 2026", "Feb 2026"],
  ["TW/01", "Wanjiku Kamau", 1_000, 1_000],
  ["TW/02", "Achieng Otieno", 500, 500],
];
/** In other columns, without a number, and with a title. */
const loans: Value[][] = [
  ["LOANS OF THE GROUP"],
  ["Borrower name", "Loan balance", "Fines"],
  ["Otieno Achieng", 4_000, 50],
];
const branch: Value[][] = [
  ["Jina", "Akiba", "Namba ya usajili"],
  ["Baraka Mwinyi", 2_000, "TW/03"],
];
const sheets = { Savings: savings, Loans: loans, Branch: branch };

function send(
  workbook: Record<string, Value[][]>,
  { mapping, path = "/api/opening/rehearse/" }: { mapping?: Json; path?: string } = {},
): Promise<Answer> {
  return sendSheet(group, {
    token: books.treasurer.token,
    path,
    language: "en",
    parts: [{ name: "our book.xlsx", content: ownWorkbook(workbook) }],
    fields: {
      date: "2026-02-28",
      ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
    },
  });
}

const unsaid = (first: Json, sheet: string): Json => ({
  ...first,
  balances: undefined,
  others: undefined,
  sheet,
  heading_row: null,
  months: [],
  columns: Object.fromEntries(Object.keys(first.columns).map((part) => [part, null])),
});

/** What the headings propose for the three sheets, with what a person adds. */
async function proposed(workbook: Record<string, Value[][]>): Promise<Json> {
  const best = (await send(workbook)).body.own.mapping;
  const unread = { ...unsaid(best, "Savings"), balances: [] };
  const first = await send(workbook, { mapping: unread });
  const mapping: Json = {
    ...first.body.own.mapping,
    joined_on: "2024-01-01",
    balances: [{ account: "bank", amount: "950" }],
  };
  const others = [unsaid(mapping, "Loans"), unsaid(mapping, "Branch")];
  const { body } = await send(workbook, { mapping: { ...mapping, others } });
  const [ofLoans, ofBranch] = body.own.mapping.others;
  return {
    ...body.own.mapping,
    others: [
      {
        ...ofLoans,
        columns: { ...ofLoans.columns, name: "Borrower name" },
        loan_due_on: "2026-12-31",
      },
      { ...ofBranch, joined_on: "2025-06-01", paid_up_to: "2026-02-01" },
    ],
  };
}

const errors = ({ body }: Answer) =>
  body.rows
    .filter(({ level }: Json) => level === "error")
    .map(({ sheet, row, column, detail }: Json) => [sheet, row, column, detail]);

it("each sheet is offered, and what its headings say is proposed once it is added", async () => {
  const mapping = await proposed(sheets);
  expect(mapping.others.map(({ sheet, heading_row }: Json) => [sheet, heading_row])).toEqual([
    ["Loans", 2],
    ["Branch", 1],
  ]);
  expect(mapping.others[0].columns).toMatchObject({ loan_balance: "Loan balance", fines: "Fines" });
  expect(mapping.others[1].columns).toMatchObject({ name: "Jina", savings: "Akiba" });
  const { others: _, ...alone } = mapping;
  const unread = await send(sheets, { mapping: { ...alone, others: [unsaid(mapping, "Loans")] } });
  expect(unread.body).toMatchObject({ ok: false, members: 0 });
});

it("the loans of one sheet are those of the members of another, and a third has members of its own", async () => {
  const read = await send(sheets, { mapping: await proposed(sheets) });
  expect(errors(read)).toEqual([]);
  expect(read.body).toMatchObject({ ok: true, members: 3, loans: 1, difference: 0 });
  expect(
    read.body.figures.map(({ reg_number, name, savings: saved, update_up_to }: Json) => [
      reg_number,
      name,
      saved,
      update_up_to,
    ]),
  ).toEqual([
    ["TW/01", "Wanjiku Kamau", 2_000, "2026-02-01"],
    ["TW/02", "Achieng Otieno", 1_000, "2026-02-01"],
    ["TW/03", "Baraka Mwinyi", 2_000, "2026-02-01"],
  ]);
});

it("a figure that two sheets have of one member is a fault at its row, and so is a fault of a further sheet", async () => {
  const twice = {
    ...sheets,
    Branch: [...branch, ["Wanjiku Kamau", 700, "tw/01"], ["Zawadi", 100, "TW/04"]],
  };
  const read = await send(twice, { mapping: await proposed(twice) });
  expect(errors(read)).toEqual([
    ["Branch", 3, "Jina", expect.stringContaining("in the sheet Savings too")],
    ["Branch", 4, "Jina", expect.any(String)],
  ]);
  expect(read.body.sheet_with_problems).toEqual(expect.any(String));
  const marked = await group.api("GET", read.body.sheet_with_problems, {
    token: books.treasurer.token,
  });
  expect(marked.status).toBe(200);
});

it("a name that fits several members above is asked for its number", async () => {
  const two = { ...sheets, Savings: [...savings, ["TW/09", "Otieno Achieng", 300, 300]] };
  const mapping = await proposed(two);
  mapping.people = [{ name: "achieng otieno", are: "several" }];
  expect(errors(await send(two, { mapping }))).toContainEqual([
    "Loans",
    3,
    "Borrower name",
    expect.stringContaining("one of several members"),
  ]);
});

it("a sheet that is chosen twice, or is not in the file, is said", async () => {
  const mapping = await proposed(sheets);
  const again = { ...mapping, others: [mapping.others[0], mapping.others[0]] };
  expect(errors(await send(sheets, { mapping: again })).flat()).toContainEqual(
    expect.stringContaining("chosen twice"),
  );
  const { Branch: _, ...without } = sheets;
  expect(errors(await send(without, { mapping })).flat()).toContainEqual(
    expect.stringContaining("The sheet Branch is not in this file"),
  );
});

it("the proposal names its sheets, the next rehearsal begins with them, and the books balance once it is accepted", async () => {
  const mapping = await proposed(sheets);
  const sent = await send(sheets, { mapping, path: "/api/opening/" });
  expect(sent.status).toBe(201);
  expect(sent.body.opening).toMatchObject({ own_sheet: "Savings, Loans, Branch" });
  expect((await send(sheets)).body.own.mapping).toEqual(mapping);
  const accepted = await group.api("POST", `/api/opening/${sent.body.opening.id}/accept/`, {
    token: books.secGen.token,
    body: { total_savings_seen: 5_000 },
  });
  expect(accepted.status).toBe(200);
  const { rows } = await sql<{ reg: string; amount: string }>`
    SELECT m.reg_number AS reg, l.amount_cents::text AS amount FROM loans l JOIN members m ON m.id = l.member_id`.execute(
    group.db,
  );
  expect(rows).toEqual([{ reg: "TW/02", amount: "400000" }]);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
