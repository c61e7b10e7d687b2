// Sheets as people really keep them: what is still read, and what is reported.
import { utils, write } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  csvParts,
  loanHeadings,
  memberHeadings,
  sendSheet,
  threeMembers,
  workbookParts,
  type Part,
  type Sheets,
} from "#tests/support/opening-sheets.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";
import { workbookOf, xlsOf, type Value } from "#tests/support/workbooks.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
});
afterAll(() => group.close());

async function rehearse(
  parts: readonly Part[],
  { date = "2026-02-28", language = "en" } = {},
): Promise<Json> {
  const { status, body } = await sendSheet(group, {
    token: books.treasurer.token,
    parts,
    fields: { date },
    language,
  });
  expect(status).toBe(200);
  return body;
}

const { Members, Loans, Group, ...rest } = threeMembers;
const [asha, baraka, chebet] = Members!.slice(1) as [Value[], Value[], Value[]];
/** A cell of Asha's row, by its heading. */
const withAsha = (heading: string, value: Value, headings = memberHeadings): Sheets => ({
  ...threeMembers,
  Members: [headings, asha.with(memberHeadings.indexOf(heading), value), baraka, chebet],
});
const withLoan = (heading: string, value: Value): Sheets => ({
  ...threeMembers,
  Loans: [loanHeadings, Loans![1]!.with(loanHeadings.indexOf(heading), value)],
});
const reported = (rows: Json[], level = "error") =>
  rows
    .filter((row) => row.level === level)
    .map(({ sheet, row, column, detail }) => `${sheet} ${row} ${column}: ${detail}`);
const eachRow = (change: (row: Value[]) => Value[]): Sheets =>
  Object.fromEntries(Object.entries(threeMembers).map(([name, rows]) => [name, rows.map(change)]));
const loud = (row: Value[]) =>
  row.map((value) =>
    typeof value === "string" && value.endsWith("*") ? `  ${value.toUpperCase()} ` : value,
  );

describe("is read as if it were clean:", () => {
  const clean: readonly (readonly [name: string, parts: () => readonly Part[]])[] = [
    ["columns from right to left", () => workbookParts(eachRow((row) => row.toReversed()))],
    ["headings in capitals with spaces around", () => workbookParts(eachRow(loud))],
    [
      "headings without their stars",
      () =>
        csvParts(
          eachRow((row) =>
            row.map((value) => (typeof value === "string" ? value.replace(/\*$/, "") : value)),
          ),
        ),
    ],
    [
      "empty rows between and after",
      () =>
        workbookParts({
          ...threeMembers,
          Members: [memberHeadings, [], asha, [null, "  "], baraka, [], chebet, [], []],
        }),
    ],
    ["Excel of before 2007", () => [{ name: "old.xls", content: xlsOf(threeMembers) }]],
    [
      "amounts with KES and commas",
      () => workbookParts(withAsha("Savings to date*", "KES 42,000.00")),
    ],
    [
      "amounts as Kenyan shops write them",
      () => workbookParts(withAsha("Savings to date*", "42,000/=")),
    ],
    ["days as days of Excel", () => workbookParts(withAsha("Joined on*", new Date("2024-01-15")))],
    ["days with the day first", () => workbookParts(withAsha("Joined on*", "15/01/2024"))],
    ["months as a day in them", () => workbookParts(withAsha("Paid up to month*", "28/02/2026"))],
    ["months by their name", () => workbookParts(withAsha("Paid up to month*", "February 2026"))],
    [
      "no fines as a dash",
      () =>
        workbookParts({
          ...threeMembers,
          Members: [memberHeadings, asha, baraka.with(10, " - "), chebet],
        }),
    ],
    ["a phone that lost its 0", () => workbookParts(withAsha("Phone", 711_000_001))],
    ["a status in another case", () => workbookParts(withAsha("Status*", "ACTIVE"))],
    ["a loan type by its code", () => workbookParts(withLoan("Loan type*", "normal_loan"))],
    ["formulas, by what they come to", () => [formulaPart()]],
  ];
  test.each(clean)("%s", async (_name, parts) => {
    const body = await rehearse(parts());
    expect(reported(body.rows)).toEqual([]);
    expect(body).toMatchObject({ ok: true, members: 3, loans: 1, difference: 0 });
  });

  test("cells that are merged, hidden sheets and columns of one's own, with a warning", async () => {
    const workbook = workbookOf({
      ...threeMembers,
      Members: Members!.map((row, index) => [...row, index === 0 ? "Next of kin" : "Mary"]),
      "My notes": [["Ask Baraka about March"]],
    });
    workbook.Sheets["Group"]!["!merges"] = [utils.decode_range("A7:B7")];
    workbook.Workbook = {
      Sheets: workbook.SheetNames.map((name) => ({ name, Hidden: name === "My notes" ? 1 : 0 })),
    };
    const content = new Uint8Array(write(workbook, { type: "buffer", bookType: "xlsx" }) as Buffer);
    const body = await rehearse([{ name: "book.xlsx", content }]);
    expect(body.ok).toBe(true);
    expect(reported(body.rows, "warning").join("\n")).toMatch(
      /Members 1 Next of kin: This column is none/,
    );
    expect(reported(body.rows, "warning").join("\n")).toMatch(/My notes 1 : This sheet is hidden/);
  });
});

/** The savings of Asha as a sum that Excel calculated, with its binary rest. */
function formulaPart(): Part {
  const workbook = workbookOf(threeMembers);
  workbook.Sheets["Members"]!["H2"] = { t: "n", v: 42_000.000000000007, f: "SUM(40000,2000)" };
  return {
    name: "book.xlsx",
    content: new Uint8Array(write(workbook, { type: "buffer", bookType: "xlsx" }) as Buffer),
  };
}

describe("is reported by sheet, row and heading, with what to write instead:", () => {
  const nasty: readonly (readonly [sheets: Sheets, en: string, sw: string])[] = [
    [
      withAsha("Savings to date*", "about 42k"),
      "Members 2 Savings to date*: “about 42k” is not an amount that can be read. Write it as 1500 or 1,500.50.",
      "Members 2 Savings to date*: “about 42k” si kiasi kinachoweza kusomwa. Kiandike kama 1500 au 1,500.50.",
    ],
    [
      withAsha("Savings to date*", "42.000,00"),
      "Members 2 Savings to date*: “42.000,00” is not an amount",
      "Members 2 Savings to date*: “42.000,00” si kiasi",
    ],
    [
      withAsha("Savings to date*", "(42,000)"),
      "Members 2 Savings to date*: (42,000) is below 0. Write it as a figure above 0.",
      "Members 2 Savings to date*: (42,000) ni chini ya 0.",
    ],
    [
      withAsha("Joined on*", "01/15/2024"),
      "Members 2 Joined on*: “01/15/2024” is not a date that can be read. Write it as 2026-06-30 or 30/06/2026.",
      "Members 2 Joined on*: “01/15/2024” si tarehe inayoweza kusomwa. Iandike kama 2026-06-30 au 30/06/2026.",
    ],
    [
      withAsha("Joined on*", 45_306),
      "Members 2 Joined on*: “45306” is not a date",
      "Members 2 Joined on*: “45306” si tarehe",
    ],
    [
      withAsha("Joined on*", "2026-03-01"),
      "Members 2 Joined on*: 01 Mar 2026 is after the day of the move, 28 Feb 2026. Write a day up to then.",
      "Members 2 Joined on*: 01 Mac 2026 ni baada ya siku ya kuhamia, 28 Feb 2026. Andika siku isiyozidi hiyo.",
    ],
    [
      withAsha("Paid up to month*", "Feb"),
      "Members 2 Paid up to month*: “Feb” is not a month",
      "Members 2 Paid up to month*: “Feb” si mwezi",
    ],
    [
      withAsha("Phone", "12345"),
      "Members 2 Phone: “12345” is not a Kenyan mobile number. Write it as 0712345678, or leave it empty.",
      "Members 2 Phone: “12345” si namba ya simu ya Kenya. Iandike kama 0712345678, au uiache wazi.",
    ],
    [
      withAsha("Email", "asha at book"),
      "Members 2 Email: “asha at book” is not an email address. Write it as",
      "Members 2 Email: “asha at book” si barua pepe. Iandike kama",
    ],
    [
      withAsha("Status*", "Left"),
      "Members 2 Status*: “Left” is none of these: Active, Dormant. Write one of them.",
      "Members 2 Status*: “Left” haimo kati ya hizi: ",
    ],
    [
      withAsha("RegNo*", "B-2"),
      "Members 3 RegNo*: This RegNo is in row 2 already. Give each member their own",
      "Members 3 RegNo*: Namba hii ya usajili ipo tayari kwenye mstari 2. Mpe kila mwanachama",
    ],
    [
      withAsha("RegNo*", null),
      "Members 2 RegNo*: This cell is needed and is empty. Write what the column asks for",
      "Members 2 RegNo*: Kisanduku hiki kinahitajika na hakina kitu. Andika kinachotakiwa",
    ],
    [
      withLoan("RegNo*", "B-9"),
      "Loans 2 RegNo*: B-9 is no RegNo of the sheet Members. Write it as it is there, or add the member there.",
      "Loans 2 RegNo*: B-9 si namba ya usajili iliyo kwenye karatasi Wanachama. Iandike ilivyo huko",
    ],
    [
      withLoan("Paid so far*", 12_000),
      "Loans 2 Paid so far*: This is more than Amount and Interest, KES 11,000.00. Write what was paid, up to that.",
      "Loans 2 Paid so far*: Hii ni zaidi ya Kiasi na Riba, KES 11,000.00. Andika kilicholipwa",
    ],
    [
      withLoan("Due on*", "2025-10-01"),
      "Loans 2 Due on*: This is before the loan was given, on 10 Oct 2025. Correct one of the two days.",
      "Loans 2 Due on*: Hii ni kabla ya mkopo kutolewa, 10 Okt 2025. Rekebisha",
    ],
    [
      { ...threeMembers, Group: [...Group!, ["Bank", 10]] },
      "Group 6 Account*: This account is in row 2 already. Add the two up in one row.",
      "Group 6 Account*: Akaunti hii ipo tayari kwenye mstari 2. Jumlisha zote mbili",
    ],
    [
      { ...threeMembers, Group: [...Group!, ["Interest income", 10]] },
      "Group 6 Account*: Income, expenses, dividends",
      "Group 6 Account*: Mapato, matumizi, magawio",
    ],
    [
      { ...threeMembers, Group: Group!.toSpliced(1, 1) },
      "Group 1 Account*: The bank's balance is needed. Write a row with Bank",
      "Group 1 Account*: Salio la benki linahitajika. Andika mstari wenye Benki",
    ],
    [
      { Loans: Loans!, Group: Group!, ...rest },
      "Members 1 : The sheet Members is missing. Copy it from the template",
      "Wanachama 1 : Karatasi Wanachama haipo. Inakili kutoka kwenye kiolezo",
    ],
    [
      withAsha("Email", "x@book.example", memberHeadings.with(5, "Date joined")),
      "Members 1 Joined on*: This column is needed and is missing. Add it with this heading.",
      "Members 1 Joined on*: Safu hii inahitajika na haipo. Iongeze kwa kichwa hiki.",
    ],
    [
      withAsha("First name*", "www.asha.co.ke"),
      "Members 2 First name*: A name cannot hold an address of a page or of mail. Write only the name.",
      "Members 2 First name*: Jina haliwezi kuwa na anwani ya ukurasa wala ya barua pepe. Andika jina pekee.",
    ],
  ];
  const byName = nasty.map(([sheets, en, sw]) => [en, sw, sheets] as const);
  test.each(byName)("%s", async (en, sw, sheets) => {
    const inEnglish = await rehearse(workbookParts(sheets));
    expect(inEnglish.ok).toBe(false);
    expect(reported(inEnglish.rows).some((line) => line.startsWith(en))).toBe(true);
    const inSwahili = await rehearse(csvParts(sheets), { language: "sw" });
    expect(reported(inSwahili.rows).some((line) => line.startsWith(sw))).toBe(true);
  });
});

test("a month since the move, and books that have begun by then, are reported", async () => {
  const earlier = await rehearse(workbookParts(withAsha("Joined on*", "2024-01-01")));
  expect(reported(earlier.rows, "warning")).toEqual([]);
  const parts = workbookParts({
    ...threeMembers,
    Members: Members!.map((row, index) =>
      index === 0 ? row : row.with(8, "2025-12").with(9, null),
    ),
    Loans: [loanHeadings],
    "Fixed deposits": [["Description*", "Amount*"]],
    Group: [
      ["Account*", "Balance*"],
      ["Bank", 59_500],
    ],
  });
  const late = await rehearse(parts, { date: "2025-12-31" });
  expect(reported(late.rows, "warning")).toEqual([
    "Members 1 : 2 months have ended since the day of the move, 31 Dec 2025. What was paid since is entered here, or members are late for it from the first day.",
  ]);
  await books.contribute(await books.member(), 1_000);
  const begun = await rehearse(parts, { date: "2026-03-16", language: "sw" });
  expect(reported(begun.rows, "error")[0]).toMatch(
    /^Wanachama 1 : Vitabu vya hapa vina ingizo la 16 Mac 2026/,
  );
  expect(begun.ok).toBe(false);
});
