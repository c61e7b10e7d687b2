// The addresses of contract/statement-lines.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const LINES = "/api/statements/lines/";

export const getStatementLines: Address = { method: "GET", path: LINES };
export const getLineCandidates: Address = {
  method: "GET",
  path: "/api/statements/lines/:id/candidates/",
};
export const matchLine: Address = {
  method: "POST",
  path: "/api/statements/lines/:id/match/",
  movesMoney: true,
};
export const unmatchLine: Address = {
  method: "POST",
  path: "/api/statements/lines/:id/unmatch/",
  movesMoney: true,
};
export const setLineAside: Address = {
  method: "POST",
  path: "/api/statements/lines/:id/set-aside/",
};
export const recordLine: Address = {
  method: "POST",
  path: "/api/statements/lines/:id/record/",
  movesMoney: true,
};
export const getLinesToRecord: Address = {
  method: "GET",
  path: "/api/statements/lines/record-all/",
};
export const recordAllLines: Address = {
  method: "POST",
  path: "/api/statements/lines/record-all/",
  movesMoney: true,
};
export const bookLines: Address = {
  method: "POST",
  path: "/api/statements/lines/book/",
  movesMoney: true,
};
