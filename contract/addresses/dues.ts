// The addresses of contract/dues.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getDues: Address = { method: "GET", path: "/api/finances/dues/" };
