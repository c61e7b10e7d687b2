import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interestShare } from "./statements.ts";
import {
  settleExit,
  badDebtRecovered,
  memberLeftOwing,
  memberPaidOut,
  type Settlement,
} from "./settlement.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { shareGiven } from "./share-given.ts";

const loans = [
  { id: 4, balanceCents: 110_000n },
  { id: 9, balanceCents: 220_000n },
];

describe("a member's share of the interest", () => {
  const group = { retainedEarningsCents: -1_000n, activeUsersCount: 3, isCounted: true };

  it("is the group's earnings over the active users, rounded down", () => {
    expect(interestShare(group)).toBe(333n);
  });

  it("is nothing without earnings, without active users, and for a member who is not counted", () => {
    expect(interestShare({ ...group, retainedEarningsCents: 1_000n })).toBe(0n);
    expect(interestShare({ ...group, retainedEarningsCents: 0n })).toBe(0n);
    expect(interestShare({ ...group, activeUsersCount: 0 })).toBe(0n);
    expect(interestShare({ ...group, isCounted: false })).toBe(0n);
  });

  it("is given at 63%, rounded half up", () => {
    expect(shareGiven(100_000n, 6_300n)).toBe(63_000n);
    expect(shareGiven(50n, 6_300n)).toBe(32n);
    expect(shareGiven(333n, 6_300n)).toBe(210n);
    expect(shareGiven(0n, 6_300n)).toBe(0n);
  });

  it("never shares out more than the group has earned", () => {
    const cents = fc.bigInt({ min: 0n, max: 1_000_000_000n });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 500 }), (earned, activeUsersCount) => {
        const share = interestShare({
          retainedEarningsCents: -earned,
          activeUsersCount,
          isCounted: true,
        });
        const members = BigInt(activeUsersCount);
        expect(share * members <= earned && earned - share * members < members).toBe(true);
        const params = shareGiven(share, 6_300n);
        expect(params >= 0n && params <= share).toBe(true);
      }),
    );
  });
});

describe("what is due on exit", () => {
  it("is contributions and given share less the loans", () => {
    const exit = settleExit({ contributionsCents: 300_000n, shareGivenCents: 63_000n, loans });
    expect(exit.dueCents).toBe(33_000n);
    expect(exit.badDebt).toBeNull();
    expect(exit.loans.every(({ remainingCents }) => remainingCents === 0n)).toBe(true);
  });

  it("counts exactly nothing as credit", () => {
    const exit = settleExit({ contributionsCents: 330_000n, shareGivenCents: 0n, loans });
    expect(exit).toMatchObject({ dueCents: 0n, badDebt: null });
  });

  it("opens a bad debt for what the member owes, and leaves it on the newest loans", () => {
    const exit = settleExit({ contributionsCents: 200_000n, shareGivenCents: 20_000n, loans });
    expect(exit).toEqual({
      dueCents: -110_000n,
      loans: [
        { id: 4, settledCents: 110_000n, remainingCents: 0n },
        { id: 9, settledCents: 110_000n, remainingCents: 110_000n },
      ],
      badDebt: { principalCents: 100_000n, interestCents: 10_000n },
    });
  });

  it("always leaves on the loans exactly what the bad debt is", () => {
    const cents = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(cents, cents, fc.array(cents, { maxLength: 4 }), (held, params, balances) => {
        const exit = settleExit({
          contributionsCents: held,
          shareGivenCents: params,
          loans: balances.map((balanceCents, id) => ({ id, balanceCents })),
        });
        const remaining = exit.loans.reduce((sum, loan) => sum + loan.remainingCents, 0n);
        const settled = exit.loans.reduce((sum, loan) => sum + loan.settledCents, 0n);
        const { principalCents, interestCents } = exit.badDebt ?? {
          principalCents: 0n,
          interestCents: 0n,
        };
        expect(remaining).toBe(principalCents + interestCents);
        expect(exit.dueCents).toBe(held + params - settled - remaining);
        expect(exit.badDebt !== null).toBe(exit.dueCents < 0n);
      }),
    );
  });
});

const settlement: Settlement = {
  businessDate: "2026-11-21",
  description: "Exit of Amina",
  settlementId: 1,
  purpose: "exit",
  memberId: 3,
  contributionsCents: 1_000_000n,
  shareCents: 100_000n,
  shareGivenCents: 63_000n,
  loans: [{ loanId: 4, principalCents: 200_000n, interestCents: 20_000n }],
  unpaidFinesCents: 30_000n,
};

const lines = (entry: JournalEntry) =>
  entry.postings.map(({ account, amountCents }) => `${account} ${amountCents}`);

describe("a member who leaves in credit", () => {
  it("is paid contributions and share less the loans", () => {
    const entry = memberPaidOut(settlement);
    expect(lines(entry)).toEqual([
      "monthly_contribution 1000000",
      "retained_earnings 100000",
      "loan_receivable -200000",
      "interest_receivable -20000",
      "income_from_exited_member -37000",
      "bank -843000",
      "bad_debt_expense 30000",
      "fine_receivable -30000",
    ]);
    expect(entry.source).toEqual({ kind: "settlement", id: 1, purpose: "exit" });
    expect(entry.postings[2]).toMatchObject({ memberId: 3, loanId: 4 });
  });

  it("is paid everything on a clearing, where there is no loan", () => {
    const entry = memberPaidOut({
      ...settlement,
      purpose: "clearing",
      loans: [],
      unpaidFinesCents: 0n,
    });
    expect(lines(entry)).toEqual([
      "monthly_contribution 1000000",
      "retained_earnings 100000",
      "income_from_exited_member -37000",
      "bank -1063000",
    ]);
    expect(entry.source.purpose).toBe("clearing");
  });

  it("takes nothing from the bank when exactly nothing is due", () => {
    const even = { ...settlement, contributionsCents: 157_000n };
    expect(lines(memberPaidOut(even)).some((line) => line.startsWith("bank"))).toBe(false);
    expect(() => memberLeftOwing(even)).toThrow("owes nothing");
  });
});

describe("a member who leaves in debt", () => {
  it("leaves the debt as an expense, beside the fines written off", () => {
    const entry = memberLeftOwing({ ...settlement, contributionsCents: 100_000n });
    expect(lines(entry)).toEqual([
      "monthly_contribution 100000",
      "retained_earnings 100000",
      "loan_receivable -200000",
      "interest_receivable -20000",
      "income_from_exited_member -37000",
      "bad_debt_expense 57000",
      "bad_debt_expense 30000",
      "fine_receivable -30000",
    ]);
    expect(() => memberPaidOut({ ...settlement, contributionsCents: 100_000n })).toThrow(
      "not owed anything",
    );
  });

  it("brings income with every recovery", () => {
    const entry = badDebtRecovered({
      businessDate: "2026-12-01",
      description: "Recovered",
      recoveryId: 2,
      memberId: 3,
      principalCents: 10_000n,
      interestCents: 1_000n,
    });
    expect(lines(entry)).toEqual([
      "bank 11000",
      "bad_debt_recovery_income -10000",
      "exited_member_interest_income -1000",
    ]);
    expect(entry.source).toEqual({ kind: "bad_debt_recovery", id: 2, purpose: "recovery" });
  });
});

it("balances for whatever a member holds and owes, and never pays out more than is due", () => {
  const cents = fc.bigInt({ min: 0n, max: 100_000_000n });
  const loan = fc.record({
    loanId: fc.integer({ min: 1 }),
    principalCents: cents,
    interestCents: cents,
  });
  fc.assert(
    fc.property(
      cents.map((value) => value + 1n),
      cents,
      cents,
      fc.array(loan, { maxLength: 3 }),
      cents,
      (contributionsCents, shareCents, stored, loans, unpaidFinesCents) => {
        const shareGivenCents = shareCents - (stored > shareCents ? shareCents : stored);
        const loansCents = loans.reduce(
          (sum, { principalCents, interestCents }) => sum + principalCents + interestCents,
          0n,
        );
        const due = contributionsCents + shareGivenCents - loansCents;
        const params = {
          ...settlement,
          contributionsCents,
          shareCents,
          shareGivenCents,
          loans,
          unpaidFinesCents,
        };
        const { postings } = due < 0n ? memberLeftOwing(params) : memberPaidOut(params);
        const moved = (account: string) =>
          postings.reduce(
            (sum, posting) => (posting.account === account ? sum + posting.amountCents : sum),
            0n,
          );
        expect(postings.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(0n);
        expect(moved("bank")).toBe(due > 0n ? -due : 0n);
        expect(moved("bad_debt_expense")).toBe((due < 0n ? -due : 0n) + unpaidFinesCents);
        expect(moved("monthly_contribution")).toBe(contributionsCents);
      },
    ),
  );
});
