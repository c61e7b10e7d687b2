import { expect, test } from "vitest";
import {
  asOwed,
  blankRow,
  rowCents,
  rowsOf,
  rowsToSend,
  sheetCents,
  type SheetRow,
  typedOf,
} from "./sheet.ts";

const row = {
  member: { id: 4 },
  contribution: { month: "2026-11-01", amount: 1_000 },
  fines: 0,
  loans: [
    { loan_id: 7, loan_name: "Loan 7", balance: 5_000, due: 450.5 },
    { loan_id: 8, loan_name: "Loan 8", balance: 900, due: 0 },
  ],
  funds: [{ fund_id: 2, name: "Welfare", owed: 200 }],
} as unknown as SheetRow;

test("nothing is filled unasked, and what is owed fills what is due", () => {
  expect(rowCents(blankRow(row))).toBe(0n);
  const owed = asOwed(row);
  expect(owed).toEqual({
    contribution: "1000",
    month: "2026-11-01",
    fines: "",
    loans: { 7: "450.5", 8: "" },
    funds: { 2: "200" },
  });
  expect(rowCents(owed)).toBe(165_050n);
});

test("the sheet has only who paid, with what is not blank, and its total is in whole cents", () => {
  const sheet = new Map([
    [4, asOwed(row)],
    [5, blankRow(row)],
    [6, { ...blankRow(row), fines: "0.10", loans: { 7: "0.20" } }],
  ]);
  expect(sheetCents(sheet)).toBe(165_080n);
  expect(rowsToSend(sheet)).toEqual([
    {
      member_id: 4,
      contribution: 1_000,
      contribution_month: "2026-11-01",
      fines: 0,
      loans: [{ loan_id: 7, amount: 450.5 }],
      funds: [{ fund_id: 2, amount: 200 }],
    },
    {
      member_id: 6,
      contribution: 0,
      contribution_month: null,
      fines: 0.1,
      loans: [{ loan_id: 7, amount: 0.2 }],
      funds: [],
    },
  ]);
});

test("a figure that cannot be read has no total", () => {
  expect(sheetCents(new Map([[4, { ...blankRow(row), fines: "12x" }]]))).toBeNull();
  expect(sheetCents(new Map([[4, { ...blankRow(row), fines: "-5" }]]))).toBeNull();
});

test("a rejected sheet is typed again as it was sent", () => {
  const sent = {
    rows: [
      {
        member: { id: 4 },
        contribution: 500,
        contribution_month: "2026-10-01",
        fines: 0,
        loans: [{ loan_id: 7, loan_name: "Loan 7", amount: 50 }],
        funds: [],
        total: 550,
      },
    ],
  } as unknown as Parameters<typeof rowsOf>[0];
  const typed = typedOf(rowsOf(sent), [row]);
  expect(rowsToSend(typed)).toEqual([
    {
      member_id: 4,
      contribution: 500,
      contribution_month: "2026-10-01",
      fines: 0,
      loans: [{ loan_id: 7, amount: 50 }],
      funds: [],
    },
  ]);
});
