// The addresses of contract/lending.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getLoanProducts: Address = { method: "GET", path: "/api/loans/products/" };
export const makeLoanProduct: Address = { method: "POST", path: "/api/loans/products/" };
export const endLoanProduct: Address = { method: "POST", path: "/api/loans/products/:id/end/" };
export const getLoanQuote: Address = { method: "GET", path: "/api/loans/quote/" };
export const getLoanSchedule: Address = { method: "GET", path: "/api/loans/:id/schedule/" };
export const getLoanSettlement: Address = { method: "GET", path: "/api/loans/:id/settlement/" };
export const getPaymentQuote: Address = {
  method: "GET",
  path: "/api/loans/:id/payment-quote/",
};
export const askGuarantor: Address = { method: "POST", path: "/api/loans/:id/guarantors/" };
export const findGuarantors: Address = { method: "GET", path: "/api/loans/guarantors/" };
export const removeGuarantor: Address = { method: "DELETE", path: "/api/loans/guarantees/:id/" };
export const answerGuarantee: Address = {
  method: "POST",
  path: "/api/loans/guarantees/:id/answer/",
};
