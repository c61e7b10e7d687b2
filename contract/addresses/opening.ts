// The addresses of contract/opening.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const OPENING = "/api/opening/";

export const getOpeningTemplate: Address = { method: "GET", path: "/api/opening/template/" };
export const rehearseOpening: Address = { method: "POST", path: "/api/opening/rehearse/" };
export const getSheetWithProblems: Address = { method: "GET", path: "/api/opening/rehearse/file/" };
export const proposeOpening: Address = { method: "POST", path: OPENING, movesMoney: true };
export const getOpenings: Address = { method: "GET", path: OPENING };
export const getOpeningMembers: Address = { method: "GET", path: "/api/opening/:id/members/" };
export const acceptOpening: Address = {
  method: "POST",
  path: "/api/opening/:id/accept/",
  movesMoney: true,
};
export const refuseOpening: Address = { method: "POST", path: "/api/opening/:id/refuse/" };
export const takeBackOpening: Address = {
  method: "POST",
  path: "/api/opening/:id/take-back/",
  movesMoney: true,
};
export const getMyFigures: Address = { method: "GET", path: "/api/opening/my-figures/" };
export const answerMyFigures: Address = { method: "POST", path: "/api/opening/my-figures/" };
export const getFigureAnswers: Address = { method: "GET", path: "/api/opening/answers/" };
export const answerForMember: Address = { method: "POST", path: "/api/opening/answers/:id/" };
