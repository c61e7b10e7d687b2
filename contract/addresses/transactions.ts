// The addresses of contract/transactions.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getTransactions: Address = { method: "GET", path: "/api/finances/transactions/" };
export const getReceipt: Address = { method: "GET", path: "/api/finances/receipt/" };
