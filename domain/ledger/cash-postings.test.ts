// CASH-1, CASH-4: cash moves between the box and the bank without anything gained or lost, and a count makes the books what was
// counted.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countDifference, whyNotCounted } from "../cash/count.ts";
import { accountsOf, type AccountCode } from "./chart-of-accounts.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { cashCounted, cashDeposited, cashWithdrawn, expensePaid } from "./posting-rules.ts";

const on = { businessDate: "2026-11-28", description: "The box", ledgerEntryId: 7 };
const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });

/** How much the entries move the account, in cents, debit positive. */
const movedOf = (account: AccountCode, ...entries: readonly JournalEntry[]) =>
  entries
    .flatMap(({ postings }) => postings)
    .filter((posting) => posting.account === account)
    .reduce((sum, { amountCents }) => sum + amountCents, 0n);

test("a deposit and a withdrawal move as much as they say from one to the other, and nothing else", () => {
  fc.assert(
    fc.property(cents, (amountCents) => {
      const deposit = cashDeposited({ ...on, amountCents });
      expect([movedOf("bank", deposit), movedOf("cash", deposit)]).toEqual([
        amountCents,
        -amountCents,
      ]);
      const withdrawal = cashWithdrawn({ ...on, amountCents });
      expect([movedOf("bank", withdrawal), movedOf("cash", withdrawal)]).toEqual([
        -amountCents,
        amountCents,
      ]);
      for (const { postings } of [deposit, withdrawal]) expect(postings).toHaveLength(2);
    }),
  );
});

test("an expense in cash is one of its category and leaves the bank alone", () => {
  fc.assert(
    fc.property(cents, (amountCents) => {
      const expense = { ...on, amountCents, category: "other_expense" } as const;
      const paid = expensePaid({ ...expense, paidFrom: "cash" });
      expect(movedOf("cash", paid)).toBe(-amountCents);
      expect(movedOf("other_expense", paid)).toBe(amountCents);
      expect(movedOf("bank", paid)).toBe(0n);
      expect(movedOf("bank", expensePaid(expense))).toBe(-amountCents);
    }),
  );
});

test("with the difference of a count the books have what was counted", () => {
  const held = fc.bigInt({ min: 0n, max: 10n ** 12n });
  fc.assert(
    fc.property(held, held, (countedCents, booksCents) => {
      const count = { countedCents, booksCents };
      const differenceCents = countDifference(count);
      expect(whyNotCounted({ ...count, reason: null }) === null).toBe(differenceCents === 0n);
      expect(whyNotCounted({ ...count, reason: "Torn note" })).toBeNull();
      if (differenceCents === 0n) return;
      const entry = cashCounted({ ...on, differenceCents });
      expect(booksCents + movedOf("cash", entry)).toBe(countedCents);
      // Missing money is a cost, found money an income.
      expect(movedOf("other_expense", entry)).toBe(differenceCents < 0n ? -differenceCents : 0n);
      expect(movedOf("other_income", entry)).toBe(differenceCents > 0n ? -differenceCents : 0n);
    }),
  );
});

const refusal = (countedCents: bigint, booksCents: bigint) =>
  whyNotCounted({ countedCents, booksCents, reason: null });

test("a count that differs without a reason is refused with the amount and the way", () => {
  expect(refusal(49_000n, 50_000n)).toMatchObject({
    code: "count-differs",
    errors: { reason: [{ code: "count-differs" }] },
    facts: { difference: 1_000n, than: "less" },
  });
  expect(refusal(50_050n, 50_000n)?.facts).toEqual({ difference: 50n, than: "more" });
});

const codes = (used: boolean) => accountsOf(() => used).map(({ code }) => code);

test("a group that never had cash has no such account", () => {
  expect(codes(false)).not.toContain("cash");
  expect(codes(true)).toContain("cash");
});
