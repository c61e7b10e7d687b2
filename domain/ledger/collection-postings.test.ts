// CASH-6: what is collected at a meeting posts as each payment does, cash for bank, and cash grows by what was counted.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entryTypeOf } from "./entry-types.ts";
import type { JournalEntry } from "./journal-entry.ts";
import {
  collectionDiffered,
  contributionApproved,
  finePaymentApproved,
  loanPaymentApproved,
  type PaidFrom,
  productLoanPaymentApproved,
} from "./posting-rules.ts";

const on = { businessDate: "2026-11-28", description: "At the table", memberId: 3, paymentId: 9 };
const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });

/** A payment of every kind, paid into that account. */
const paidInto = (paidIn: PaidFrom | undefined, amountCents: bigint): JournalEntry[] => {
  const event = { ...on, ...(paidIn === undefined ? {} : { paidIn }), amountCents, loanId: 5 };
  const parts = { principalCents: amountCents, interestCents: 7n };
  return [
    contributionApproved(event),
    finePaymentApproved(event),
    loanPaymentApproved({ ...event, ...parts }),
    productLoanPaymentApproved({ ...event, ...parts, takenBackCents: 3n }),
  ];
};

const renamed = ({ postings, ...entry }: JournalEntry) => ({
  ...entry,
  postings: postings.map((posting) => ({
    ...posting,
    account: posting.account === "cash" ? "bank" : posting.account,
  })),
});

test("a payment in cash is the same entry with cash for bank", () => {
  fc.assert(
    fc.property(cents, (amountCents) => {
      const inCash = paidInto("cash", amountCents);
      const asAlways = paidInto(undefined, amountCents);
      expect(inCash.map(renamed)).toEqual(asAlways);
      for (const { postings } of inCash) {
        const accounts = postings.map(({ account }) => account);
        expect(accounts).toContain("cash");
        expect(accounts).not.toContain("bank");
      }
    }),
  );
});

const held = fc.bigInt({ min: 0n, max: 10n ** 12n });

test("with the difference cash grows by what was counted, which is a cost or an income", () => {
  fc.assert(
    fc.property(held, cents, (countedCents, totalCents) => {
      const differenceCents = countedCents - totalCents;
      if (differenceCents === 0n) return;
      const entry = collectionDiffered({ ...on, collectionId: 4, differenceCents });
      const moved = new Map(
        entry.postings.map(({ account, amountCents }) => [account, amountCents]),
      );
      expect(totalCents + (moved.get("cash") ?? 0n)).toBe(countedCents);
      const other = differenceCents < 0n ? "other_expense" : "other_income";
      expect(moved.get(other)).toBe(-differenceCents);
      expect(entry.postings).toHaveLength(2);
      expect(entryTypeOf(entry.source)).toBe("collection");
    }),
  );
});
