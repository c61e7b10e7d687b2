import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interestShare, settleExit, shareGiven } from "./exit-settlement.ts";

const loans = [
  { id: 4, balanceCents: 110_000n },
  { id: 9, balanceCents: 220_000n },
];

describe("a member's share of the interest", () => {
  const group = { retainedEarningsCents: -1_000n, activeUsersCount: 3, isCounted: true };

  it("is the group's earnings over the active users, rounded down", () => {
    expect(interestShare(group)).toBe(333n);
  });

  it("is nothing without earnings, without active users, and for who is not counted", () => {
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
