// The addresses of contract/collections.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getSheet: Address = { method: "GET", path: "/api/meetings/:id/sheet/" };
export const collect: Address = {
  method: "POST",
  path: "/api/meetings/:id/collections/",
  movesMoney: true,
};
export const getCollections: Address = { method: "GET", path: "/api/meetings/:id/collections/" };
export const getCollectionApprovals: Address = {
  method: "GET",
  path: "/api/finances/collection-approval/",
};
export const decideCollection: Address = {
  method: "POST",
  path: "/api/finances/collection-approval/:id/",
  movesMoney: true,
};
