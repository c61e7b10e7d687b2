import type { User } from "#contract/members.ts";

/** Whether there is anything to draw a history of; who was cleared took everything out. */
export function hasSavingsHistory(user: User): boolean {
  return user.total_contributions > 0 || user.has_cleared;
}
