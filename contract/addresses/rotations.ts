// The addresses of contract/rotations.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const ROTATIONS = "/api/rotations/";

export const getRotations: Address = { method: "GET", path: ROTATIONS };
export const getRotation: Address = { method: "GET", path: "/api/rotations/:id/" };
export const createRotation: Address = { method: "POST", path: ROTATIONS };
export const joinRotation: Address = { method: "POST", path: "/api/rotations/:id/join/" };
export const leaveRotation: Address = { method: "POST", path: "/api/rotations/:id/leave/" };
export const drawRotation: Address = { method: "POST", path: "/api/rotations/:id/draw/" };
export const payRotation: Address = {
  method: "POST",
  path: "/api/rotations/:id/pay/",
  movesMoney: true,
};
export const getRotationPaymentApprovals: Address = {
  method: "GET",
  path: "/api/rotations/payments/approval/",
};
export const decideRotationPayment: Address = {
  method: "POST",
  path: "/api/rotations/payments/approval/:id/",
  movesMoney: true,
};
export const payOutTurn: Address = {
  method: "POST",
  path: "/api/rotations/turns/:id/pay-out/",
  movesMoney: true,
};
export const confirmDirect: Address = {
  method: "POST",
  path: "/api/rotations/turns/:id/direct/",
  movesMoney: true,
};
export const settleRotation: Address = {
  method: "POST",
  path: "/api/rotations/:id/settle/",
  movesMoney: true,
};
export const askSwap: Address = { method: "POST", path: "/api/rotations/:id/swaps/" };
export const answerSwap: Address = { method: "POST", path: "/api/rotations/swaps/:id/answer/" };
