import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "./journal-entry.ts";
import {
  contributionApproved,
  dividendDeclared,
  dividendPaid,
  expensePaid,
  fineCharged,
  finePaymentApproved,
  fixedDepositOpened,
  fixedDepositRedeemed,
  goodwillBought,
  investmentMade,
  loanDisbursed,
  loanPaymentApproved,
  otherIncomeReceived,
} from "./posting-rules.ts";

const on = { businessDate: "2026-11-21", description: "As agreed" };
const member = { memberId: 3 };
const amount = { amountCents: 50_000n };
const ledger = { ledgerEntryId: 5 };
const concerns = (memberId: number | null, loanId: number | null) => ({ memberId, loanId });

/** An entry as an accountant would write it down. */
const lines = (entry: JournalEntry) =>
  entry.postings.map(({ account, amountCents }) => `${account} ${amountCents}`);

const sourceOf = ({ source }: JournalEntry) => `${source.kind} ${source.id} ${source.purpose}`;

describe("what each event posts", () => {
  it.each<[string, JournalEntry, string, string[]]>([
    [
      "a contribution",
      contributionApproved({ ...on, ...member, ...amount, paymentId: 9 }),
      "payment 9 contribution",
      ["bank 50000", "monthly_contribution -50000"],
    ],
    [
      "a loan paid out",
      loanDisbursed({
        ...on,
        ...member,
        loanId: 4,
        principalCents: 100_000n,
        interestCents: 10_000n,
      }),
      "loan 4 disbursement",
      [
        "loan_receivable 100000",
        "interest_receivable 10000",
        "bank -100000",
        "interest_income -10000",
      ],
    ],
    [
      "a loan without interest",
      loanDisbursed({ ...on, ...member, loanId: 4, principalCents: 100_000n, interestCents: 0n }),
      "loan 4 disbursement",
      ["loan_receivable 100000", "bank -100000"],
    ],
    [
      "a repayment",
      loanPaymentApproved({
        ...on,
        ...member,
        paymentId: 9,
        loanId: 4,
        principalCents: 10_000n,
        interestCents: 1_000n,
      }),
      "payment 9 loan_payment",
      ["bank 11000", "loan_receivable -10000", "interest_receivable -1000"],
    ],
    [
      "a fine",
      fineCharged({ ...on, ...member, ...amount, fineId: 8 }),
      "fine 8 charge",
      ["fine_receivable 50000", "fine -50000"],
    ],
    [
      "the payment of a fine",
      finePaymentApproved({ ...on, ...member, ...amount, paymentId: 9 }),
      "payment 9 fine_payment",
      ["bank 50000", "fine_receivable -50000"],
    ],
    [
      "an expense",
      expensePaid({ ...on, ...ledger, ...amount, category: "end_year_party" }),
      "ledger_entry 5 expense",
      ["end_year_party 50000", "bank -50000"],
    ],
    [
      "an investment",
      investmentMade({ ...on, ...ledger, ...amount }),
      "ledger_entry 5 investment",
      ["investment 50000", "bank -50000"],
    ],
    [
      "goodwill",
      goodwillBought({ ...on, ...ledger, ...amount }),
      "ledger_entry 5 goodwill",
      ["good_will 50000", "bank -50000"],
    ],
    [
      "other income",
      otherIncomeReceived({ ...on, ...ledger, ...amount }),
      "ledger_entry 5 other_income",
      ["bank 50000", "other_income -50000"],
    ],
    [
      "a fixed deposit",
      fixedDepositOpened({ ...on, ...amount, depositId: 2 }),
      "fixed_deposit 2 opening",
      ["equity_fixed_deposit 50000", "bank -50000"],
    ],
    [
      "the redemption of a fixed deposit",
      fixedDepositRedeemed({ ...on, ...amount, redemptionId: 6, interestCents: 700n }),
      "fixed_deposit_redemption 6 redemption",
      ["bank 50700", "equity_fixed_deposit -50000", "fixed_deposit_interest -700"],
    ],
    [
      "a dividend declared",
      dividendDeclared({ ...on, ...amount, declarationId: 1 }),
      "dividend_declaration 1 declaration",
      ["dividend_expense 50000", "dividends_payable -50000"],
    ],
    [
      "a dividend paid",
      dividendPaid({ ...on, ...amount, dividendPaymentId: 1 }),
      "dividend_payment 1 payment",
      ["dividends_payable 50000", "bank -50000"],
    ],
  ])("%s", (_event, entry, source, expected) => {
    expect(lines(entry)).toEqual(expected);
    expect(sourceOf(entry)).toBe(source);
    expect(entry).toMatchObject({ ...on, reverses: null });
  });
});

describe("a posting", () => {
  it("names the member and the loan it concerns", () => {
    const contribution = contributionApproved({ ...on, ...member, ...amount, paymentId: 9 });
    expect(contribution.postings).toMatchObject([concerns(3, null), concerns(3, null)]);
    const repayment = loanPaymentApproved({
      ...on,
      ...member,
      paymentId: 9,
      loanId: 4,
      principalCents: 1n,
      interestCents: 0n,
    });
    expect(repayment.postings).toMatchObject([concerns(3, 4), concerns(3, 4)]);
  });

  it("names nobody when the money is the group's", () => {
    const entry = investmentMade({ ...on, ...ledger, ...amount });
    expect(entry.postings).toMatchObject([concerns(null, null), concerns(null, null)]);
  });
});

it("balances for any amount", () => {
  const cents = fc.bigInt({ min: 1n, max: 100_000_000_000n });
  fc.assert(
    fc.property(cents, cents, (principalCents, interestCents) => {
      const loan = { ...on, ...member, loanId: 4, principalCents, interestCents };
      const entries = [
        loanDisbursed(loan),
        loanPaymentApproved({ ...loan, paymentId: 9 }),
        fixedDepositRedeemed({
          ...on,
          redemptionId: 6,
          amountCents: principalCents,
          interestCents,
        }),
      ];
      for (const { postings } of entries) {
        expect(postings.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(0n);
        expect(postings.every(({ amountCents }) => amountCents !== 0n)).toBe(true);
      }
    }),
  );
});

it("an entry by hand carries its day, whatever that is, and balances", () => {
  const dated = fc.date({
    min: new Date("1990-01-01"),
    max: new Date("2090-12-31"),
    noInvalidDate: true,
  });
  const cents = fc.bigInt({ min: 1n, max: 100_000_000_000n });
  fc.assert(
    fc.property(dated, cents, cents, (date, amountCents, interestCents) => {
      const businessDate = date.toISOString().slice(0, 10);
      const event = { businessDate, description: "As agreed", amountCents };
      const entries = [
        expensePaid({ ...event, ...ledger, category: "other_expense" }),
        investmentMade({ ...event, ...ledger }),
        goodwillBought({ ...event, ...ledger }),
        otherIncomeReceived({ ...event, ...ledger }),
        dividendDeclared({ ...event, declarationId: 5 }),
        dividendPaid({ ...event, dividendPaymentId: 5 }),
        fixedDepositOpened({ ...event, depositId: 5 }),
        fixedDepositRedeemed({ ...event, redemptionId: 5, interestCents }),
        fineCharged({ ...event, ...member, fineId: 5 }),
      ];
      for (const entry of entries) {
        expect(entry.businessDate).toBe(businessDate);
        expect(entry.postings.reduce((sum, posting) => sum + posting.amountCents, 0n)).toBe(0n);
      }
    }),
  );
});
