// The addresses of contract/auditors.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const AUDITORS = "/api/auditors/";

export const getAuditors: Address = { method: "GET", path: AUDITORS };
export const inviteAuditor: Address = { method: "POST", path: AUDITORS };
export const endAuditor: Address = { method: "DELETE", path: "/api/auditors/:id/" };
export const enterAsAuditor: Address = { method: "POST", path: "/api/auditors/enter/" };
export const getOwnSeat: Address = { method: "GET", path: "/api/auditors/seat/" };
