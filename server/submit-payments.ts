// How a payment of each kind is submitted within its limits, by the features that do it: for features that submit payments
// of several kinds. Each returns the payment's id.
import type { CollectedKind } from "#domain/payments/payment-kinds.ts";
import type { ValidateFigures } from "#server/core/approvals/enter-collected.ts";
import { payContribution, requirePossibleDay } from "./features/contributions/contributions.ts";
import { firstUnpaidMonth } from "./features/contributions/unpaid-month.ts";
import { validateContributions } from "./features/contributions/validate-collected.ts";
import { payFine, validateFinePayments } from "./features/fines/fines.ts";
import { payFund, validateFundPayments } from "./features/funds/payments.ts";
import { payRotation } from "./features/rotations/payments.ts";
import { payLoan, validateLoanPayments } from "./features/loans/loan-payments.ts";

export const submitPayments = {
  contribution: async (...[tx, by, paid]: Parameters<typeof payContribution>) =>
    (await payContribution(tx, by, paid)).contribution_id,
  loan_payment: async (...[tx, by, paid]: Parameters<typeof payLoan>) =>
    (await payLoan(tx, by, paid)).payment_id,
  fine_payment: async (...[tx, by, paid]: Parameters<typeof payFine>) =>
    (await payFine(tx, by, paid)).payment_id,
  rotation_payment: async (...[tx, by, paid]: Parameters<typeof payRotation>) =>
    (await payRotation(tx, by, paid)).payment_id,
  fund_payment: async (...[tx, by, paid]: Parameters<typeof payFund>) =>
    (await payFund(tx, by, paid)).payment_id,
  firstUnpaidMonth,
  requirePossibleDay,
};

/** How the figures of a collection sheet are checked, by the features that have the rules of their kinds (CASH-5). */
export const validateCollected = {
  contribution: validateContributions,
  fine_payment: validateFinePayments,
  loan_payment: validateLoanPayments,
  fund_payment: validateFundPayments,
} satisfies Record<CollectedKind, ValidateFigures>;
