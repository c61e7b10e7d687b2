// The addresses of contract/fines.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getUserFines: Address = { method: "GET", path: "/api/accounting/get_user_fines/" };
export const payFine: Address = {
  method: "POST",
  path: "/api/finances/pay-fine/",
  movesMoney: true,
};
export const getFinePaymentApprovals: Address = {
  method: "GET",
  path: "/api/finances/fine-payment-approval/",
};
export const decideFinePayment: Address = {
  method: "POST",
  path: "/api/finances/fine-payment-approval/:id/",
  movesMoney: true,
};
export const getUsualFines: Address = { method: "GET", path: "/api/fines/usual/" };
export const changeUsualFines: Address = { method: "POST", path: "/api/fines/usual/" };
export const fineMany: Address = { method: "POST", path: "/api/fines/many/", movesMoney: true };
