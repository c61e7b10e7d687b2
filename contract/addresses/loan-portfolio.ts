// The addresses of contract/loan-portfolio.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getLoanPortfolio: Address = { method: "GET", path: "/api/loans/portfolio/" };
