// The addresses of contract/withdrawals.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const withdraw: Address = {
  method: "POST",
  path: "/api/finances/withdraw/",
  movesMoney: true,
};
