import { expect, test } from "vitest";
import { referenceKey } from "../payments/pay-to.ts";
import { cashReference, isCashKey, whyNotCountedAgain, whyNotSent } from "./collection.ts";

test("a reference has a fixed width, and is known again without its hyphens", () => {
  const reference = cashReference({ collectionId: 12, number: 3 });
  expect(reference).toBe("CASH-000012-0003");
  expect(cashReference({ collectionId: 1_234_567, number: 9_999 })).toBe(
    ["CASH", "1234567", "9999"].join("-"),
  );
  expect(isCashKey(referenceKey(reference))).toBe(true);
  expect(isCashKey(referenceKey("CASH/0000 120003"))).toBe(true);
  for (const other of ["CASH/12/3", "CASH-000012", "CASH", "QWE1234567", "XCASH0000120003"])
    expect([other, isCashKey(referenceKey(other))]).toEqual([other, false]);
});

test("another count than the sheet needs a reason, whichever is more", () => {
  const sheet = { totalCents: 250_000n, reason: null };
  expect(whyNotSent({ ...sheet, countedCents: 250_000n })).toBeNull();
  expect(whyNotSent({ ...sheet, countedCents: 249_950n })).toMatchObject({
    code: "collection-differs",
    facts: { difference: 50n, than: "less" },
  });
  expect(whyNotSent({ ...sheet, countedCents: 250_100n })).toMatchObject({
    facts: { difference: 100n, than: "more" },
  });
  expect(whyNotSent({ ...sheet, countedCents: 0n, reason: "Stolen" })).toBeNull();
});

test("who approves says the count of the sheet, and who rejects says none", () => {
  const sheet = { countedCents: 250_000n };
  const approving = { ...sheet, action: "approved" } as const;
  expect(whyNotCountedAgain({ ...approving, countedSeenCents: 250_000n })).toBeNull();
  expect(whyNotCountedAgain({ ...approving, countedSeenCents: undefined })?.code).toBe(
    "count-unsaid",
  );
  expect(whyNotCountedAgain({ ...approving, countedSeenCents: 0n })).toMatchObject({
    code: "count-otherwise",
    facts: { counted: 250_000n },
  });
  for (const countedSeenCents of [undefined, 0n, 250_000n])
    expect(whyNotCountedAgain({ ...sheet, action: "rejected", countedSeenCents })).toBeNull();
});
