import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { sumOf } from "#domain/money.ts";
import { type Basis, bases, savingsDays, shareOut, wholeShares } from "./share-out.ts";

const cents = fc.bigInt({ min: 0n, max: 1_000_000_000n });

const members = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 5000 }),
    changes: fc.array(fc.record({ day: fc.integer({ min: 0, max: 400 }), cents }), {
      maxLength: 8,
    }),
    returnedCents: cents,
    finesCents: cents,
    loans: fc.array(fc.record({ loanId: fc.nat(), cents }), { maxLength: 3 }),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 30 },
);

const period = { from: "2026-01-01", to: "2026-12-31" };

test("10,000 random groups share the amount exactly on every basis, and debts are set off before anything is paid", () => {
  fc.assert(
    fc.property(members, cents, fc.constantFrom(...bases), (group, amount, basis) => {
      const sharers = group.map(({ changes, ...member }) => {
        const dated = changes.map(({ day, cents: by }) => ({
          on: addDays(period.from, day),
          cents: by,
        }));
        const savings = sumOf(changes, (change) => change.cents);
        const weights: Record<Basis, bigint> = {
          savings_days: savingsDays(dated, period),
          shares: wholeShares(savings, 50_000n),
          equal: 1n,
        };
        return { ...member, weight: weights[basis] };
      });
      fc.pre(sharers.some(({ weight }) => weight > 0n));
      const shares = shareOut(amount, sharers);
      expect(sumOf(shares, (share) => share.shareCents)).toBe(amount);
      for (const share of shares) {
        const sharer = sharers.find(({ id }) => id === share.id);
        const setOffCents = share.setOffFinesCents + sumOf(share.setOffLoans, (loan) => loan.cents);
        expect(share.receivesCents + setOffCents).toBe(share.shareCents + share.returnedCents);
        const owedCents =
          (sharer?.finesCents ?? 0n) + sumOf(sharer?.loans ?? [], (loan) => loan.cents);
        expect(share.receivesCents === 0n || setOffCents === owedCents).toBe(true);
      }
    }),
    { numRuns: 10_000 },
  );
});

test("savings count at the end of each day, the first and the last included", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ day: fc.integer({ min: -30, max: 60 }), cents: fc.bigInt(-1000n, 1000n) }),
      ),
      (changes) => {
        const dated = changes.map(({ day, cents: by }) => ({
          on: addDays("2026-03-01", day),
          cents: by,
        }));
        const days = Array.from({ length: 31 }, (_, index) => addDays("2026-03-01", index));
        const slow = sumOf(days, (day) =>
          sumOf(dated, (change) => (change.on <= day ? change.cents : 0n)),
        );
        expect(savingsDays(dated, { from: "2026-03-01", to: "2026-03-31" })).toBe(slow);
      },
    ),
  );
});

it.each([
  [0n, 0n],
  [49_999n, 0n],
  [50_000n, 1n],
  [149_999n, 2n],
])("%s cents hold %s whole shares of 500 shillings", (savings, shares) => {
  expect(wholeShares(savings, 50_000n)).toBe(shares);
});

it("sets off fines, then loans in their order, up to what the member gets", () => {
  const sharer = {
    id: 1,
    weight: 1n,
    returnedCents: 500n,
    finesCents: 300n,
    loans: [
      { loanId: 7, cents: 900n },
      { loanId: 3, cents: 5000n },
      { loanId: 4, cents: 1n },
    ],
  };
  expect(shareOut(1000n, [sharer])).toEqual([
    {
      id: 1,
      shareCents: 1000n,
      returnedCents: 500n,
      setOffFinesCents: 300n,
      setOffLoans: [
        { loanId: 7, cents: 900n },
        { loanId: 3, cents: 300n },
      ],
      receivesCents: 0n,
    },
  ]);
});
