import { describe, expect, it, test } from "vitest";
import type { SheetProduct } from "./opening-book.ts";
import { findings, loan, nothing, validate, type Value, withLoans } from "./sheets-for-tests.ts";

const terms = {
  method: "equal_instalments",
  rateBasisPoints: 150,
  ratePer: "month",
  dueDay: null,
  graceMonths: 0,
  graceKind: "interest_only",
  roundUpToCents: 1n,
} as const;
const products: SheetProduct[] = [
  { id: 7, name: "Long loan", loanType: "normal_loan", terms, instalmentsMost: 12 },
  { id: 9, name: "Urgent", loanType: "emergency_loan", terms, instalmentsMost: 3 },
];

/** 10,000 lent, 5,500 of it repaid, 1,000 of interest charged and unpaid; four instalments from 5 July. */
const lent: Value[] = [...loan.with(6, "2026-10-05"), "Long loan", 4, "2026-07-05"];
const at = { product: 7, left: 8, next: 9, due: 6, paid: 4, interest: 3, type: 1 };
const problemsOf = (row: Value[]) => findings(withLoans(row), { products }).problems;

test("a loan by instalments goes on with the principal left, and interest that is charged and unpaid", () => {
  const { book, problems, totals } = validate(withLoans(lent), { products });
  expect(problems).toEqual([]);
  expect(book.loans).toEqual([
    expect.objectContaining({
      amountCents: 450_000n,
      paidCents: 0n,
      interestCents: 100_000n,
      dueOn: "2026-10-05",
      lent: { productId: 7, instalments: 4, nextDueOn: "2026-07-05", writtenCents: 1_000_000n },
    }),
  ]);
  expect(totals).toContainEqual({
    account: "loan_receivable",
    debitCents: 450_000n,
    creditCents: 0n,
  });
  expect(totals).toContainEqual({
    account: "interest_receivable",
    debitCents: 100_000n,
    creditCents: 0n,
  });
});

test("without the three cells a loan is plain, with or without their columns", () => {
  const plain = validate(withLoans(loan), { products }).book.loans;
  expect(validate(withLoans([...loan, "", "", ""]), { products }).book.loans).toEqual(plain);
  expect(plain[0]).not.toHaveProperty("lent");
});

describe("what does not add up is an error at its cell", () => {
  it.each([
    [
      "Product without the others",
      lent.with(at.left, "").with(at.next, ""),
      "Instalments left: lent-in-part",
    ],
    ["the others without Product", lent.with(at.product, ""), "Product: lent-in-part"],
    ["no next day", lent.with(at.next, ""), "Next due on: lent-in-part"],
    ["another name", lent.with(at.product, "Short loan"), "Product: product-unknown"],
    [
      "a product of another type",
      lent.with(at.product, "urgent").with(at.left, 3).with(at.due, "2026-09-05"),
      "Loan type*: product-of-other-type",
    ],
    ["no instalments", lent.with(at.left, 0), "Instalments left: instalments-unreadable"],
    [
      "more than the product has",
      lent.with(at.left, 13),
      "Instalments left: instalments-unreadable",
    ],
    ["words for a number", lent.with(at.left, "a few"), "Instalments left: instalments-unreadable"],
    ["half an instalment", lent.with(at.left, 2.5), "Instalments left: instalments-unreadable"],
    [
      "a day up to the cut-over day",
      lent.with(at.next, "2026-06-30").with(at.due, "2026-09-30"),
      "Next due on: next-due-past",
    ],
    ["another last day", lent.with(at.due, "2026-10-06"), "Due on*: due-not-last"],
    [
      "more repaid than was lent",
      lent.with(at.paid, 10_500),
      "Paid so far*: principal-above-amount",
    ],
    [
      "all repaid but for interest",
      lent.with(at.paid, 10_000),
      "Paid so far*: principal-above-amount",
    ],
    ["a day that is none", lent.with(at.next, "soon"), "Next due on: date-unreadable"],
  ])("%s", (_, row, found) => {
    expect(problemsOf(row).join(",")).toBe(`Loans 2 ${found}`);
  });

  it("so many instalments that one would repay nothing", () => {
    const small = lent.with(2, 5_500.02).with(at.left, 12).with(at.due, "2027-06-05");
    expect(problemsOf(small)).toEqual(["Loans 2 Instalments left: instalments-too-many"]);
  });
});

test("a day that a month lacks is its last", () => {
  const row = lent.with(at.next, "2026-08-31").with(at.left, 2).with(at.due, "2026-09-30");
  expect(findings(withLoans(row), { products }).problems).toEqual([]);
});

test("a loan that is repaid in full is a warning, and is not brought over", () => {
  const repaid = lent.with(at.paid, 10_000).with(at.interest, 0);
  const found = validate(withLoans(repaid), { products });
  expect(found.book.loans).toEqual([]);
  expect(findings(withLoans(repaid), { products })).toEqual({
    ...nothing,
    warnings: ["Loans 2 Paid so far*: loan-paid"],
  });
});
