import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sumOf } from "#domain/money.ts";
import {
  freeSavings,
  guaranteeNeeded,
  guaranteeRules,
  heldOf,
  shareCall,
  whyNotGuaranteed,
} from "./guarantees.ts";

const cents = fc.bigInt({ min: 0n, max: 100_000_000_000n });
const people = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 10 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((memberId) => fc.record({ memberId: fc.constant(memberId), heldCents: cents })),
    ),
  );

test("what is called of borrower and guarantors adds up to what is overdue, as far as they hold it", () => {
  fc.assert(
    fc.property(cents, cents, people, (overdueCents, savingsCents, held) => {
      const call = shareCall({ overdueCents, savingsCents, held });
      const calledCents = call.ofBorrowerCents + sumOf(call.ofGuarantors, (each) => each.cents);
      const heldCents = savingsCents + sumOf(held, (each) => each.heldCents);
      expect(calledCents).toBe(overdueCents < heldCents ? overdueCents : heldCents);
      expect(call.ofBorrowerCents).toBeLessThanOrEqual(savingsCents);
      for (const { memberId, cents: calledOf } of call.ofGuarantors)
        expect(calledOf).toBeLessThanOrEqual(
          held.find((each) => each.memberId === memberId)?.heldCents ?? 0n,
        );
    }),
  );
});

test("what is held falls with the principal, never above what was agreed less what was called", () => {
  const loan = { amountCents: 300_000n, principalLeftCents: 300_000n };
  expect(heldOf({ agreedCents: 100_000n, calledCents: 0n }, loan)).toBe(100_000n);
  const paid = { ...loan, principalLeftCents: 100_001n };
  expect(heldOf({ agreedCents: 100_000n, calledCents: 0n }, paid)).toBe(33_334n);
  expect(heldOf({ agreedCents: 100_000n, calledCents: 80_000n }, paid)).toBe(20_000n);
  const cleared = { ...loan, principalLeftCents: 0n };
  expect(heldOf({ agreedCents: 100_000n, calledCents: 0n }, cleared)).toBe(0n);
});

test("free savings and what must be guaranteed are never below 0", () => {
  const member = { contributionsCents: 500n, heldForOthersCents: 200n, owedCents: 100n };
  expect(freeSavings(member)).toBe(200n);
  expect(freeSavings({ ...member, owedCents: 400n })).toBe(0n);
  const loan = { amountCents: 1000n, freeSavingsCents: 200n };
  expect(guaranteeRules.map((rule) => guaranteeNeeded(rule, loan))).toEqual([0n, 800n, 1000n]);
  expect(guaranteeNeeded("above_savings", { ...loan, freeSavingsCents: 2000n })).toBe(0n);
});

test("what is held is never more than what is left to be held, and nothing once the principal is repaid", () => {
  const loans = fc.tuple(cents, cents, cents, cents).map(([amount, left, agreed, called]) => ({
    amountCents: amount + left + 1n,
    principalLeftCents: left,
    agreedCents: agreed + called,
    calledCents: called,
  }));
  fc.assert(
    fc.property(loans, ({ agreedCents, calledCents, ...loan }) => {
      const held = heldOf({ agreedCents, calledCents }, loan);
      expect(held).toBeGreaterThanOrEqual(0n);
      expect(held).toBeLessThanOrEqual(agreedCents - calledCents);
      // Up to the cent: a cent less would not be the whole share.
      const share = agreedCents * loan.principalLeftCents;
      const isShare =
        held * loan.amountCents >= share && (held === 0n || (held - 1n) * loan.amountCents < share);
      expect(isShare || held === agreedCents - calledCents).toBe(true);
    }),
  );
});

test("a loan is approved once enough is agreed by enough people, and not before", () => {
  fc.assert(
    fc.property(fc.array(cents), cents, fc.nat(10), (agreed, needed, people) => {
      const refusal = whyNotGuaranteed(agreed, { cents: needed, people });
      const isEnough = sumOf(agreed, (each) => each) >= needed;
      const code = !isEnough
        ? "guarantee-too-low"
        : agreed.length < people
          ? "guarantors-needed"
          : undefined;
      expect(refusal?.code).toBe(code);
    }),
  );
});
