// The kinds of what members pay in and both offices approve. A new kind is a row here, its postings in
// `ledger/posting-rules.ts`, its words in `messages`, and what the compiler then asks for.
import type { AccountCode } from "../ledger/chart-of-accounts.ts";

export const CONTRIBUTION = "contribution";
export const LOAN_PAYMENT = "loan_payment";
export const FINE_PAYMENT = "fine_payment";
export const ROTATION_PAYMENT = "rotation_payment";
export const FUND_PAYMENT = "fund_payment";

/** Those of every group, in the order in which lists and forms name them: one sum may have parts of each (PAY-35). */
export const usualKinds = [CONTRIBUTION, LOAN_PAYMENT, FINE_PAYMENT] as const;

export type UsualKind = (typeof usualKinds)[number];

/** What members pay in cash at a meeting, on one sheet (CASH-5). */
export const collectedKinds = [...usualKinds, FUND_PAYMENT] as const;

export type CollectedKind = (typeof collectedKinds)[number];

/** With those of a group with a merry-go-round and with funds. */
export const paymentKinds = [...usualKinds, ROTATION_PAYMENT, FUND_PAYMENT] as const;

export type PaymentKind = (typeof paymentKinds)[number];

export function isPaymentKind(kind: unknown): kind is PaymentKind {
  return (paymentKinds as readonly unknown[]).includes(kind);
}

type KindFacts = {
  /** What an approval credits; the bank is debited. */
  credits: readonly AccountCode[];
  /** The part of what a member owes that it pays, as `GET /api/user/dues/` names it. */
  pays: "contributions" | "loans" | "fines" | "rotations" | "funds";
  /** Whether it settles a debt, so that an approval locks the member and tells what is left. */
  settlesDebt: boolean;
  /** The audit log's action of reporting one, and what the actions of a verdict begin with. */
  paidAction: string;
  auditArea:
    | "contributions"
    | "loan-payments"
    | "fine-payments"
    | "rotation-payments"
    | "fund-payments";
  /** The sentences of `messages/…/answers.ts` for whoever reports one or decides on it. */
  answers: { received: string; approved: string; rejected: string; waits: string };
  /** What a payer types beside the account to say so, in both languages (STAT-13). */
  typedWords: readonly string[];
};

export const factsOfKinds = {
  [CONTRIBUTION]: {
    credits: ["monthly_contribution"],
    pays: "contributions",
    settlesDebt: false,
    paidAction: "contributions.pay",
    auditArea: "contributions",
    answers: {
      received: "done.contributions.received",
      approved: "done.contributions.approved",
      rejected: "done.contributions.rejected",
      waits: "done.contributions.waits",
    },
    typedWords: ["contribution", "mchango", "savings", "akiba"],
  },
  [LOAN_PAYMENT]: {
    credits: ["loan_receivable", "interest_receivable"],
    pays: "loans",
    settlesDebt: true,
    paidAction: "loans.repay",
    auditArea: "loan-payments",
    answers: {
      received: "done.loans.repaid",
      approved: "done.loans.paymentApproved",
      rejected: "done.loans.paymentRejected",
      waits: "done.loans.paymentWaits",
    },
    typedWords: ["loan", "mkopo"],
  },
  [FINE_PAYMENT]: {
    credits: ["fine_receivable"],
    pays: "fines",
    settlesDebt: true,
    paidAction: "fines.pay",
    auditArea: "fine-payments",
    answers: {
      received: "done.fines.received",
      approved: "done.fines.approved",
      rejected: "done.fines.rejected",
      waits: "done.fines.waits",
    },
    typedWords: ["fine", "faini", "penalty"],
  },
  [ROTATION_PAYMENT]: {
    credits: ["merry_go_round"],
    pays: "rotations",
    settlesDebt: true,
    paidAction: "rotations.pay",
    auditArea: "rotation-payments",
    answers: {
      received: "done.rotations.received",
      approved: "done.rotations.approved",
      rejected: "done.rotations.rejected",
      waits: "done.rotations.waits",
    },
    // Which of several it is for, nobody types.
    typedWords: [],
  },
  [FUND_PAYMENT]: {
    credits: ["restricted_funds"],
    pays: "funds",
    // What a fund asks for is a claim and in no books (FUND-3).
    settlesDebt: false,
    paidAction: "funds.pay",
    auditArea: "fund-payments",
    answers: {
      received: "done.funds.received",
      approved: "done.funds.approved",
      rejected: "done.funds.rejected",
      waits: "done.funds.waits",
    },
    typedWords: [],
  },
} as const satisfies Record<PaymentKind, KindFacts>;

/** Kinds that lock their members come first (SAFE-2). */
export const kindsInLockOrder: readonly PaymentKind[] = [
  ...paymentKinds.filter((kind) => factsOfKinds[kind].settlesDebt).toReversed(),
  ...paymentKinds.filter((kind) => !factsOfKinds[kind].settlesDebt),
];
