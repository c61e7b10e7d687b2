// The addresses of contract/mpesa-payouts.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const PAYOUTS = "/api/mpesa/payouts/";

export const proposePayout: Address = { method: "POST", path: PAYOUTS, movesMoney: true };
export const getPayouts: Address = { method: "GET", path: PAYOUTS };
export const getDuePayouts: Address = { method: "GET", path: "/api/mpesa/payouts/due/" };
export const agreePayout: Address = {
  method: "POST",
  path: "/api/mpesa/payouts/:id/agree/",
  movesMoney: true,
};
export const refusePayout: Address = { method: "POST", path: "/api/mpesa/payouts/:id/refuse/" };
