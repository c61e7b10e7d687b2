import { describe, expect, it } from "vitest";

import { columnsOf, headingOf } from "./sheet-columns.ts";
import {
  asCsv,
  asha,
  balanced,
  baraka,
  examples,
  group,
  validate,
  loan,
  loanHeadings,
  memberHeadings,
  members,
  nothing,
  table,
  findings,
  turned,
  type Value,
} from "./sheets-for-tests.ts";

const csv = (rows: Value[][]) => asCsv(table("", ...rows), "x.csv");

describe("a sheet is read", () => {
  it("member by member, to the cent and the day", () => {
    const { book, problems, warnings } = validate([members(asha, baraka), balanced]);
    expect({ problems, warnings }).toEqual(nothing);
    expect(book.members).toEqual([
      {
        row: 2,
        regNumber: "007",
        firstName: "Asha",
        lastName: "Otieno",
        phone: "+254712345678",
        email: "asha@example.com",
        joinedOn: "2024-01-15",
        status: "active",
        savingsCents: 4_200_000n,
        paidUpTo: "2026-06-01",
        lastPaidOn: "2026-06-05",
        unpaidFinesCents: 50_000n,
      },
      {
        row: 3,
        regNumber: "8",
        firstName: "Baraka",
        lastName: "Mutua",
        phone: null,
        email: null,
        joinedOn: "2025-03-15",
        status: "dormant",
        savingsCents: 1_000_000n,
        paidUpTo: "2026-05-01",
        lastPaidOn: null,
        unpaidFinesCents: 0n,
      },
    ]);
  });

  it("in any order of its columns, with or without stars, below a title, and with empty rows between", () => {
    const bare = memberHeadings.map((heading) => heading.replace("*", "").toUpperCase());
    const sheet = table(
      "Members",
      ["Our chama"],
      [],
      turned(bare),
      turned(asha),
      [],
      turned(baraka),
    );
    const { book, ...rest } = validate([sheet, balanced]);
    expect(rest.problems).toEqual([]);
    expect(book.members.map(({ row, regNumber }) => [row, regNumber])).toEqual([
      [4, "007"],
      [6, "8"],
    ]);
  });

  it("with Swahili headings, words and months", () => {
    const headings = columnsOf("members").map(([, column]) => headingOf(column, "sw"));
    const row = asha.with(6, "Hai").with(8, "Juni 2026");
    const { book, problems } = validate([
      table("Wanachama", headings, row),
      table("Chama", ["Akaunti", "Salio"], ["Benki", "41,500"]),
    ]);
    expect(problems).toEqual([]);
    expect(book.members[0]).toMatchObject({ status: "active", paidUpTo: "2026-06-01" });
    expect(book.balances).toEqual([{ row: 2, account: "bank", cents: 4_150_000n }]);
  });

  it("from several csv files in any order, distinguished by their headings", () => {
    const loans = table("", loanHeadings, loan.with(0, "007"));
    const { book, problems } = validate([
      asCsv(loans, "a.csv"),
      asCsv(balanced, "b.csv"),
      asCsv(table("", ["Description", "Amount"], ["91 days", 500]), "c.csv"),
      asCsv(table("", ["Month", "Amount", "RegNo"], ["2026-06", 500, "8"]), "d.csv"),
      asCsv(members(asha, baraka), "e.csv"),
    ]);
    expect(problems).toEqual([]);
    expect(Object.values(book).map((rows) => rows.length)).toEqual([2, 1, 3, 1, 1]);
  });

  it("without its examples, in both languages", () => {
    for (const language of ["en", "sw"] as const) {
      const { book, warnings } = validate(examples(language));
      expect(Object.values(book).flat()).toEqual([]);
      expect(warnings).toEqual([]);
    }
  });

  it("an example that somebody overwrote is reported", () => {
    const mine = asha.with(0, "EXAMPLE");
    expect(findings([members(mine, baraka), balanced]).warnings).toEqual([
      "Members 2 : example-changed",
    ]);
  });

  it("with text where a cell begins like a formula", () => {
    const past = table(
      "",
      ["RegNo", "Month", "Amount", "Reference"],
      ["8", "2026-06", 500, "'=1+1"],
    );
    const { book } = validate([members(baraka), balanced, past]);
    expect(book.history[0]?.reference).toBe("=1+1");
  });
});

describe("nothing is guessed", () => {
  it("a first and a last name that together are an office", () => {
    const office = baraka.with(1, "Akiba").with(2, "Treasurer");
    expect(findings([members(office), balanced]).problems).toEqual([
      "Members 2 Last name*: name-office",
    ]);
  });

  it("every fault is reported at once, by sheet, row and column", () => {
    const wrong = ["", "A1", "http://x", "12345", "asha@", "31/02/2026", "Sleeping"];
    const worse = [...wrong, "1.234,50", "Jun-26", "01/07/2026", "-5"];
    const { problems } = findings([
      members(worse),
      group(["bank", ""], ["Bank balance", 5]),
      table("Loans", loanHeadings, ["9", "Car loan", 0, "x", "", "2026-13-01", "soon"]),
    ]);
    expect(problems).toEqual([
      "Members 2 RegNo*: missing",
      "Members 2 Last name*: name-link",
      "Members 2 Phone: phone-unreadable",
      "Members 2 Email: email-unreadable",
      "Members 2 Joined on*: date-unreadable",
      "Members 2 Status*: not-in-list",
      "Members 2 Savings to date*: amount-unreadable",
      "Members 2 Paid up to month*: month-unreadable",
      "Members 2 Last paid on: after-cut-over",
      "Members 2 Unpaid fines: amount-below-zero",
      "Group 2 Balance*: missing",
      "Group 3 Account*: not-in-list",
      "Loans 2 RegNo*: reg-number-unknown",
      "Loans 2 Loan type*: not-in-list",
      "Loans 2 Amount*: amount-zero",
      "Loans 2 Interest*: amount-unreadable",
      "Loans 2 Paid so far*: missing",
      "Loans 2 Given on*: date-unreadable",
      "Loans 2 Due on*: date-unreadable",
    ]);
  });

  it("a day as a bare number, or the month before the day, is no date", () => {
    expect(findings([members(asha.with(5, 45_306)), balanced]).problems).toEqual([
      "Members 2 Joined on*: date-unreadable",
    ]);
    expect(findings([members(asha.with(5, "01/15/2024")), balanced]).problems).toHaveLength(1);
  });

  it("missing, repeated and unknown headings are reported", () => {
    const headings = memberHeadings.with(3, "Savings to date").with(4, "Shoe size").with(0, "No");
    expect(findings([table("Members", headings, asha.with(3, 42_000)), balanced])).toEqual({
      problems: ["Members 1 RegNo*: heading-missing", "Members 1 Savings to date*: heading-twice"],
      warnings: ["Members 1 No: heading-unknown", "Members 1 Shoe size: heading-unknown"],
    });
  });

  it("missing, repeated and unknown sheets are reported", () => {
    expect(findings([csv([["a"], ["b"]]), table("My notes", ["anything"])])).toEqual({
      problems: ["x.csv 1 : sheet-unknown", "Members 1 : sheet-missing", "Group 1 : sheet-missing"],
      warnings: ["My notes 1 : sheet-not-read"],
    });
    expect(findings([members(asha), members(baraka), balanced]).problems).toEqual([
      "Members 1 : sheet-twice",
    ]);
    expect(findings([members(), balanced]).problems).toEqual(["Members 1 : nobody-in-it"]);
  });
});

describe("whether it balances", () => {
  it("is reported to the cent, with each account's total", () => {
    const { totals, differenceCents } = validate([
      members(asha.with(0, "7"), baraka),
      table("Loans", loanHeadings, loan),
      group(["bank", 50_000.01], ["retained_earnings", 4_000]),
    ]);
    expect(totals).toEqual([
      { account: "bank", debitCents: 5_000_001n, creditCents: 0n },
      { account: "loan_receivable", debitCents: 500_000n, creditCents: 0n },
      { account: "interest_receivable", debitCents: 50_000n, creditCents: 0n },
      { account: "fine_receivable", debitCents: 50_000n, creditCents: 0n },
      { account: "monthly_contribution", debitCents: 0n, creditCents: 5_200_000n },
      { account: "retained_earnings", debitCents: 0n, creditCents: 400_000n },
    ]);
    expect(differenceCents).toBe(1n);
  });

  it("a loss can be brought over", () => {
    const { totals, differenceCents } = validate([
      members(baraka),
      group(["bank", 9_000], ["retained_earnings", "(1,000)"]),
    ]);
    expect(totals.at(-1)).toEqual({
      account: "retained_earnings",
      debitCents: 100_000n,
      creditCents: 0n,
    });
    expect(differenceCents).toBe(0n);
  });
});
