import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { OpeningBook, OpeningLoan, OpeningMember } from "./opening-book.ts";
import { openingFigures, type GroupTerms } from "./opening-figures.ts";
import { totalsOf } from "./validate-sheet.ts";

const cents = fc.bigInt({ min: 0n, max: 10_000_000n });
const terms: GroupTerms = {
  activeMembers: 3,
  monthlyContributionCents: 100_000n,
  loanLimitMultiple: 3,
  interestShareBasisPoints: 6_300,
};

const member = (
  regNumber: string,
  savingsCents: bigint,
  unpaidFinesCents: bigint,
): OpeningMember => ({
  row: 2,
  regNumber,
  firstName: "Asha",
  lastName: "Otieno",
  phone: null,
  email: null,
  joinedOn: "2024-01-15",
  status: "active",
  savingsCents,
  paidUpTo: "2026-02-01",
  lastPaidOn: null,
  unpaidFinesCents,
});

const loan = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 10_000_000n }),
    interest: cents,
    share: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ amount, interest, share }): OpeningLoan => ({
    row: 2,
    regNumber: "A",
    loanType: "normal_loan",
    amountCents: amount,
    interestCents: interest,
    paidCents: ((amount + interest) * BigInt(share)) / 100n,
    givenOn: "2025-10-01",
    dueOn: "2026-10-01",
  }));

const books = fc
  .record({
    savings: fc.tuple(cents, cents, cents),
    fines: cents,
    loans: fc.array(loan),
    bank: cents,
    retained: fc.bigInt({ min: -10_000_000n, max: 10_000_000n }),
    deposit: cents,
  })
  .map(({ savings, fines, loans, bank, retained, deposit }): OpeningBook => ({
    members: savings.map((each, index) => member("ABC"[index]!, each, index === 0 ? fines : 0n)),
    loans,
    balances: [
      { row: 2, account: "bank", cents: bank },
      { row: 3, account: "retained_earnings", cents: retained },
    ],
    deposits: [
      { row: 2, description: "91 days", amountCents: deposit, placedOn: null, maturesOn: null },
    ],
    history: [],
  }));

const sum = (all: readonly bigint[]) => all.reduce((total, each) => total + each, 0n);

it("the difference is what is had, less what is owed to members and the group's own", () => {
  fc.assert(
    fc.property(books, (book) => {
      const { totals, differenceCents } = totalsOf(book);
      const owed = sum(
        book.loans.map((each) => each.amountCents + each.interestCents - each.paidCents),
      );
      const fines = sum(book.members.map((each) => each.unpaidFinesCents));
      const deposits = sum(book.deposits.map((each) => each.amountCents));
      const savings = sum(book.members.map((each) => each.savingsCents));
      const [bank, retained] = book.balances.map((each) => each.cents);
      expect(differenceCents).toBe(bank! + owed + fines + deposits - savings - retained!);
      for (const { debitCents, creditCents } of totals) {
        expect(debitCents >= 0n && creditCents >= 0n).toBe(true);
        expect(debitCents === 0n).not.toBe(creditCents === 0n);
      }
    }),
  );
});

it("what members see follows the difference, their loans and nobody else's", () => {
  fc.assert(
    fc.property(books, (book) => {
      const validated = { book, ...totalsOf(book) };
      const figures = openingFigures(validated, terms);
      const retained = book.balances[1]!.cents + validated.differenceCents;
      const share = retained > 0n ? retained / 3n : 0n;
      expect(new Set(figures.map(({ shareCents }) => shareCents))).toEqual(new Set([share]));
      const [first, ...others] = figures;
      const owed = sum(
        book.loans.map((each) => each.amountCents + each.interestCents - each.paidCents),
      );
      const limit = book.members[0]!.savingsCents * 3n - owed;
      expect(first!.loanLimitCents).toBe(limit > 0n ? limit : 0n);
      for (const [index, { loanLimitCents }] of others.entries())
        expect(loanLimitCents).toBe(book.members[index + 1]!.savingsCents * 3n);
      for (const figure of figures) {
        expect(figure.paidUpTo).toBe("2026-02-01");
        expect(figure.accountValueCents).toBe(figure.savingsCents + (share * 63n + 50n) / 100n);
      }
    }),
  );
});
