// The addresses of contract/group.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getGroup: Address = { method: "GET", path: "/api/group/" };
export const getSettings: Address = { method: "GET", path: "/api/group/settings/" };
export const changeSettings: Address = { method: "POST", path: "/api/group/settings/" };
export const acceptDay: Address = { method: "POST", path: "/api/group/day/" };
