// The addresses of contract/mpesa.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getMpesa: Address = { method: "GET", path: "/api/mpesa/" };
export const askToPay: Address = { method: "POST", path: "/api/mpesa/asks/", movesMoney: true };
export const getAsks: Address = { method: "GET", path: "/api/mpesa/asks/" };
export const getAsk: Address = { method: "GET", path: "/api/mpesa/asks/:id/" };
export const checkAsk: Address = { method: "POST", path: "/api/mpesa/asks/:id/check/" };
export const endAsk: Address = { method: "POST", path: "/api/mpesa/asks/:id/end/" };
