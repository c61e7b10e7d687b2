// A group's own sheet, whose headings are not the template's (OPEN-17, OPEN-18).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cell } from "#domain/spreadsheets/table.ts";
import { readTablesHere } from "#server/core/spreadsheets/read-tables.ts";
import { writeWorkbook } from "#server/core/spreadsheets/write-files.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { sendSheet, threeMembers, workbookParts } from "#tests/support/opening-sheets.ts";
import { harambee, ownWorkbook, tumaini, umoja } from "#tests/support/own-books.ts";
import type { Answer, Json, TestGroup } from "#tests/support/test-group.ts";
import type { Value } from "#tests/support/workbooks.ts";

let group: TestGroup;
let books: Bookkeeping;

// The group's clock is at 17 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());

const DATE = "2026-02-28";

type Sent = { mapping?: Json; language?: string; path?: string; fields?: Record<string, string> };

function send(sheets: Record<string, Value[][]>, sent: Sent = {}): Promise<Answer> {
  const { mapping, language = "en", path = "/api/opening/rehearse/", fields = {} } = sent;
  return sendSheet(group, {
    token: books.treasurer.token,
    path,
    language,
    parts: [{ name: "our book.xlsx", content: ownWorkbook(sheets) }],
    fields: {
      date: DATE,
      ...fields,
      ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
    },
  });
}

/** The mapping that the headings propose, with what a person adds. */
async function proposed(sheets: Record<string, Value[][]>, changes: Json = {}): Promise<Json> {
  const { body } = await send(sheets);
  return { ...body.own.mapping, ...changes };
}

const errors = ({ body }: Answer) => body.rows.filter(({ level }: Json) => level === "error");
const figuresOf = ({ body }: Answer) =>
  body.figures.map(({ reg_number, name, savings, update_up_to }: Json) => [
    reg_number,
    name,
    savings,
    update_up_to,
  ]);
const changedCell = (rows: Value[][], row: number, column: number, value: Value) =>
  rows.map((cells, at) =>
    at !== row - 1 ? cells : cells.map((cell, index) => (index === column ? value : cell)),
  );

const ofTumaini = {
  joined_on: "2024-01-01",
  loan_due_on: "2026-12-31",
  balances: [
    { account: "bank", amount: "7,300.50" },
    { account: "retained_earnings", amount: "1000" },
  ],
  people: [{ name: "kamau wanjiku", are: "several" }],
};

describe("a sheet with months as columns, subtotals and merged titles", () => {
  const sheets = { Minutes: [["Minutes of 3 Feb"]], Contributions: tumaini };

  it("is shown with its heading, its months and three rows, and a mapping by its words", async () => {
    const { status, body } = await send(sheets);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, members: 0 });
    const { sheets: shown, mapping } = body.own;
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ name: "Contributions", heading_row: 4 });
    expect(shown[0].rows).toHaveLength(3);
    expect(shown[0].rows[0].slice(0, 3)).toEqual(["1", "TW/01", "Wanjikũ Kamau"]);
    expect(
      shown[0].columns.filter(({ is_month }: Json) => is_month).map(({ month }: Json) => month),
    ).toEqual(["2025-11-01", "2025-12-01", "2026-01-01", "2026-02-01"]);
    expect(mapping).toMatchObject({
      sheet: "Contributions",
      months: ["Nov-25", "Dec 2025", "2026-01-01", "02/2026"],
      columns: {
        name: "Member's Name",
        first_name: null,
        reg_number: "M/No",
        phone: "Phone",
        brought_forward: "B/F",
        savings: "TOTAL",
        loan_balance: "Loan Balance",
        fines: "Fines",
        shares: null,
      },
    });
  });

  it("asks whether a name that is there twice is one member, and never decides it", async () => {
    const doubted = await send(sheets, {
      mapping: await proposed(sheets, { ...ofTumaini, people: [] }),
    });
    expect(doubted.body.own.questions).toEqual([
      expect.objectContaining({
        kind: "people",
        name: "kamau wanjiku",
        examples: [
          { row: 6, written: "Wanjikũ Kamau", readings: [] },
          { row: 11, written: "Kamau Wanjiku", readings: [] },
        ],
      }),
    ]);
    expect(errors(doubted)).toEqual([
      expect.objectContaining({ sheet: "Contributions", row: 11, column: "Member's Name" }),
    ]);
    const people = [{ name: "kamau wanjiku", are: "one" }];
    const one = await send(sheets, { mapping: await proposed(sheets, { ...ofTumaini, people }) });
    expect(errors(one)).toEqual([]);
    expect(figuresOf(one)[0]).toEqual(["TW/01", "Wanjikũ Kamau", 11_000, "2026-02-01"]);
    expect(one.body).toMatchObject({ ok: true, members: 3, difference: 0 });
  });

  it("has each month once, leaves each total out in a sentence, and balances to the cent", async () => {
    const answer = await send(sheets, { mapping: await proposed(sheets, ofTumaini) });
    expect(errors(answer)).toEqual([]);
    expect(answer.body).toMatchObject({ ok: true, members: 4, loans: 1, difference: 0 });
    expect(figuresOf(answer)).toEqual([
      ["TW/01", "Wanjikũ Kamau", 9_000, "2026-02-01"],
      ["TW/02", "Achieng' Otieno", 5_500.5, "2026-01-01"],
      ["TW/03", "Mary Nekesa", 2_000, "2026-02-01"],
      ["TW/04", "Kamau Wanjiku", 2_000, "2026-02-01"],
    ]);
    expect(answer.body.totals).toEqual([
      { account: "bank", debit: 7_300.5, credit: 0 },
      { account: "loan_receivable", debit: 12_000, credit: 0 },
      { account: "fine_receivable", debit: 200, credit: 0 },
      { account: "monthly_contribution", debit: 0, credit: 18_500.5 },
      { account: "retained_earnings", debit: 0, credit: 1_000 },
    ]);
    const leftOut = answer.body.rows.map(({ row, detail }: Json) => [row, detail]);
    for (const row of [8, 12, 13])
      expect(leftOut).toContainEqual([
        row,
        expect.stringMatching(/TOTAL” adds up the rows of members and is not read/),
      ]);
    for (const row of [5, 9, 14])
      expect(leftOut).toContainEqual([
        row,
        expect.stringContaining("is no member and is not read"),
      ]);
  });

  it.each([
    ["a subtotal", 8, 9, 14_600.5, "The rows come to"],
    ["a grand total", 13, 5, 2_600, "the rows come to"],
    ["a sum beside the months", 6, 9, 9_100, "The months come to KES 9,000.00"],
  ])("reports %s that does not add up on its line", async (_what, row, column, value, words) => {
    const wrong = { ...sheets, Contributions: changedCell(tumaini, row, column, value) };
    const answer = await send(wrong, { mapping: await proposed(wrong, ofTumaini) });
    expect(answer.body.ok).toBe(false);
    expect(errors(answer)).toContainEqual(
      expect.objectContaining({ row, detail: expect.stringMatching(new RegExp(words, "i")) }),
    );
  });

  it("counts a row that only words call a total neither as one nor as a member", async () => {
    const [before, after] = [tumaini.slice(0, 10), tumaini.slice(10)];
    const row: Value[] = [
      null,
      null,
      "Total Hamisi",
      null,
      null,
      null,
      null,
      70,
      null,
      70,
      null,
      null,
    ];
    const Contributions = [...before, row, ...after];
    const answer = await send(
      { Contributions },
      { mapping: await proposed({ Contributions }, ofTumaini) },
    );
    expect(errors(answer)).toContainEqual(
      expect.objectContaining({ row: 11, detail: expect.stringContaining("does not add up") }),
    );
  });

  it("names both readings of 1.500, asks once, and reads what was answered", async () => {
    const doubtful = { ...sheets, Contributions: changedCell(tumaini, 6, 4, "5.000") };
    const mapping = await proposed(doubtful, ofTumaini);
    const doubted = await send(doubtful, { mapping });
    expect(doubted.body.own.questions).toEqual([
      {
        sheet: "Contributions",
        kind: "thousands",
        column: "B/F",
        name: "",
        examples: [
          {
            row: 6,
            written: "5.000",
            readings: [
              { choice: "thousands", day: null, amount: 5_000, text: null },
              { choice: "decimals", day: null, amount: 5, text: null },
            ],
          },
        ],
      },
    ]);
    expect(errors(doubted)).toEqual([
      expect.objectContaining({
        row: 6,
        column: "B/F",
        detail: expect.stringContaining("“5.000” can be KES 5,000.00 or KES 5.00"),
      }),
    ]);
    const readings = { dates: null, thousands: "thousands" };
    const answered = await send(doubtful, { mapping: { ...mapping, readings } });
    expect(answered.body).toMatchObject({ ok: true, difference: 0 });
    expect(figuresOf(answered)[0]?.[2]).toBe(9_000);
  });

  it("asks for the year of months that do not say it, and knows one month twice", async () => {
    const [heading, ...rows] = tumaini.slice(3);
    const bare = [...heading!.slice(0, 5), "Nov", "Dec", "Jan", "Jan", ...heading!.slice(9)];
    const Book = { Book: [bare, ...rows] };
    const unknown = await send(Book, { mapping: await proposed(Book, ofTumaini) });
    expect(errors(unknown).map(({ column, detail }: Json) => [column, detail])).toContainEqual([
      "Nov",
      expect.stringContaining("Which year is Nov in?"),
    ]);
    const twice = await send(Book, { mapping: await proposed(Book, { ...ofTumaini, year: 2025 }) });
    expect(errors(twice)).toContainEqual(
      expect.objectContaining({
        row: 1,
        column: "Jan (2)",
        detail: expect.stringContaining("January 2026"),
      }),
    );
  });

  it("cannot be proposed before it is whole, and refuses a mapping that is none", async () => {
    const path = "/api/opening/";
    const without = await send(sheets, { path });
    expect(without.status).toBe(400);
    const odd = await send(sheets, { mapping: { sheet: 5 } });
    expect(odd).toMatchObject({ status: 400, body: { errors: { mapping: [expect.any(String)] } } });
    const gone = await proposed(sheets, ofTumaini);
    const other = await send({ Contributions: umoja }, { mapping: gone });
    expect(errors(other).map(({ detail }: Json) => detail)).toContainEqual(
      expect.stringContaining("The column TOTAL is not in this sheet"),
    );
  });
});

describe("a sheet in Swahili with a heading in two rows", () => {
  const sheets = { Michango: umoja };
  const changes = {
    joined_on: "2025-11-02",
    balances: [
      { account: "bank", amount: "9,300.25" },
      { account: "retained_earnings", amount: "0" },
    ],
  };

  it("is read in Swahili, numbers members in its order, and its shares are the group's", async () => {
    const mapping = await proposed(sheets, changes);
    expect(mapping).toMatchObject({
      heading_row: 3,
      columns: {
        name: "Jina la mwanachama",
        phone: "Simu",
        savings: "Jumla",
        shares: "Hisa",
        fines: "Faini",
        reg_number: null,
      },
      months: ["Januari", "Februari", "Machi"].map((month) => `Michango ya 2026 ${month}`),
    });
    const answer = await send(sheets, { mapping, language: "sw" });
    expect(errors(answer)).toEqual([]);
    expect(answer.body).toMatchObject({ ok: true, members: 3, difference: 0 });
    expect(figuresOf(answer)).toEqual([
      ["001", "Amina Salim", 1_500, "2026-02-01"],
      ["002", "Baraka Juma Mwinyi", 2_250.25, "2026-03-01"],
      ["003", "Zawadi Nyambura", 750, "2026-01-01"],
    ]);
    expect(answer.body.totals).toContainEqual({
      account: "ordinary_shares",
      debit: 0,
      credit: 5_000,
    });
    expect(answer.body.rows).toContainEqual(
      expect.objectContaining({
        row: 7,
        detail: "“Jumla kuu” ni jumla ya mistari ya wanachama na haisomwi.",
      }),
    );
  });

  it("without numbers of members, a row that may be a total is no member in silence", async () => {
    const row: Value[] = ["Wote pamoja", null, 2_250, 1_500.25, 750, 4_500.25, 5_000, 200];
    const named = { Michango: [...umoja.slice(0, 6), row] };
    const answer = await send(named, { mapping: await proposed(named, changes) });
    expect(errors(answer)).toEqual([
      expect.objectContaining({
        row: 7,
        detail: expect.stringContaining("“Wote pamoja” adds up all rows above"),
      }),
    ]);
  });

  it("comes back with a column Problem beside its own rows, and is read again so", async () => {
    const wrong = { Michango: changedCell(umoja, 4, 2, "lots") };
    const mapping = await proposed(wrong, changes);
    const { body } = await send(wrong, { mapping });
    const response = await fetch(group.url + body.sheet_with_problems, {
      headers: { Authorization: `Bearer ${books.treasurer.token}` },
    });
    const marked = readTablesHere(new Uint8Array(await response.arrayBuffer()));
    expect(marked[0]!.rows[3]!.at(-1)!.text).toContain("“lots” is not an amount");
    const mended = marked.map((table) => ({
      ...table,
      rows: table.rows.map((cells) =>
        cells.map((cell): Cell => (cell.text === "lots" ? { text: "750", kind: "number" } : cell)),
      ),
    }));
    const again = await sendSheet(group, {
      token: books.treasurer.token,
      parts: [{ name: "mended.xlsx", content: writeWorkbook(mended) }],
      fields: { date: DATE, mapping: JSON.stringify(mapping) },
    });
    expect(again.body).toMatchObject({ ok: true, difference: 0 });
  });

  it("says a gap between months, and up to where it is read", async () => {
    const gap = { Michango: changedCell(umoja.slice(0, 6), 6, 4, 750) };
    const answer = await send(gap, {
      mapping: await proposed(gap, { ...changes, columns: (await proposed(gap)).columns }),
    });
    expect(answer.body.rows).toContainEqual(
      expect.objectContaining({
        level: "warning",
        row: 6,
        detail: expect.stringContaining(
          "Nothing is in February 2026, and something later. Paid up to January 2026",
        ),
      }),
    );
  });
});

describe("a sheet whose RegNos may have lost zeros", () => {
  const sheets = { Members: harambee };
  const changes = { balances: [{ account: "bank", amount: "22000.75" }] };

  it("asks, and reads them as they were answered", async () => {
    const mapping = await proposed(sheets, changes);
    const doubted = await send(sheets, { mapping });
    expect(doubted.body.own.questions[0]).toMatchObject({
      kind: "zeros",
      column: "Reg No",
      examples: [
        { row: 2, written: "1", readings: [{ text: "001" }, { text: "1" }] },
        { row: 4, written: "3", readings: [{ text: "003" }, { text: "3" }] },
      ],
    });
    expect(errors(doubted)).toHaveLength(2);
    const padded = await send(sheets, { mapping: { ...mapping, zeros: "padded" } });
    expect(padded.body).toMatchObject({ ok: true, difference: 0 });
    expect(figuresOf(padded)).toEqual([
      ["001", "Otieno Okoth", 12_000, "2026-02-01"],
      ["002", "Chebet Rono", 8_000, "2026-01-01"],
      ["003", "Mutua Musyoka", 6_000.75, "2025-12-01"],
    ]);
    const written = await send(sheets, { mapping: { ...mapping, zeros: "as_written" } });
    expect(figuresOf(written).map(([regNumber]: string[]) => regNumber)).toEqual(["1", "002", "3"]);
  });

  it("asks about days that Excel may have swapped beside days that it could not read", async () => {
    const swapped = { Members: changedCell(harambee, 2, 3, new Date("2024-03-02T00:00:00Z")) };
    const mapping = await proposed(swapped, { ...changes, zeros: "padded" });
    const doubted = await send(swapped, { mapping });
    expect(doubted.body.own.questions).toMatchObject([
      {
        kind: "dates",
        column: "Date joined",
        examples: [{ row: 2, readings: [{ day: "2024-03-02" }, { day: "2024-02-03" }] }],
      },
    ]);
    expect(errors(doubted)[0].detail).toContain("can be 02 Mar 2024 or 03 Feb 2024");
  });
});

const rehearse = (sheets: Record<string, Value[][]>) =>
  sendSheet(group, {
    token: books.treasurer.token,
    parts: workbookParts(sheets),
    fields: { date: DATE },
  });

describe("the template", () => {
  it("is read without any mapping, and refuses what can be read in two ways with both readings", async () => {
    const right = await rehearse(threeMembers);
    expect(right.body).toMatchObject({ ok: true, own: null });
    const copy = structuredClone(threeMembers);
    copy["Members"]![1]![7] = "42.000";
    expect(errors(await rehearse(copy))).toContainEqual(
      expect.objectContaining({
        row: 2,
        column: "Savings to date*",
        detail: expect.stringContaining("“42.000” can be KES 42,000.00 or KES 42.00"),
      }),
    );
    copy["Members"]![1]![7] = 42_000;
    copy["Members"]![1]![5] = new Date("2024-05-06T00:00:00Z");
    copy["Members"]![2]![5] = "15/03/2025";
    copy["Members"]![3]![5] = "25/06/2025";
    expect(errors(await rehearse(copy))).toContainEqual(
      expect.objectContaining({
        row: 2,
        detail: expect.stringContaining("can be 06 May 2024 or 05 Jun 2024"),
      }),
    );
  });

  it("may come in part beside a sheet of the group's own", async () => {
    const { Group } = threeMembers;
    const sheets = { Michango: umoja, Group: Group!.slice(0, 2).concat([["Ordinary shares", 0]]) };
    const mapping = await proposed(sheets, { joined_on: "2025-11-02" });
    const columns = { ...mapping.columns, shares: null };
    const answer = await send(sheets, { mapping: { ...mapping, columns } });
    expect(errors(answer)).toEqual([]);
    expect(answer.body.totals).toContainEqual({ account: "bank", debit: 51_000, credit: 0 });
  });
});

it("posts what it says to the cent, month by month, and remembers how it was read", async () => {
  const sheets = { Contributions: tumaini };
  const mapping = await proposed(sheets, ofTumaini);
  const path = "/api/opening/";
  const { status, body } = await send(sheets, { mapping, path });
  expect(status).toBe(201);
  expect(body.opening).toMatchObject({ own_sheet: "Contributions", total_savings: 18_500.5 });
  const again = await send(sheets, { mapping, path });
  expect(again.status).toBe(200);
  const accepted = await group.api("POST", `/api/opening/${body.opening.id}/accept/`, {
    token: books.secGen.token,
    body: { total_savings_seen: 18_500.5 },
  });
  expect(accepted.status).toBe(200);
  const history = await group.db
    .selectFrom("past_contributions as past")
    .innerJoin("members", "members.id", "past.member_id")
    .select(["reg_number", "month", "amount_cents"])
    .where("reg_number", "in", ["TW/02", "TW/04"])
    .orderBy("past.id")
    .execute();
  expect(
    history.map(({ reg_number, month, amount_cents }) => [reg_number, month, amount_cents]),
  ).toEqual([
    ["TW/02", "2025-11-01", 100_000n],
    ["TW/02", "2025-12-01", 100_000n],
    ["TW/02", "2026-01-01", 100_000n],
    ["TW/04", "2026-01-01", 100_000n],
    ["TW/04", "2026-02-01", 100_000n],
  ]);
  const { body: trial } = await group.api(
    "GET",
    `/api/accounting/get_trial_balance/?date=${DATE}`,
    {
      token: books.treasurer.token,
    },
  );
  const sum = (side: string) =>
    trial.trial_balance.reduce((total: number, row: Json) => total + row[side], 0);
  expect([sum("debit_amount"), sum("credit_amount")]).toEqual([19_500.5, 19_500.5]);
  const { breaches } = await verifyBooks(group.db, await group.evidence());
  expect(breaches).toEqual([]);
  expect((await send(sheets)).body.own.mapping).toEqual(mapping);
});
