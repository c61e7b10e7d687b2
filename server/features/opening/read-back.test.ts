import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toKes } from "#domain/money.ts";
import { validateSheet } from "#domain/opening/validate-sheet.ts";
import { columnsOf, headingOf, sheets } from "#domain/opening/sheet-columns.ts";
import type { Cell } from "#domain/spreadsheets/table.ts";
import { sheetWords } from "#server/core/opening/validate-opening.ts";
import { readTablesHere } from "#server/core/spreadsheets/read-tables.ts";
import { writeWorkbook } from "#server/core/spreadsheets/write-files.ts";

const written = (value: string | bigint | null, kind: Cell["kind"] = "text"): Cell =>
  typeof value === "bigint"
    ? { text: String(toKes(value)), kind: "number" }
    : { text: value ?? "", kind };

describe("whatever is written into the template is read back", () => {
  const name = fc.constantFrom("Asha", "Wanjirũ", "Ng'ang'a", "Otieno Odhiambo");
  const day = fc
    .integer({ min: 0, max: 9_000 })
    .map((days) => new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
  const cents = fc.bigInt({ min: 0n, max: 100_000_000_000n });
  const member = fc.record({
    regNumber: fc.stringMatching(/^[=+@-]?[A-Z0-9]{1,8}$/),
    firstName: name,
    lastName: name,
    joinedOn: day,
    status: fc.constantFrom("active", "dormant"),
    savingsCents: cents,
    paidUpTo: day.map((each) => `${each.slice(0, 7)}-01`),
    lastPaidOn: fc.option(day),
    unpaidFinesCents: cents,
  });
  const bookOf = fc.uniqueArray(member, {
    minLength: 1,
    maxLength: 5,
    selector: ({ regNumber }) => regNumber.toLowerCase(),
  });
  it.each(["en", "sw"] as const)("in %s", (language) => {
    const columns = columnsOf("members");
    const words = sheetWords(language, { bankName: "Equity" });
    fc.assert(
      fc.property(
        bookOf,
        fc.shuffledSubarray(columns, { minLength: columns.length }),
        (members, order) => {
          const rows = members.map((each) => {
            const cells: Record<string, Cell> = {
              regNumber: written(each.regNumber),
              firstName: written(each.firstName),
              lastName: written(each.lastName),
              phone: written(null),
              email: written(null),
              joinedOn: written(each.joinedOn, "date"),
              status: written(each.status),
              savings: written(each.savingsCents),
              paidUpTo: written(each.paidUpTo, "date"),
              lastPaidOn: written(each.lastPaidOn, "date"),
              unpaidFines: written(each.unpaidFinesCents),
            };
            return order.map(([key]) => cells[key]!);
          });
          const headings = order.map(([, column]) => written(headingOf(column, language)));
          const sheet = { name: sheets.members.name[language], rows: [headings, ...rows] };
          const tables = readTablesHere(writeWorkbook([sheet]));
          const { book, problems } = validateSheet(
            tables.map((table) => ({ ...table, fileName: "a.xlsx" })),
            { cutOver: "2026-06-30", words, accounts: [], products: [], language, mapping: null },
          );
          expect(problems.map(({ fault }) => fault.code)).toEqual(["sheet-missing"]);
          expect(book.members).toEqual(
            members.map((each, index) => ({ ...each, row: index + 2, phone: null, email: null })),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
