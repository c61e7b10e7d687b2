// The addresses of contract/waiting.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getWaiting: Address = { method: "GET", path: "/api/waiting/" };
