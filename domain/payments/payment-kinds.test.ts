import { expect, it } from "vitest";
import {
  contributionApproved,
  finePaymentApproved,
  loanPaymentApproved,
} from "../ledger/posting-rules.ts";
import { fundPaymentApproved } from "../ledger/fund-postings.ts";
import { rotationPaymentApproved } from "../ledger/rotation-postings.ts";
import { factsOfKinds, kindsInLockOrder, paymentKinds, type PaymentKind } from "./payment-kinds.ts";

const event = {
  paymentId: 1,
  memberId: 2,
  loanId: 3,
  fundId: 4,
  amountCents: 1100n,
  principalCents: 1000n,
  interestCents: 100n,
  businessDate: "2026-01-05",
  description: "A payment",
};

const entries = {
  contribution: contributionApproved(event),
  loan_payment: loanPaymentApproved(event),
  fine_payment: finePaymentApproved(event),
  rotation_payment: rotationPaymentApproved(event),
  fund_payment: fundPaymentApproved(event),
} satisfies Record<PaymentKind, unknown>;

it.each(paymentKinds)(
  "%s credits the accounts that its row names, and its entry has its name",
  (kind) => {
    const { postings, source } = entries[kind];
    const credited = postings.filter(({ amountCents }) => amountCents < 0n);
    expect(credited.map(({ account }) => account)).toEqual(factsOfKinds[kind].credits);
    expect(source).toEqual({ kind: "payment", id: 1, purpose: kind });
  },
);

it("locks members before it posts what locks none", () => {
  expect(kindsInLockOrder).toEqual([
    "rotation_payment",
    "fine_payment",
    "loan_payment",
    "contribution",
    "fund_payment",
  ]);
});
