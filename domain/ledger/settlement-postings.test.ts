import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "./journal-entry.ts";
import {
  badDebtRecovered,
  memberLeftOwing,
  memberPaidOut,
  type Settlement,
} from "./settlement-postings.ts";

const settlement: Settlement = {
  businessDate: "2026-11-21",
  description: "Exit of Amina",
  settlementId: 1,
  purpose: "exit",
  memberId: 3,
  contributionsCents: 1_000_000n,
  shareCents: 100_000n,
  shareGivenCents: 63_000n,
  loans: [{ loanId: 4, principalCents: 200_000n, interestCents: 20_000n }],
  unpaidFinesCents: 30_000n,
};

const lines = (entry: JournalEntry) =>
  entry.postings.map(({ account, amountCents }) => `${account} ${amountCents}`);

describe("a member who leaves in credit", () => {
  it("is paid contributions and share less the loans", () => {
    const entry = memberPaidOut(settlement);
    expect(lines(entry)).toEqual([
      "monthly_contribution 1000000",
      "retained_earnings 100000",
      "loan_receivable -200000",
      "interest_receivable -20000",
      "income_from_exited_member -37000",
      "bank -843000",
      "bad_debt_expense 30000",
      "fine_receivable -30000",
    ]);
    expect(entry.source).toEqual({ kind: "settlement", id: 1, purpose: "exit" });
    expect(entry.postings[2]).toMatchObject({ memberId: 3, loanId: 4 });
  });

  it("is paid everything on a clearing, where there is no loan", () => {
    const entry = memberPaidOut({
      ...settlement,
      purpose: "clearing",
      loans: [],
      unpaidFinesCents: 0n,
    });
    expect(lines(entry)).toEqual([
      "monthly_contribution 1000000",
      "retained_earnings 100000",
      "income_from_exited_member -37000",
      "bank -1063000",
    ]);
    expect(entry.source.purpose).toBe("clearing");
  });

  it("takes nothing from the bank when exactly nothing is due", () => {
    const even = { ...settlement, contributionsCents: 157_000n };
    expect(lines(memberPaidOut(even)).some((line) => line.startsWith("bank"))).toBe(false);
    expect(() => memberLeftOwing(even)).toThrow("owes nothing");
  });
});

describe("a member who leaves in debt", () => {
  it("leaves the debt as an expense, beside the fines written off", () => {
    const entry = memberLeftOwing({ ...settlement, contributionsCents: 100_000n });
    expect(lines(entry)).toEqual([
      "monthly_contribution 100000",
      "retained_earnings 100000",
      "loan_receivable -200000",
      "interest_receivable -20000",
      "income_from_exited_member -37000",
      "bad_debt_expense 57000",
      "bad_debt_expense 30000",
      "fine_receivable -30000",
    ]);
    expect(() => memberPaidOut({ ...settlement, contributionsCents: 100_000n })).toThrow(
      "not owed anything",
    );
  });

  it("brings income with every recovery", () => {
    const entry = badDebtRecovered({
      businessDate: "2026-12-01",
      description: "Recovered",
      recoveryId: 2,
      memberId: 3,
      principalCents: 10_000n,
      interestCents: 1_000n,
    });
    expect(lines(entry)).toEqual([
      "bank 11000",
      "bad_debt_recovery_income -10000",
      "exited_member_interest_income -1000",
    ]);
    expect(entry.source).toEqual({ kind: "bad_debt_recovery", id: 2, purpose: "recovery" });
  });
});

it("balances for whatever a member holds and owes, and never pays out more than is due", () => {
  const cents = fc.bigInt({ min: 0n, max: 100_000_000n });
  const loan = fc.record({
    loanId: fc.integer({ min: 1 }),
    principalCents: cents,
    interestCents: cents,
  });
  fc.assert(
    fc.property(
      cents.map((value) => value + 1n),
      cents,
      cents,
      fc.array(loan, { maxLength: 3 }),
      cents,
      (contributionsCents, shareCents, stored, loans, unpaidFinesCents) => {
        const shareGivenCents = shareCents - (stored > shareCents ? shareCents : stored);
        const loansCents = loans.reduce(
          (sum, { principalCents, interestCents }) => sum + principalCents + interestCents,
          0n,
        );
        const due = contributionsCents + shareGivenCents - loansCents;
        const params = {
          ...settlement,
          contributionsCents,
          shareCents,
          shareGivenCents,
          loans,
          unpaidFinesCents,
        };
        const { postings } = due < 0n ? memberLeftOwing(params) : memberPaidOut(params);
        const moved = (account: string) =>
          postings.reduce(
            (sum, posting) => (posting.account === account ? sum + posting.amountCents : sum),
            0n,
          );
        expect(postings.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(0n);
        expect(moved("bank")).toBe(due > 0n ? -due : 0n);
        expect(moved("bad_debt_expense")).toBe((due < 0n ? -due : 0n) + unpaidFinesCents);
        expect(moved("monthly_contribution")).toBe(contributionsCents);
      },
    ),
  );
});
