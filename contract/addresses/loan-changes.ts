// The addresses of contract/loan-changes.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const askLoanChange: Address = { method: "POST", path: "/api/loans/:id/changes/" };
export const getLoanChanges: Address = { method: "GET", path: "/api/loans/changes/" };
export const decideLoanChange: Address = {
  method: "POST",
  path: "/api/loans/changes/:id/",
  movesMoney: true,
};
export const answerLoanChange: Address = { method: "POST", path: "/api/loans/changes/:id/answer/" };
