// Whose account is read: one's own, or with `?member=` another's by an official (API-18).
import { whyNot, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader } from "#server/db/connection.ts";
import { findMember } from "#server/core/members/member-directory.ts";

/** Refuses who may not read another's account, and then with `not-found` nobody's id. */
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
