// The addresses of contract/loans.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getLoans: Address = { method: "GET", path: "/api/finances/get-create-user-loans/" };
export const getLoan: Address = { method: "GET", path: "/api/loans/:id/" };
export const getGuarantees: Address = { method: "GET", path: "/api/loans/guarantees/" };
export const applyForLoan: Address = {
  method: "POST",
  path: "/api/finances/get-create-user-loans/",
  movesMoney: true,
};
export const getLoanApplications: Address = {
  method: "GET",
  path: "/api/finances/get-loan-application-approval/",
};
export const decideLoanApplication: Address = {
  method: "POST",
  path: "/api/finances/loan-application-approval/:id/",
  movesMoney: true,
};
export const payLoan: Address = {
  method: "POST",
  path: "/api/finances/pay-loan/:id/",
  movesMoney: true,
};
export const getLoanPayments: Address = { method: "GET", path: "/api/finances/get-loan-payments/" };
export const getLoanPaymentApprovals: Address = {
  method: "GET",
  path: "/api/finances/get-loan-payment-approvals/",
};
export const decideLoanPayment: Address = {
  method: "POST",
  path: "/api/finances/loan-payment-approval/:id/",
  movesMoney: true,
};
