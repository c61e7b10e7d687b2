// The addresses of contract/members.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getUserData: Address = { method: "GET", path: "/api/user/get_user_data" };
export const getUsers: Address = { method: "GET", path: "/api/user/get_users" };
export const getActiveUserCount: Address = {
  method: "GET",
  path: "/api/user/get_active_user_count",
};
export const getOfficials: Address = { method: "GET", path: "/api/user/officials/" };
export const manageUser: Address = { method: "POST", path: "/api/user/admin_manage_user/:id/" };
export const approveMembers: Address = { method: "POST", path: "/api/user/approve-many/" };
export const deactivateUser: Address = { method: "POST", path: "/api/user/deactivate_user/:id/" };
export const assignRole: Address = { method: "POST", path: "/api/user/assign_groups/:id/" };
export const getOfficeProposals: Address = { method: "GET", path: "/api/user/assign_groups/" };
export const agreeToOffice: Address = {
  method: "POST",
  path: "/api/user/assign_groups/:id/agree/",
};
export const objectToOffice: Address = {
  method: "POST",
  path: "/api/user/assign_groups/:id/object/",
};
export const readObjectionLink: Address = { method: "POST", path: "/api/user/object/open/" };
export const objectByLink: Address = { method: "POST", path: "/api/user/object/" };
export const removeRole: Address = { method: "DELETE", path: "/api/user/remove_groups/:id/" };
export const getProfile: Address = { method: "GET", path: "/api/user/profile/" };
export const changeProfile: Address = { method: "POST", path: "/api/user/profile/" };
export const uploadPhoto: Address = { method: "POST", path: "/api/user/photo/" };
export const confirmEmail: Address = { method: "POST", path: "/api/user/confirm-email/" };
export const undoEmail: Address = { method: "POST", path: "/api/user/undo-email/" };
export const confirmPhone: Address = { method: "POST", path: "/api/user/confirm-phone/:id/" };
export const confirmAccount: Address = {
  method: "POST",
  path: "/api/user/confirm-account/:id/",
};
export const handOverReset: Address = { method: "POST", path: "/api/user/hand-over-reset/:id/" };
export const getClaims: Address = { method: "GET", path: "/api/user/confirm-claim/" };
export const confirmClaim: Address = { method: "POST", path: "/api/user/confirm-claim/:id/" };
export const changeName: Address = { method: "POST", path: "/api/user/change-name/:id/" };
export const changeLanguage: Address = { method: "POST", path: "/api/user/language/" };
