// The addresses of contract/audit.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getAudit: Address = { method: "GET", path: "/api/audit/" };
export const getAuditHead: Address = { method: "GET", path: "/api/audit/head/" };
