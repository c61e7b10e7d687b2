// The addresses of contract/reconciliation.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getReconciliation: Address = { method: "GET", path: "/api/reconciliation/" };
export const acceptReconciliation: Address = {
  method: "POST",
  path: "/api/reconciliation/accept/",
  movesMoney: true,
};
