import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../calendar.ts";
import { readStatementTables } from "./read-tables.ts";

const TODAY = "2026-11-26";

/** A csv without quotes as its reader hands it over. */
const read = (csv: string, { fileName = "statement.csv", today = TODAY } = {}) =>
  readStatementTables(
    [
      {
        name: "",
        rows: csv
          .trim()
          .split("\n")
          .map((row) =>
            row
              .trim()
              .split("|")
              .map((text) => ({ text: text.trim(), kind: "text" })),
          ),
      },
    ],
    { fileName, today },
  );

const faults = (file: ReturnType<typeof read>) =>
  file.problems.map(({ line, column, fault }) => [line, column, fault.code]);

const amountsOf = (csv: string) => {
  const file = read(csv);
  return {
    amounts: file.lines.map(({ line, amountCents }) => [line, Number(amountCents) / 100]),
    opening: file.opening === null ? null : Number(file.opening) / 100,
    faults: faults(file),
    breaks: file.breaks.length,
  };
};

const lastOf = (row: string) =>
  read(`Date|Description|Debit|Credit
            04/09/2026|MPS 254700000111||1,000.00
            ${row}`).lines.at(-1);
const linesOf = (details: string, below: readonly string[]) =>
  read(
    [
      "Date|Description|Debit|Credit|Balance",
      `04/09/2026|${details}||1,000.00|1,000.00`,
      ...below.map((text) => `|${text}|||`),
      "08/09/2026|DEPOSIT||10.00|1,010.00",
    ].join("\n"),
  ).lines.map(({ code, details, amountCents, party }) => [code, details, amountCents, party]);

describe("STAT-51: a day that has not come", () => {
  it("is a fault of its cell", () => {
    const file = read(`
      Date|Description|Debit|Credit|Balance
      01/09/2026|DEPOSIT A||100.00|10,100.00
      05/01/2031|DEPOSIT C||500.00|10,600.00`);
    expect(faults(file)).toEqual([[3, "Date", "date-to-come"]]);
  });

  it("is a fault on an M-PESA statement too, whatever the line's status", () => {
    const file = read(`
      Receipt No|Completion Time|Details|Transaction Status|Paid In (KSHs)|Withdrawn (KSHs)|Balance (KSHs)
      TI45AB6C7D|26/11/2026 08:00:00|Pay Bill from 254700000111 - A|Completed|10.00|0.00|10.00
      TI45AB6C7E|27/11/2026 08:00:00|Pay Bill from 254700000111 - A|Failed|10.00|0.00|10.00`);
    expect(faults(file)).toEqual([[3, "Completion Time", "date-to-come"]]);
  });

  it("is in no period and no line, whatever a file and its name say", () => {
    const offset = fc.integer({ min: -400, max: 400 });
    fc.assert(
      fc.property(
        fc.array(offset, { minLength: 1, maxLength: 6 }),
        fc.tuple(offset, offset),
        fc.constantFrom("printed", "name", "neither"),
        (moved, [from, to], source) => {
          const days = moved.map((by) => addDays(TODAY, by));
          const [start, end] = [
            addDays(TODAY, Math.min(from, to)),
            addDays(TODAY, Math.max(from, to)),
          ];
          const file = read(
            [
              ...(source === "printed" ? [`Statement period:|${start} to ${end}`] : []),
              "Date|Description|Debit|Credit",
              ...days.map((day) => `${day}|DEPOSIT||100.00`),
            ].join("\n"),
            { fileName: source === "name" ? `${start}_${end}.csv` : "a.csv" },
          );
          expect(file.problems.length).toBe(days.filter((day) => day > TODAY).length);
          for (const day of [file.period.from, file.period.to, ...file.lines.map(({ at }) => at)])
            expect(day <= TODAY).toBe(true);
        },
      ),
    );
  });
});

describe("STAT-54: a row with a day and an amount is a line", () => {
  it.each([
    "TOTAL ENERGIES KAREN FUEL",
    "Total",
    "Totals Ltd",
    "Grand Total Hotel",
    "OPENING BALANCE CONTRIBUTION JANE",
    "Closing balance of the deposit",
    "Balance b/f",
    "BROUGHT FORWARD LTD",
    "End of statement",
    "Page 1 of 3",
    "Date",
    "",
  ])("whatever its words: %s", (words) => {
    for (const csv of [
      `Description|Date|Debit|Credit|Balance
       DEPOSIT|01/09/2026||1,000.00|1,000.00
       ${words}|01/09/2026|300.00||700.00
       DEPOSIT|02/09/2026||50.00|750.00`,
      `Date|Description|Debit|Credit|Balance
       01/09/2026|DEPOSIT||1,000.00|1,000.00
       01/09/2026|${words}|300.00||700.00
       02/09/2026|DEPOSIT||50.00|750.00`,
    ])
      expect(amountsOf(csv)).toEqual({
        amounts: [
          [2, 1_000],
          [3, -300],
          [4, 50],
        ],
        opening: 0,
        faults: [],
        breaks: 0,
      });
  });

  it("also if it is the only one", () => {
    expect(
      amountsOf(`Description|Date|Debit|Credit|Balance
                 TOTAL ENERGIES KAREN FUEL|01/09/2026|300.00||700.00`),
    ).toMatchObject({ amounts: [[2, -300]], opening: 1_000 });
  });

  it("a payee called Total, paid as much as all lines before, is seen by its balance", () => {
    expect(
      amountsOf(`Date|Description|Debit|Credit|Balance
                 01/09/2026|DEPOSIT||50.00|50.00
                 02/09/2026|TOTAL||50.00|100.00`),
    ).toMatchObject({
      amounts: [
        [2, 50],
        [3, 50],
      ],
      opening: 0,
    });
  });

  it.each([
    ["01/09/2026|Balance b/f|||1,000.00", "|Total|300.00|50.00|"],
    ["01/09/2026|Opening Balance||1,000.00|1,000.00", "03/09/2026|Total|300.00|50.00|"],
    ["|Opening balance as at 01/09/2026|||1,000.00", "|Grand total|300.00|50.00|750.00"],
    ["Opening Balance||||1,000.00", "Totals||300.00|50.00|"],
    ["|BALANCE BROUGHT FORWARD|||1,000.00", "03/09/2026|Totals|300.00|50.00|750.00"],
  ])("but %s is an opening, and %s a total", (opening, total) => {
    expect(
      amountsOf(`Date|Description|Debit|Credit|Balance
                 ${opening}
                 01/09/2026|FUEL|300.00||700.00
                 02/09/2026|DEPOSIT||50.00|750.00
                 ${total}
                 |Closing balance|||750.00`),
    ).toEqual({
      amounts: [
        [3, -300],
        [4, 50],
      ],
      opening: 1_000,
      faults: [],
      breaks: 0,
    });
  });

  it.each([
    "|TOTAL ENERGIES KAREN|300.00||700.00",
    "|DEPOSIT||300.00|700.00",
    "soon|FUEL|300.00||700.00",
  ])("without a day that can be read it is a fault: %s", (row) => {
    expect(
      amountsOf(`Date|Description|Debit|Credit|Balance
                   01/09/2026|DEPOSIT||1,000.00|1,000.00
                   ${row}
                   02/09/2026|DEPOSIT||50.00|750.00`),
    ).toMatchObject({ faults: [[3, "Date", "date-unreadable"]] });
  });

  it("on an M-PESA statement too", () => {
    const file = read(`
      Receipt No|Completion Time|Details|Transaction Status|Paid In (KSHs)|Withdrawn (KSHs)|Balance (KSHs)
      TI45AB6C7D||Total Energies|Completed|10.00|0.00|10.00
      Total||||10.00|0.00|10.00`);
    expect(faults(file)).toEqual([[2, "Completion Time", "date-unreadable"]]);
  });
});

describe("STAT-54: a row that goes on without a day", () => {
  it("belongs to the line above it, with the code that it holds", () => {
    const file = read(`
      Date|Description|Debit|Credit|Balance
      01/09/2026|DEPOSIT||10.00|10.00
      04/09/2026|MPS 254700000111||1,000.00|1,010.00
      |TI45AB6C7D ACC9|||
      |JANE EXAMPLE|||
      08/09/2026|DEPOSIT||10.00|1,020.00`);
    expect(file.problems).toEqual([]);
    expect(file.lines.map(({ line, code, details }) => [line, code, details])).toEqual([
      [2, null, "DEPOSIT"],
      [3, "TI45AB6C7D", "MPS 254700000111 TI45AB6C7D ACC9 JANE EXAMPLE"],
      [6, null, "DEPOSIT"],
    ]);
    expect(file.lines[1]).toMatchObject({ accountTyped: "ACC9", party: "JANE EXAMPLE" });
  });

  it("below the last line only with a code; other text there is a note", () => {
    expect(lastOf("|TI45AB6C7D JANE||")?.code).toBe("TI45AB6C7D");
    expect(lastOf("|End of statement||")?.details).toBe("MPS 254700000111");
  });

  it("adds nothing if an amount, or text of another column, stands in it", () => {
    const file = read(`
      Date|Description|Branch|Debit|Credit
      04/09/2026|MPS 254700000111|KAREN||1,000.00
      |Account of the group|Page 2||
      05/09/2026|DEPOSIT|KAREN||10.00`);
    expect(file.lines.map(({ details }) => details)).toEqual(["MPS 254700000111", "DEPOSIT"]);
  });

  it("of a converter's M-PESA statement too", () => {
    const file = read(`
      Receipt No|Completion Time|Details|Transaction Status|Paid In|Withdrawn|Balance
      TI45AB6C7D|2026-09-04 08:00:00|Pay Bill from 254700000111|Completed|10.00||10.00
      ||- JANE EXAMPLE Acc. R/004||||
      TI45AB6C7E|2026-09-05 08:00:00|Pay Bill from 254700000111 - A|Completed|10.00||20.00`);
    expect(file.lines[0]).toMatchObject({ party: "JANE EXAMPLE", accountTyped: "R/004" });
  });

  it("a narration is the same line however it is broken into rows", () => {
    const words = fc.constantFrom(
      "MPS",
      "254700000111",
      "TI45AB6C7D",
      "ACC9",
      "TOTAL",
      "BAL B/F",
      "x",
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(words, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          const [first, ...others] = rows.map((row) => row.join(" "));
          expect(linesOf(first ?? "", others)).toEqual(linesOf(rows.flat().join(" "), []));
        },
      ),
    );
  });
});
