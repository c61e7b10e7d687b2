// The addresses of contract/invitations.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const invite: Address = { method: "POST", path: "/api/user/invitations/" };
export const listInvitations: Address = { method: "GET", path: "/api/user/invitations/" };
export const endInvitation: Address = { method: "DELETE", path: "/api/user/invitations/:id/" };
export const openInvitation: Address = { method: "POST", path: "/api/user/invitations/open/" };
export const inviteAll: Address = { method: "POST", path: "/api/user/invitations/many/" };
export const listHanded: Address = { method: "GET", path: "/api/user/invitations/many/" };
