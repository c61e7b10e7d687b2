import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cents } from "../money.ts";
import { splitRepayment } from "../payments/payment-splits.ts";
import { accountOf, type AccountCode } from "./chart-of-accounts.ts";
import type { JournalEntry } from "./journal-entry.ts";
import {
  groupBroughtForward,
  leftOfLoan,
  loanBroughtForward,
  memberBroughtForward,
  statusOfLoan,
} from "./opening-postings.ts";

const on = { businessDate: "2026-06-30", description: "Brought forward from the group's book" };

const lines = (entry: JournalEntry | null) =>
  entry?.postings.map(({ account, amountCents }) => `${account} ${amountCents}`);

describe("what is brought forward posts", () => {
  it("a member's savings and fines", () => {
    const member = { ...on, openingMemberId: 7, memberId: 3 };
    const entry = memberBroughtForward({
      ...member,
      savingsCents: 4_200_000n,
      unpaidFinesCents: 50_000n,
    });
    expect(lines(entry)).toEqual([
      "retained_earnings 4200000",
      "monthly_contribution -4200000",
      "fine_receivable 50000",
      "retained_earnings -50000",
    ]);
    expect(entry?.source).toEqual({ kind: "opening_member", id: 7, purpose: "opening" });
    expect(entry?.postings.every(({ memberId }) => memberId === 3)).toBe(true);
    expect(memberBroughtForward({ ...member, savingsCents: 0n, unpaidFinesCents: 0n })).toBeNull();
  });

  it("the rest of a loan is split by the running total", () => {
    const entry = loanBroughtForward({
      ...on,
      loanId: 4,
      memberId: 3,
      amountCents: 1_000_000n,
      interestCents: 100_000n,
      paidCents: 550_000n,
    });
    expect(lines(entry)).toEqual([
      "loan_receivable 500000",
      "interest_receivable 50000",
      "retained_earnings -550000",
    ]);
    expect(entry.source).toEqual({ kind: "opening_loan", id: 4, purpose: "opening" });
  });

  it("the group's accounts with its deposits, whatever the sheet says of retained earnings", () => {
    const entry = groupBroughtForward({
      ...on,
      openingId: 2,
      balances: [
        { account: "bank", cents: 900_000n },
        { account: "tax", cents: 100_000n },
        { account: "retained_earnings", cents: -77n },
        { account: "good_will", cents: 0n },
      ],
      depositsCents: 300_000n,
    });
    expect(lines(entry)).toEqual([
      "bank 900000",
      "tax -100000",
      "equity_fixed_deposit 300000",
      "retained_earnings -1100000",
    ]);
    const nothing = { ...on, openingId: 2, balances: [], depositsCents: 0n };
    expect(groupBroughtForward(nothing)).toBeNull();
    expect(
      lines(
        groupBroughtForward({ ...nothing, balances: [{ account: "ordinary_shares", cents: 5n }] }),
      ),
    ).toEqual(["ordinary_shares -5", "retained_earnings 5"]);
  });
});

it("a loan past its day is in default from the start", () => {
  expect(statusOfLoan("2026-07-01", "2026-07-01")).toBe("active");
  expect(statusOfLoan("2026-06-30", "2026-07-01")).toBe("default");
});

const cents = (max: bigint) => fc.bigInt({ min: 0n, max });
const aMember = fc.record({
  savingsCents: cents(10_000_000_00n),
  unpaidFinesCents: cents(500_00n),
});
const aLoan = fc
  .record({
    amountCents: fc.bigInt({ min: 1n, max: 5_000_000_00n }),
    interestCents: cents(900_000_00n),
    part: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
  })
  .map(({ part, ...loan }) => ({
    ...loan,
    paidCents: BigInt(Math.floor(Number(loan.amountCents + loan.interestCents) * part)),
  }))
  .filter(({ amountCents, interestCents, paidCents }) => paidCents < amountCents + interestCents);

it("the entries balance, touch no income, and add up to the sheet's balance of every account", () => {
  const aBook = fc.record({
    members: fc.array(aMember, { maxLength: 8 }),
    loans: fc.array(aLoan, { maxLength: 8 }),
    bank: cents(9_000_000_00n),
    tax: cents(50_000_00n),
    shares: cents(50_000_00n),
    deposits: cents(700_000_00n),
  });
  fc.assert(
    fc.property(aBook, ({ members, loans, bank, tax, shares, deposits }) => {
      const entries = [
        ...members.map((member, memberId) =>
          memberBroughtForward({ ...on, openingMemberId: memberId, memberId, ...member }),
        ),
        ...loans.map((loan, loanId) => loanBroughtForward({ ...on, loanId, memberId: 1, ...loan })),
        groupBroughtForward({
          ...on,
          openingId: 1,
          balances: [
            { account: "bank", cents: bank },
            { account: "tax", cents: tax },
            { account: "ordinary_shares", cents: shares },
          ],
          depositsCents: deposits,
        }),
      ].filter((entry) => entry !== null);
      const sums = new Map<AccountCode, Cents>();
      for (const { postings } of entries) {
        expect(postings.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(0n);
        for (const { account, amountCents } of postings) {
          expect(["revenue", "expense"]).not.toContain(accountOf(account).class);
          sums.set(account, (sums.get(account) ?? 0n) + amountCents);
        }
      }
      const of = (account: AccountCode) => sums.get(account) ?? 0n;
      const savings = total(members, ({ savingsCents }) => savingsCents);
      const fines = total(members, ({ unpaidFinesCents }) => unpaidFinesCents);
      const owed = total(loans, (loan) => loan.amountCents + loan.interestCents - loan.paidCents);
      expect(-of("monthly_contribution")).toBe(savings);
      expect(of("fine_receivable")).toBe(fines);
      expect(of("loan_receivable") + of("interest_receivable")).toBe(owed);
      expect([of("bank"), of("equity_fixed_deposit"), -of("tax")]).toEqual([bank, deposits, tax]);
      expect(-of("retained_earnings")).toBe(
        bank + deposits + owed + fines - savings - tax - shares,
      );
    }),
  );
});

it("repayments go on where the book stopped, and clear principal and interest to the cent", () => {
  fc.assert(
    fc.property(aLoan, fc.double({ min: 0.01, max: 1, noNaN: true }), (loan, part) => {
      const left = leftOfLoan(loan);
      const leftCents = loan.amountCents + loan.interestCents - loan.paidCents;
      expect(left.principalCents + left.interestCents).toBe(leftCents);
      expect(left.principalCents >= 0n && left.interestCents >= 0n).toBe(true);
      const first = BigInt(Math.max(1, Math.floor(Number(leftCents) * part)));
      const terms = {
        loanPrincipalCents: loan.amountCents,
        loanTotalCents: loan.amountCents + loan.interestCents,
      };
      const parts = [
        splitRepayment({ ...terms, paidBeforeCents: loan.paidCents, paymentCents: first }),
      ];
      if (first < leftCents)
        parts.push(
          splitRepayment({
            ...terms,
            paidBeforeCents: loan.paidCents + first,
            paymentCents: leftCents - first,
          }),
        );
      expect(parts.reduce((sum, { principalCents }) => sum + principalCents, 0n)).toBe(
        left.principalCents,
      );
    }),
  );
});

function total<T>(items: readonly T[], part: (item: T) => Cents): Cents {
  return items.reduce((sum, item) => sum + part(item), 0n);
}
