import type { User } from "#contract/members.ts";
import type { StatusWord } from "#web/ui/status-badge.tsx";

/** Someone who can no longer sign in is shown so, whatever their status was. */
export function statusWord(user: User): StatusWord {
  return user.is_active || user.status === "cleared" ? user.status : "inactive";
}
