// The addresses of contract/auth.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const signUp: Address = { method: "POST", path: "/api/user/signup/" };
export const activate: Address = { method: "POST", path: "/api/user/activate/" };
export const resendActivation: Address = { method: "POST", path: "/api/user/resend-activation/" };
export const signIn: Address = { method: "POST", path: "/api/user/login" };
export const signOut: Address = { method: "POST", path: "/api/user/logout/" };
export const requestPasswordReset: Address = { method: "POST", path: "/api/user/password-reset/" };
export const resetPassword: Address = { method: "POST", path: "/api/user/forgot-password/" };
export const changePassword: Address = { method: "POST", path: "/api/user/change-password/" };
export const listSessions: Address = { method: "GET", path: "/api/user/sessions/" };
export const endOtherSessions: Address = { method: "DELETE", path: "/api/user/sessions/" };
export const endSession: Address = { method: "DELETE", path: "/api/user/sessions/:id/" };
