import { CFB } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleRows } from "#domain/opening/example-rows.ts";
import { columnsOf, headingOf, sheetKeys, sheets } from "#domain/opening/sheet-columns.ts";
import type { Cell, Table } from "#domain/spreadsheets/table.ts";
import { readTablesHere } from "#server/core/spreadsheets/read-tables.ts";
import { writeWorkbook } from "#server/core/spreadsheets/write-files.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  csvParts,
  sendSheet,
  threeMembers,
  workbookParts,
  type Part,
  type Sheets,
} from "#tests/support/opening-sheets.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { xlsOf } from "#tests/support/workbooks.ts";
import { openRowDigest } from "#tests/fuzz/row-digest.ts";

let group: TestGroup;
let books: Bookkeeping;

// The group's clock is at 17 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());

const rehearse = (
  parts: readonly Part[],
  params: { by?: TestMember; fields?: Record<string, string>; language?: string } = {},
) =>
  sendSheet(group, {
    token: (params.by ?? books.treasurer).token,
    parts,
    fields: params.fields ?? { date: "2026-02-28" },
    ...(params.language === undefined ? {} : { language: params.language }),
  });

const fetchFile = (path: string, by = books.treasurer) =>
  fetch(group.url + path, { headers: { Authorization: `Bearer ${by.token}` } });

async function download(path: string, by = books.treasurer): Promise<Uint8Array> {
  const response = await fetchFile(path, by);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The files of a zip, by name. */
function filesOf(zip: Uint8Array): Map<string, Uint8Array> {
  const { FullPaths, FileIndex } = CFB.read(zip, { type: "array" });
  return new Map(
    FullPaths.flatMap((path: string, index: number) =>
      path.endsWith(".csv")
        ? [[path.replace(/^.*\//, ""), Uint8Array.from(FileIndex[index]!.content as number[])]]
        : [],
    ),
  );
}

const texts = ({ rows }: Table) => rows.map((cells) => cells.map(({ text }) => text));
const changed = (sheet: string, row: number, column: number, value: string | number): Sheets => {
  const copy = structuredClone(threeMembers);
  copy[sheet]![row]![column] = value;
  return copy;
};

describe("the template", () => {
  it.each(["en", "sw"] as const)(
    "in %s has its headings, its example and days as days",
    async (language) => {
      const bytes = await download(`/api/opening/template/?language=${language}`);
      const tables = readTablesHere(bytes);
      expect(tables.map(({ name }) => name)).toEqual(
        sheetKeys.map((key) => sheets[key].name[language]),
      );
      for (const [index, key] of sheetKeys.entries()) {
        const [headings, example] = tables[index]!.rows;
        expect(headings!.map(({ text }) => text)).toEqual(
          columnsOf(key).map(([, column]) => headingOf(column, language)),
        );
        for (const [at, [name, { holds }]] of columnsOf(key).entries()) {
          const written = exampleRows[language][key][name];
          const kind = { date: "date", amount: "number" }[holds as string] ?? "text";
          // The loan of the example is plain, so its last three cells are empty.
          const isEmpty = ["product", "instalmentsLeft", "nextDueOn"].includes(name);
          const cell = isEmpty ? undefined : { text: String(written), kind };
          expect([name, example![at]?.text, example![at]?.kind]).toEqual([
            name,
            cell?.text,
            cell?.kind,
          ]);
        }
      }
    },
  );

  it("has a note at each heading and lists to choose from", async () => {
    const container = CFB.read(await download("/api/opening/template/"), { type: "array" });
    const part = (path: string) =>
      Buffer.from(CFB.find(container, path)!.content as Uint8Array).toString("utf8");
    expect(part("/xl/comments1.xml").match(/<comment /g)).toHaveLength(11);
    expect(part("/xl/worksheets/sheet1.xml")).toContain(
      'sqref="G2:G20001"><formula1>"Active,Dormant"</formula1>',
    );
    expect(part("/xl/worksheets/sheet3.xml")).toContain('"Bank,M-PESA,Cash,Investments,');
    // The days of a column are days also where they are not written yet.
    expect(part("/xl/worksheets/sheet1.xml")).toMatch(/<col style="\d+" min="6"/);
  });

  it("as csv is a zip of one file for each sheet, that reads back as nothing yet", async () => {
    const files = filesOf(await download("/api/opening/template/?format=csv&language=en"));
    expect([...files.keys()].toSorted()).toEqual([
      "fixed-deposits.csv",
      "group.csv",
      "loans.csv",
      "members.csv",
      "past-contributions.csv",
    ]);
    const parts = [...files].map(([name, content]) => ({ name, content }));
    const { body } = await rehearse(parts);
    expect(body).toMatchObject({ ok: false, members: 0, loans: 0, difference: 0 });
    expect(
      new Map(body.rows.map(({ sheet, detail }: Record<string, string>) => [sheet, detail])),
    ).toEqual(
      new Map([
        ["Group", "The bank's balance is needed. Write a row with Bank as its account."],
        ["Members", "There is no member in this sheet. Write one row for each."],
      ]),
    );
  });

  it("is for officials", async () => {
    const member = await books.member();
    expect((await fetchFile("/api/opening/template/", member)).status).toBe(403);
    for (const format of ["pdf", "xlsx&language=fr"])
      expect((await fetchFile(`/api/opening/template/?format=${format}`)).status).toBe(400);
  });
});

describe("a rehearsal", () => {
  it("shows what the sheet would bring, to the cent, and what each member will see", async () => {
    const { status, body } = await rehearse(workbookParts(threeMembers));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      date: "2026-02-28",
      ok: true,
      members: 3,
      loans: 1,
      difference: 0,
      rows: [],
      sheet_with_problems: null,
    });
    expect(body.totals).toEqual([
      { account: "bank", debit: 51_000, credit: 0 },
      { account: "loan_receivable", debit: 5_000, credit: 0 },
      { account: "interest_receivable", debit: 500, credit: 0 },
      { account: "fine_receivable", debit: 500, credit: 0 },
      { account: "investment", debit: 8_000, credit: 0 },
      { account: "equity_fixed_deposit", debit: 5_000, credit: 0 },
      { account: "monthly_contribution", debit: 0, credit: 60_000 },
      { account: "ordinary_shares", debit: 0, credit: 3_000 },
      { account: "retained_earnings", debit: 0, credit: 7_000 },
    ]);
    // 7,000 over the three of the sheet, the three officials and whoever joined before.
    const { body: counted } = await group.api("GET", "/api/user/get_active_user_count", {
      token: books.treasurer.token,
    });
    const share = Math.floor(700_000 / (counted.active_users_count + 3)) / 100;
    const shareGiven = Math.round(share * 63) / 100;
    expect(body.figures).toEqual([
      {
        reg_number: "B-1",
        name: "Asha Otieno",
        savings: 42_000,
        update_up_to: "2026-02-01",
        loan_limit: 120_500,
        share,
        account_value: 42_000 + shareGiven,
      },
      expect.objectContaining({
        reg_number: "B-2",
        update_up_to: "2026-01-01",
        loan_limit: 30_000,
      }),
      expect.objectContaining({
        reg_number: "B-3",
        update_up_to: "2025-12-01",
        loan_limit: 24_000,
      }),
    ]);
  });

  it("of csv files or an old workbook says the same as of a workbook", async () => {
    const { body } = await rehearse(workbookParts(threeMembers));
    expect((await rehearse(csvParts(threeMembers).toReversed())).body).toEqual(body);
    const old = [{ name: "book.xls", content: xlsOf(threeMembers) }];
    expect((await rehearse(old, { by: books.chairperson })).body).toEqual(body);
  });

  it("writes nothing, whether all is right or not", async () => {
    const digest = await openRowDigest(group.connection);
    const before = await digest.read();
    expect((await rehearse(workbookParts(threeMembers))).body.ok).toBe(true);
    expect((await rehearse(workbookParts(changed("Members", 1, 7, "lots")))).body.ok).toBe(false);
    expect(await digest.read()).toBe(before);
    await digest.close();
  });

  it("reports a difference to the cent without making it an error of a row", async () => {
    const { body } = await rehearse(workbookParts(changed("Group", 1, 1, 51_000.01)));
    expect(body).toMatchObject({
      ok: false,
      difference: 0.01,
      rows: [],
      sheet_with_problems: null,
    });
  });

  it("tells all that is wrong at once, in the language asked for, and never guesses", async () => {
    const wrong = changed("Members", 1, 5, "02/13/2026");
    wrong["Members"]![2]![7] = "lots";
    wrong["Loans"]![1]![0] = "B-9";
    const { status, body } = await rehearse(workbookParts(wrong));
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, figures: [] });
    expect(body.rows).toEqual([
      {
        sheet: "Members",
        row: 2,
        level: "error",
        column: "Joined on*",
        detail:
          "“02/13/2026” is not a date that can be read. Write it as 2026-06-30 or 30/06/2026.",
      },
      {
        sheet: "Members",
        row: 3,
        level: "error",
        column: "Savings to date*",
        detail: "“lots” is not an amount that can be read. Write it as 1500 or 1,500.50.",
      },
      {
        sheet: "Loans",
        row: 2,
        level: "error",
        column: "RegNo*",
        detail:
          "B-9 is no RegNo of the sheet Members. Write it as it is there, or add the member there.",
      },
    ]);
    const swahili = await rehearse(workbookParts(wrong), { language: "sw" });
    expect(swahili.body.rows[1].detail).toBe(
      "“lots” si kiasi kinachoweza kusomwa. Kiandike kama 1500 au 1,500.50.",
    );
  });

  it("knows the accounts that are there", async () => {
    const { treasurer } = books;
    const { body: me } = await group.api("GET", "/api/user/get_user_data", {
      token: treasurer.token,
    });
    const own = changed("Members", 1, 0, me.reg_number);
    own["Members"]![1]![3] = null;
    own["Loans"]!.pop();
    const { body } = await rehearse(workbookParts(own));
    expect(body.rows.map(({ level, column }: Record<string, string>) => [level, column])).toEqual([
      ["warning", "Last name*"],
    ]);
    const taken = await rehearse(workbookParts(changed("Members", 1, 4, treasurer.email)));
    expect(taken.body.rows[0].detail).toBe(
      `This email is that of the account of ${me.reg_number}. Leave it empty, or write that RegNo if it is the same person.`,
    );
  });

  it("gives the same sheet back with a column Problem, to who rehearsed and for 15 minutes", async () => {
    const { body } = await rehearse(workbookParts(changed("Members", 2, 7, "lots")));
    const tables = readTablesHere(await download(body.sheet_with_problems));
    const members = texts(tables[0]!);
    expect(members[0]!.at(-1)).toBe("Problem");
    expect(members[1]![0]).toBe("B-1");
    expect(members[2]!.at(-1)).toBe(
      "Savings to date*: “lots” is not an amount that can be read. Write it as 1500 or 1,500.50.",
    );
    expect(texts(tables[2]!)).toEqual(
      threeMembers["Group"]!.map((cells) => cells.map(String)).map((cells, at) =>
        at === 0 ? [...cells, "Problem"] : cells,
      ),
    );
    expect((await fetchFile(body.sheet_with_problems, books.chairperson)).status).toBe(404);
    expect((await fetchFile(body.sheet_with_problems, books.secGen)).status).toBe(403);
    // The column Problem is not read: mended, the file is right.
    const mended = tables.map((table) => ({
      ...table,
      rows: table.rows.map((cells) =>
        cells.map((cell): Cell =>
          cell.text === "lots" ? { text: "10000", kind: "number" } : cell,
        ),
      ),
    }));
    const again = await rehearse([{ name: "mended.xlsx", content: writeWorkbook(mended) }]);
    expect(again.body).toMatchObject({ ok: true, rows: [] });
    const csv = await rehearse(csvParts(changed("Members", 2, 7, "lots")));
    const files = filesOf(await download(csv.body.sheet_with_problems));
    expect([...files.keys()]).toContain("1-members.csv");
    group.clock.advanceMinutes(16);
    expect((await fetchFile(csv.body.sheet_with_problems)).status).toBe(404);
  });

  it("refuses who may not, what is no sheet, and a day that is not over", async () => {
    const parts = workbookParts(threeMembers);
    expect((await rehearse(parts, { by: books.secGen })).status).toBe(403);
    expect(await rehearse(parts, { fields: {} })).toMatchObject({
      status: 400,
      body: { errors: { date: [expect.any(String)] } },
    });
    expect(await rehearse(parts, { fields: { date: "2026-04-01" } })).toMatchObject({
      status: 400,
      body: { errors: { date: ["The date cannot be in the future."] } },
    });
    expect(await rehearse([])).toMatchObject({
      status: 400,
      body: { errors: { file: ["Choose the file of the sheet."] } },
    });
    const picture = { name: "a.png", content: new Uint8Array([0x89, 0x50, 0, 1]) };
    expect((await rehearse([picture])).status).toBe(400);
    const large = { name: "a.csv", content: "a,b\n".repeat(700_000) };
    expect(await rehearse([large, large])).toMatchObject({
      status: 400,
      body: { errors: { file: ["The files of a sheet are at most 5 MB together."] } },
    });
  });
});
