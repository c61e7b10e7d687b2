// The addresses of contract/pay-sum.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const paySum: Address = { method: "POST", path: "/api/finances/pay/", movesMoney: true };
