// The addresses of contract/proofs.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const downloadProof: Address = { method: "GET", path: "/api/audit/proof/" };
export const getConsistency: Address = { method: "GET", path: "/api/audit/consistency/" };
export const getNotedHeads: Address = { method: "GET", path: "/api/audit/noted/" };
