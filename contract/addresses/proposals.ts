// The addresses of contract/proposals.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getProposals: Address = { method: "GET", path: "/api/accounting/proposals/" };
export const agreeToProposal: Address = {
  method: "POST",
  path: "/api/accounting/proposals/:id/agree/",
  movesMoney: true,
};
export const objectToProposal: Address = {
  method: "POST",
  path: "/api/accounting/proposals/:id/object/",
};
export const refuseProposal: Address = {
  method: "POST",
  path: "/api/accounting/proposals/:id/refuse/",
  movesMoney: true,
};
