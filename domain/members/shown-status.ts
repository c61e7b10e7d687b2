import type { MemberStatus } from "../permissions.ts";

/** One word for a member's state: a member who can no longer sign in is inactive, whatever their status. */
export function shownStatus(member: {
  status: MemberStatus;
  is_active: boolean;
}): MemberStatus | "inactive" {
  return member.is_active || member.status === "cleared" ? member.status : "inactive";
}
