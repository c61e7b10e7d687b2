// A member row as the actor whose permissions are checked, and which account that actor may read.
import { whyNot, type Actor, type MemberStatus, type Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { lacksTwoStep } from "./two-step.ts";

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

// Whose account is read: the caller's own, or with `?member=` another member's, by an official (API-18).

/** Refuses a caller who may not read that account, then an unknown id with `not-found`. */
export async function accountOwner(
  reader: Reader,
  actor: Actor,
  requested: number | undefined,
): Promise<number> {
  // An auditor has no account of their own.
  if (requested === undefined && actor.isAuditor) throw refuse("forbidden");
  if (requested === undefined || requested === actor.id) return actor.id;
  const reason = whyNot(actor, "members.read-accounts");
  if (reason !== null) throw refuse(reason);
  if ((await findMember(reader, requested)) === undefined) throw refuse("not-found");
  return requested;
}
