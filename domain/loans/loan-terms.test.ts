import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flatInterest, loanLimit } from "./loan-terms.ts";

const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });

describe("the terms of a loan", () => {
  it("cost 10% flat, rounded half up to the cent", () => {
    expect(flatInterest(1_000_000n, 1_000)).toBe(100_000n);
    expect(flatInterest(1_004n, 1_000)).toBe(100n);
    expect(flatInterest(1_005n, 1_000)).toBe(101n);
    expect(flatInterest(1_000_000n, 0)).toBe(0n);
  });

  it("allow three times the contributions, less what is owed and applied for", () => {
    const params = { contributionsCents: 500_000n, owedCents: 110_000n, waitingCents: 40_000n };
    expect(loanLimit({ ...params, multiple: 3 })).toBe(1_350_000n);
    expect(loanLimit({ ...params, multiple: 0 })).toBe(0n);
  });

  it("never allow less than nothing, nor more for owing more", () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.nat(100),
        (contributionsCents, owedCents, more, multiple) => {
          const params = { contributionsCents, waitingCents: 0n, multiple };
          const limit = loanLimit({ ...params, owedCents });
          const lower = loanLimit({ ...params, owedCents: owedCents + more });
          expect(lower).toBeGreaterThanOrEqual(0n);
          expect(lower).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});
