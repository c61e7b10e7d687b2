// The addresses of contract/health.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getHealth: Address = { method: "GET", path: "/api/health" };
export const verifyNow: Address = { method: "POST", path: "/api/verify/" };
