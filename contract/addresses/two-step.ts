// The addresses of contract/two-step.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getTwoStep: Address = { method: "GET", path: "/api/user/two-step/" };
export const startTwoStep: Address = { method: "POST", path: "/api/user/two-step/start/" };
export const confirmTwoStep: Address = { method: "POST", path: "/api/user/two-step/confirm/" };
export const renewRecoveryCodes: Address = {
  method: "POST",
  path: "/api/user/two-step/recovery-codes/",
};
export const stopTwoStep: Address = { method: "POST", path: "/api/user/two-step/turn-off/" };
export const resetTwoStep: Address = { method: "POST", path: "/api/user/reset-two-step/:id/" };
