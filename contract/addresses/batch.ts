// The addresses of contract/batch.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getAnswers: Address = { method: "GET", path: "/api/answers/" };
