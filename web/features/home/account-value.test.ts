import { expect, test } from "vitest";
import { accountValue } from "./account-value.ts";

test("the account value is what was paid and 63% of the share of the interest, to the cent", () => {
  const { valueCents, share } = accountValue({
    paid: 12_000.1,
    share: { whole: 333.33, percent: 63 },
  });
  // 63% of 333.33 is 209.9979.
  expect([valueCents, share?.givenCents]).toEqual([1_221_010n, 21_000n]);
});

test("a percentage with decimals is taken as the group has set it", () => {
  expect(accountValue({ paid: 0, share: { whole: 1000, percent: 62.55 } }).valueCents).toBe(
    62_550n,
  );
});

test("without a share it is what was paid", () => {
  expect(accountValue({ paid: 500.5, share: null }).valueCents).toBe(50_050n);
});
