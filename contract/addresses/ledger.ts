// The addresses of contract/ledger.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const LEDGER = "/api/accounting/create_ledger_entry/";

export const getLedger: Address = { method: "GET", path: LEDGER };
export const postLedgerEntry: Address = { method: "POST", path: LEDGER, movesMoney: true };
export const reverseEntry: Address = {
  method: "POST",
  path: "/api/accounting/reverse_entry/:id/",
  movesMoney: true,
};
export const getEntries: Address = { method: "GET", path: "/api/accounting/entries/" };
export const closeYear: Address = {
  method: "POST",
  path: "/api/accounting/close_year/",
  movesMoney: true,
};
export const getClosedYears: Address = { method: "GET", path: "/api/accounting/closed_years/" };
export const exportJournal: Address = { method: "GET", path: "/api/accounting/export/" };
