// SHARE-5: a share-out's entry balances, and gives each member exactly their share and savings.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sumOf } from "../money.ts";
import { shareOutAgreed, shareOutWays } from "./share-out-postings.ts";

const cents = fc.bigInt({ min: 0n, max: 1_000_000n });
const shares = fc.uniqueArray(
  fc.record({
    memberId: fc.integer({ min: 1, max: 500 }),
    leftCents: cents,
    returnedCents: cents,
    finesCents: cents,
    loans: fc.array(
      fc.record({
        loanId: fc.nat(),
        principalCents: cents,
        interestCents: cents,
        takenBackCents: cents,
      }),
      { maxLength: 3 },
    ),
  }),
  { selector: ({ memberId }) => memberId, minLength: 1, maxLength: 20 },
);

test("each member's postings add up to nothing, and what left the bank or joined savings is what was left of it", () => {
  fc.assert(
    fc.property(shares, fc.constantFrom(...shareOutWays), (drawn, payAs) => {
      const lines = drawn.map(({ leftCents, ...line }) => {
        const repaidCents = sumOf(line.loans, (loan) => loan.principalCents + loan.interestCents);
        const owedCents = line.finesCents + repaidCents + leftCents;
        // Savings are never paid back beyond what all of it comes to.
        const returnedCents = line.returnedCents < owedCents ? line.returnedCents : owedCents;
        return { ...line, returnedCents, shareCents: owedCents - returnedCents, leftCents };
      });
      fc.pre(lines.some(({ shareCents, returnedCents }) => shareCents + returnedCents > 0n));
      const entry = shareOutAgreed({
        distributionId: 7,
        businessDate: "2026-12-01",
        description: "Year 2026",
        payAs,
        shares: lines,
      });
      const posted = (memberId: number, account: string) =>
        sumOf(
          entry.postings.filter((each) => each.memberId === memberId && each.account === account),
          ({ amountCents }) => amountCents,
        );
      for (const line of lines) {
        const own = entry.postings.filter(({ memberId }) => memberId === line.memberId);
        expect(sumOf(own, ({ amountCents }) => amountCents)).toBe(0n);
        expect(posted(line.memberId, "dividend_expense")).toBe(line.shareCents);
        expect(posted(line.memberId, "fine_receivable")).toBe(-line.finesCents);
        const paid = payAs === "bank" ? line.leftCents : 0n;
        expect(posted(line.memberId, "bank")).toBe(-paid);
        expect(posted(line.memberId, "monthly_contribution")).toBe(
          line.returnedCents - (line.leftCents - paid),
        );
        expect(posted(line.memberId, "loan_receivable")).toBe(
          -sumOf(line.loans, (loan) => loan.principalCents),
        );
      }
      expect(entry.source).toEqual({ kind: "distribution", id: 7, purpose: "posting" });
    }),
    { numRuns: 1000 },
  );
});
