// The addresses of contract/register.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getRegister: Address = { method: "GET", path: "/api/register/" };
export const exportRegister: Address = { method: "GET", path: "/api/register/csv/" };
export const printRegister: Address = { method: "GET", path: "/api/register/pdf/" };
