// The addresses of contract/approvals.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const approveMany: Address = {
  method: "POST",
  path: "/api/approvals/many/",
  movesMoney: true,
};
export const approveTogether: Address = {
  method: "POST",
  path: "/api/approvals/together/",
  movesMoney: true,
};
