import * as fc from "fast-check";
import { expect, test } from "vitest";
import { accountsOf } from "./chart-of-accounts.ts";
import { fundPaymentApproved, fundSpent, fundTransferred } from "./fund-postings.ts";
import { debit, type JournalEntry, reversalOf } from "./journal-entry.ts";

const on = { businessDate: "2026-03-16", description: "Milk for tea", ledgerEntryId: 7 };
const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });

/** Above 0 for what a fund, or an account, gains; of a fund by its id. */
const gained = (entry: JournalEntry, fundId: number) =>
  -entry.postings.reduce(
    (sum, each) => (each.fundId === fundId ? sum + each.amountCents : sum),
    0n,
  );
const movedOn = (entry: JournalEntry, code: string) =>
  entry.postings.reduce((sum, each) => (each.account === code ? sum + each.amountCents : sum), 0n);

test("what is spent leaves its fund and the bank or the cash alike", () => {
  fc.assert(
    fc.property(cents, fc.constantFrom("bank", "cash"), (amountCents, paidFrom) => {
      const entry = fundSpent({ ...on, fundId: 3, amountCents, paidFrom });
      expect([gained(entry, 3), movedOn(entry, paidFrom)]).toEqual([-amountCents, -amountCents]);
      expect(entry.postings).toHaveLength(2);
    }),
  );
});

test("what a member pays in is the fund's, in the member's name, and no income and no savings", () => {
  fc.assert(
    fc.property(cents, fc.constantFrom("bank", "cash", undefined), (amountCents, paidIn) => {
      const paid = { paymentId: 9, memberId: 5, fundId: 3, amountCents };
      const entry = fundPaymentApproved({ ...on, ...paid, ...(paidIn ? { paidIn } : {}) });
      expect(entry.source).toEqual({ kind: "payment", id: 9, purpose: "fund_payment" });
      expect([gained(entry, 3), movedOn(entry, paidIn ?? "bank")]).toEqual([
        amountCents,
        amountCents,
      ]);
      expect(entry.postings.map(({ account, memberId }) => [account, memberId])).toEqual([
        [paidIn ?? "bank", 5],
        ["restricted_funds", 5],
      ]);
    }),
  );
});

test("a transfer moves what one end has to the other, and its reversal moves it back", () => {
  const end = fc.constantFrom(null, 1, 2);
  fc.assert(
    fc.property(cents, end, end, (amountCents, fromFundId, toFundId) => {
      fc.pre(fromFundId !== toFundId);
      const entry = fundTransferred({ ...on, fromFundId, toFundId, amountCents });
      const of = (id: number | null) => (entry_: JournalEntry) =>
        id === null ? -movedOn(entry_, "retained_earnings") : gained(entry_, id);
      expect([of(fromFundId)(entry), of(toFundId)(entry)]).toEqual([-amountCents, amountCents]);
      const back = reversalOf(entry, { entryId: 1, businessDate: "2026-03-17", description: "" });
      expect([of(fromFundId)(back), of(toFundId)(back)]).toEqual([amountCents, -amountCents]);
      expect(movedOn(entry, "bank") + movedOn(entry, "cash")).toBe(0n);
    }),
  );
});

test("each posting on the account names a fund, and no other does", () => {
  expect(() => debit("restricted_funds", 1n)).toThrow(/restricted_funds of fund undefined/);
  expect(() => debit("bank", 1n, { fundId: 1 })).toThrow(/bank of fund 1/);
});

const codes = (used: boolean) => accountsOf(() => used).map(({ code }) => code);

test("a group that never had a fund has no such account", () => {
  expect(codes(false)).not.toContain("restricted_funds");
  expect(codes(true)).toContain("restricted_funds");
});
