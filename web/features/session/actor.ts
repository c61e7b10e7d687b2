import type { User } from "#contract/members.ts";
import type { Actor } from "#domain/permissions.ts";

/** The signed-in member as the table of permissions knows them. */
export function actorOf(user: User): Actor {
  return {
    id: user.id,
    username: user.username,
    office: user.user_groups[0] ?? null,
    status: user.status,
    isActive: user.is_active,
    isAuditor: user.id < 0,
    // EXIT-10: who has exited is either cleared or dormant with a bad debt.
    lacksTwoStep: user.two_step === "missing",
    exited: user.has_cleared || user.bad_debt_outstanding > 0,
  };
}
