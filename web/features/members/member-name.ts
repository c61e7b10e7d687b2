import type { User } from "#contract/members.ts";

export function memberName(user: Pick<User, "first_name" | "last_name">): string {
  return `${user.first_name} ${user.last_name}`;
}
