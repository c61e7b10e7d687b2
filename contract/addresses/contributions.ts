// The addresses of contract/contributions.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getContributions: Address = {
  method: "GET",
  path: "/api/finances/monthly-contribution/",
};
export const payContribution: Address = {
  method: "POST",
  path: "/api/finances/monthly-contribution/",
  movesMoney: true,
};
export const getContributionApprovals: Address = {
  method: "GET",
  path: "/api/finances/monthly-contribution-approval/",
};
export const decideContribution: Address = {
  method: "POST",
  path: "/api/finances/monthly-contribution-approval/:id/",
  movesMoney: true,
};
export const getAllContributions: Address = {
  method: "GET",
  path: "/api/finances/get-monthly-contributions/",
};
