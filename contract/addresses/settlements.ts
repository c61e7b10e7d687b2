// The addresses of contract/settlements.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const previewSettlement: Address = {
  method: "GET",
  path: "/api/accounting/settlement_preview/",
};
export const exitMember: Address = {
  method: "POST",
  path: "/api/accounting/exit_member/",
  movesMoney: true,
};
export const clearMember: Address = {
  method: "POST",
  path: "/api/accounting/clear_member/",
  movesMoney: true,
};
export const getBadDebts: Address = { method: "GET", path: "/api/accounting/baddebts/" };
export const recoverBadDebt: Address = {
  method: "POST",
  path: "/api/accounting/baddebts/recover/",
  movesMoney: true,
};
