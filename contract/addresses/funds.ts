// The addresses of contract/funds.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const FUNDS = "/api/funds/";

export const getFunds: Address = { method: "GET", path: FUNDS };
export const getFund: Address = { method: "GET", path: "/api/funds/:id/" };
export const createFund: Address = { method: "POST", path: FUNDS };
export const changeFund: Address = { method: "POST", path: "/api/funds/:id/" };
export const payFund: Address = {
  method: "POST",
  path: "/api/funds/:id/pay/",
  movesMoney: true,
};
export const getFundPaymentApprovals: Address = {
  method: "GET",
  path: "/api/finances/fund-payment-approval/",
};
export const decideFundPayment: Address = {
  method: "POST",
  path: "/api/finances/fund-payment-approval/:id/",
  movesMoney: true,
};
export const closeFund: Address = { method: "POST", path: "/api/funds/:id/close/" };
