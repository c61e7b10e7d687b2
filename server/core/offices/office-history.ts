// What the audit log tells of those who ended an official's rights or a member's voice (MEM-46), and who has contributed.
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import type { Reader } from "#server/db/connection.ts";
import { broughtForward } from "#server/core/members/brought-forward.ts";

const HOUR_MS = 3_600_000;

/** The longest `office_delay_hours`. */
const DELAY_HOURS_MOST = 168;

/**
 * When this person proposed to take an office from somebody else, or ended an official's rights, within the longest
 * delay before `now`.
 */
export async function readEndedRights(reader: Reader, byId: number, now: Date): Promise<Date[]> {
  const since = new Date(now.getTime() - DELAY_HOURS_MOST * HOUR_MS);
  const { rows } = await sql<{ at: Date }>`
    SELECT proposed_at AS at FROM office_proposals
     WHERE proposed_by = ${byId} AND proposed_at >= ${since} AND kind = 'take' AND member_id <> ${byId}
    UNION ALL
    SELECT at FROM audit_entries
     WHERE actor_id = ${byId} AND at >= ${since} AND subject = 'member' AND subject_id <> ${byId}
       AND before ->> 'office' IS NOT NULL AND after ? 'office' AND after ->> 'office' IS NULL`.execute(
    reader,
  );
  return rows.map(({ at }) => at);
}

/**
 * When this person deactivated, made dormant or let go a member who might have answered, within the longest delay before
 * `now`.
 * Officials are among `readEndedRights`.
 */
export async function readSilenced(reader: Reader, byId: number, now: Date): Promise<Date[]> {
  const since = new Date(now.getTime() - DELAY_HOURS_MOST * HOUR_MS);
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM audit_entries
     WHERE actor_id = ${byId} AND at >= ${since} AND subject = 'member' AND subject_id <> ${byId}
       AND action IN ('members.deactivate', 'members.dormant', 'members.exit', 'members.clear')
       AND before ->> 'status' = 'active' AND before ->> 'is_active' = 'true' AND before ->> 'office' IS NULL`.execute(
    reader,
  );
  return rows.map(({ at }) => at);
}

/**
 * A column for queries over `members`: whether both offices approved a contribution of theirs. What the group's book
 * brought forward counts as one (OPEN-72).
 */
export const contributed = sql<boolean>`(
  EXISTS (SELECT FROM payments p WHERE p.member_id = members.id AND p.kind = ${sql.lit(CONTRIBUTION)} AND p.status = 'approved' OFFSET 0)
  OR EXISTS (SELECT FROM ${broughtForward} book WHERE book.member_id = members.id AND book.savings_cents > 0))`;

export async function hasContributed(reader: Reader, memberId: number): Promise<boolean> {
  const member = await reader
    .selectFrom("members")
    .select(contributed.as("contributed"))
    .where("id", "=", memberId)
    .executeTakeFirst();
  return member?.contributed ?? false;
}
