// The addresses of contract/distributions.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const DISTRIBUTIONS = "/api/distributions/";

export const previewDistribution: Address = { method: "POST", path: "/api/distributions/preview/" };
export const proposeDistribution: Address = {
  method: "POST",
  path: DISTRIBUTIONS,
  movesMoney: true,
};
export const getDistributions: Address = { method: "GET", path: DISTRIBUTIONS };
export const getDistribution: Address = { method: "GET", path: "/api/distributions/:id/" };
export const agreeDistribution: Address = {
  method: "POST",
  path: "/api/distributions/:id/agree/",
  movesMoney: true,
};
export const refuseDistribution: Address = {
  method: "POST",
  path: "/api/distributions/:id/refuse/",
};
export const takeBackDistribution: Address = {
  method: "POST",
  path: "/api/distributions/:id/take-back/",
  movesMoney: true,
};
