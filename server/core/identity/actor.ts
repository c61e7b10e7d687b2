// Reads a member row as the actor that permissions are checked by.
import { lacksTwoStep } from "./two-step.ts";
import type { Actor, MemberStatus, Office } from "#domain/permissions.ts";

export const actorColumns = [
  "members.id",
  "members.username",
  "members.office",
  "members.status",
  "members.is_active",
  "members.exited_on",
  lacksTwoStep,
] as const;

export type ActorRow = {
  id: number;
  username: string;
  office: string | null;
  status: string;
  is_active: boolean;
  exited_on: string | null;
  lacks_two_step: boolean;
};

export function toActor(row: ActorRow): Actor {
  return {
    id: row.id,
    username: row.username,
    // The database admits only these words (members_office, members_status).
    office: row.office as Office | null,
    status: row.status as MemberStatus,
    isActive: row.is_active,
    exited: row.exited_on !== null,
    isAuditor: false,
    lacksTwoStep: row.lacks_two_step,
  };
}
