import { describe, expect, it } from "vitest";
import type { Cell } from "../spreadsheets/table.ts";
import { readStatementTables } from "./read-tables.ts";

const date = (text: string): Cell => ({ text, kind: "date" });
const cellsOf = (row: readonly (string | Cell)[]): Cell[] =>
  row.map((cell) => (typeof cell === "string" ? { text: cell, kind: "text" } : cell));

function read(rows: readonly (readonly (string | Cell)[])[]) {
  const file = readStatementTables([{ name: "", rows: rows.map(cellsOf) }], {
    fileName: "a.csv",
    today: "2026-11-26",
  });
  return {
    faults: file.problems.map(({ line, column, fault }) => `${line} ${column} ${fault.code}`),
    amounts: file.lines.map(({ amountCents }) => Number(amountCents) / 100),
    days: file.lines.map(({ at }) => at),
    breaks: file.breaks.length,
    questions: file.questions,
  };
}

const HEADING = ["Date", "Description", "Debit", "Credit", "Balance"];

const refund = (balances: readonly string[]) =>
  read([
    balances.length > 0 ? HEADING : HEADING.slice(0, 4),
    ["01/09/2026", "ATM", "2,000.00", "", ...balances.slice(0, 1)],
    ["02/09/2026", "REVERSAL", "-2,000.00", "", ...balances.slice(1, 2)],
    ["03/09/2026", "FEE", "50.00", "", ...balances.slice(2)],
  ]);

describe("STAT-51: what can be read in two ways is not read", () => {
  it("date cells up to the 12th beside text of later days", () => {
    const file = read([
      HEADING,
      [date("2026-03-09"), "A", "", "100.00", "100.00"],
      [date("2026-10-09"), "B", "", "100.00", "200.00"],
      ["13/09/2026", "C", "", "100.00", "300.00"],
      ["25/09/2026", "D", "", "100.00", "400.00"],
    ]);
    expect(file.faults).toEqual(["2 Date date-two-readings", "3 Date date-two-readings"]);
    expect(file.questions[0]?.examples[0]?.readings.map(({ day }) => day)).toEqual([
      "2026-03-09",
      "2026-09-03",
    ]);
  });

  it.each([
    ["a date cell of a later day", ["2026-09-03", "2026-09-13"], ["25/09/2026"]],
    ["text of an earlier day", ["2026-09-03", "2026-09-04"], ["05/09/2026"]],
    ["date cells alone, in order", ["2026-09-03", "2026-09-04", "2026-09-05"], []],
  ])("but %s is read", (_what, dates, texts) => {
    const days = [...dates.map(date), ...texts];
    const file = read([HEADING, ...days.map((day) => [day, "A", "", "100.00", ""])]);
    expect(file.faults).toEqual([]);
    expect(file.days).toHaveLength(days.length);
  });

  it("three digits after a full stop", () => {
    const file = read([
      HEADING,
      ["01/09/2026", "A", "", "1.000", "11.000"],
      ["02/09/2026", "B", "3.000", "", "8.000"],
      ["03/09/2026", "C", "", "1.50", "800"],
    ]);
    expect(file.faults).toEqual([
      "2 Credit amount-two-readings",
      "2 Balance amount-two-readings",
      "3 Debit amount-two-readings",
      "3 Balance amount-two-readings",
    ]);
  });

  it("but three decimals everywhere are decimals", () => {
    const file = read([
      HEADING,
      ["01/09/2026", "A", "", "1,000.000", "1,000.000"],
      ["02/09/2026", "B", "", "1.500", "1,001.500"],
    ]);
    expect(file).toMatchObject({ faults: [], amounts: [1000, 1.5], breaks: 0 });
  });

  it("a minus among positive debits is what the balances say", () => {
    expect(refund(["8,000.00", "10,000.00", "9,950.00"])).toMatchObject({
      faults: [],
      amounts: [-2000, 2000, -50],
      breaks: 0,
    });
    expect(refund(["8,000.00", "6,000.00", "5,950.00"])).toMatchObject({
      faults: [],
      amounts: [-2000, -2000, -50],
      breaks: 0,
    });
  });

  it("without balances it is a fault, and never money out", () => {
    expect(refund([]).faults).toEqual(["3 Debit minus-two-readings"]);
  });
});
