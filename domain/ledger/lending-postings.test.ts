import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interestToCharge, repaidBy } from "../lending/repaid.ts";
import { replay } from "../lending/replay.ts";
import { earlyWays } from "../lending/pay-loan.ts";
import { randomLoan } from "../lending/loans-for-tests.ts";
import { chargedInterest, openSchedule, principalLeft } from "../lending/schedule.ts";
import { settlementOf } from "../lending/settlement-amount.ts";
import { addDays } from "../calendar.ts";
import { type Cents, mulDiv, sumOf } from "../money.ts";
import type { JournalEntry } from "./journal-entry.ts";
import {
  guaranteeCalled,
  loanInterestCharged,
  productLoanPaidOut,
  productLoanPaymentApproved,
} from "./posting-rules.ts";

const occasion = { businessDate: "2026-03-16", description: "A test" };
const concerned = { loanId: 7, memberId: 3 };
const onAccount = (entries: readonly JournalEntry[], account: string): Cents =>
  sumOf(
    entries.flatMap(({ postings }) => postings.filter((posting) => posting.account === account)),
    ({ amountCents }) => amountCents,
  );

describe("a loan of a product in the books", () => {
  it("is repaid out of savings by a call, each member's own, and never out of the bank", () => {
    const cents = fc.bigInt({ min: 1n, max: 1_000_000n });
    const people = fc.uniqueArray(fc.record({ memberId: fc.nat(), cents }), {
      selector: ({ memberId }) => memberId,
      minLength: 1,
    });
    fc.assert(
      fc.property(people, cents, (takenOf, part) => {
        const allCents = sumOf(takenOf, (each) => each.cents);
        const interestCents = part < allCents ? part : 0n;
        const entry = guaranteeCalled({
          ...occasion,
          ...concerned,
          changeId: 9,
          takenOf,
          principalCents: allCents - interestCents,
          interestCents,
          takenBackCents: 0n,
        });
        expect(onAccount([entry], "monthly_contribution")).toBe(allCents);
        expect(onAccount([entry], "loan_receivable")).toBe(interestCents - allCents);
        expect(onAccount([entry], "bank")).toBe(0n);
        for (const { memberId, cents: taken } of takenOf)
          expect(
            entry.postings.find(
              (posting) =>
                posting.account === "monthly_contribution" && posting.memberId === memberId,
            )?.amountCents,
          ).toBe(taken);
      }),
    );
  });

  it("is paid out less its fee and less what it pays off, to the cent", () => {
    const cents = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(cents, cents, cents, cents, (fee, principal, interest, over) => {
        const amountCents = fee + principal + interest + over + 1n;
        const entry = productLoanPaidOut({
          ...occasion,
          ...concerned,
          amountCents,
          flatInterestCents: interest,
          feeCents: fee,
          paysOff: {
            loanId: 5,
            principalCents: principal,
            interestCents: interest,
            takenBackCents: over,
          },
        });
        expect(onAccount([entry], "bank")).toBe(-(over + 1n));
        const ofOther = entry.postings.filter(({ loanId }) => loanId === 5);
        expect(sumOf(ofOther, ({ amountCents: each }) => each)).toBe(-(principal + interest));
      }),
    );
  });

  // Payments of any day and way, each posted as it was approved, days after it was paid.
  it("holds the principal left and the interest charged and unpaid after each payment, and nothing once settled", () => {
    const payments = fc.array(
      fc.record({
        share: fc.bigInt({ min: 1n, max: 1000n }),
        day: fc.integer({ min: 0, max: 500 }),
        early: fc.constantFrom(...earlyWays),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(randomLoan, payments, (loan, paid) => {
        const opened = openSchedule(loan);
        fc.pre(opened !== null && opened.flat === null);
        let schedule = opened;
        let events: Parameters<typeof replay>[1] = [];
        const charged = new Map<string, Cents>();
        const entries: JournalEntry[] = [];
        const last = { share: 1000n, day: 600, early: "ahead" as const };
        for (const [index, { share, day, early }] of [...paid, last].entries()) {
          const paidOn = addDays(loan.paidOutOn, day);
          const clearing = settlementOf(schedule, paidOn).totalCents;
          const amountCents = mulDiv(clearing, share, 1000n, "half-up");
          if (amountCents === 0n) continue;
          events = [...events, { kind: "payment", id: index, paidOn, amountCents, early }];
          const after = replay(loan, events);
          const on = addDays(loan.paidOutOn, 620);
          const repaid = repaidBy(schedule, after);
          const due = interestToCharge(after, { charged, day: on });
          for (const { dueOn, cents } of due)
            charged.set(dueOn, (charged.get(dueOn) ?? 0n) + cents);
          entries.push(
            ...due.flatMap(({ cents }) =>
              cents < 0n
                ? []
                : [
                    loanInterestCharged({
                      ...occasion,
                      ...concerned,
                      chargeId: 1,
                      amountCents: cents,
                    }),
                  ],
            ),
            productLoanPaymentApproved({
              ...occasion,
              ...concerned,
              ...repaid,
              paymentId: index,
              takenBackCents: sumOf(due, ({ cents }) => (cents < 0n ? -cents : 0n)),
            }),
          );
          expect(repaid.principalCents + repaid.interestCents).toBe(amountCents);
          const used = sumOf(repaid.rows, (row) => row.interestCents + row.principalCents);
          expect(used + repaid.earlyPrincipalCents).toBe(amountCents);
          const principalCents = principalLeft(after);
          expect(loan.amountCents + onAccount(entries, "loan_receivable")).toBe(principalCents);
          const paidCents = sumOf(events, (each) =>
            "amountCents" in each ? each.amountCents : 0n,
          );
          const interestPaid = paidCents - (loan.amountCents - principalCents);
          expect(onAccount(entries, "interest_receivable")).toBe(
            chargedInterest(after, on) - interestPaid,
          );
          expect(onAccount(entries, "interest_receivable")).toBeGreaterThanOrEqual(0n);
          schedule = after;
        }
        // In the order of days nothing came to light later: then the last one cleared the loan.
        const owedCents = onAccount(entries, "interest_receivable") + principalLeft(schedule);
        expect(schedule.clearedOn === null || owedCents === 0n).toBe(true);
      }),
    );
  });
});
