// The addresses of contract/cash.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getCash: Address = { method: "GET", path: "/api/cash/" };
export const countCash: Address = { method: "POST", path: "/api/cash/counts/", movesMoney: true };
