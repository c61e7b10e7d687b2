// The addresses of contract/statements.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const STATEMENTS = "/api/statements/";

export const getStatementAccounts: Address = { method: "GET", path: "/api/statements/accounts/" };
export const addStatementAccount: Address = { method: "POST", path: "/api/statements/accounts/" };
export const changeStatementReadings: Address = {
  method: "POST",
  path: "/api/statements/accounts/:id/readings/",
};
export const previewStatement: Address = { method: "POST", path: "/api/statements/preview/" };
export const importStatement: Address = { method: "POST", path: STATEMENTS, movesMoney: true };
export const getStatements: Address = { method: "GET", path: STATEMENTS };
export const getStatement: Address = { method: "GET", path: "/api/statements/:id/" };
export const getStatementFile: Address = { method: "GET", path: "/api/statements/:id/file/" };
export const withdrawStatement: Address = { method: "POST", path: "/api/statements/:id/withdraw/" };
export const acceptStatement: Address = { method: "POST", path: "/api/statements/:id/accept/" };
