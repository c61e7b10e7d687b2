// What the audit log tells of people's offices and memberships: whose answer about an office counts (MEM-44, MEM-45), and
// who has ended an official's rights (MEM-46).
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import {
  countsAsMember,
  formerOfficialDays,
  type Maker,
  type Speaker,
} from "#domain/members/office-proposal.ts";
import { type Actor, officeOf } from "#domain/permissions.ts";
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

type Past = {
  approved_at: Date | null;
  approved_by: number | null;
  held_lately: boolean;
};

/**
 * The approval of the membership (of the inviter, where an invitation gave it), and whether they held an office lately.
 * Whoever handed over a link to the account may act as the member, which counts like approving them again (MEM-52).
 */
async function readPast(reader: Reader, memberId: number, now: Date): Promise<Past | undefined> {
  const since = new Date(now.getTime() - formerOfficialDays * 24 * HOUR_MS);
  const { rows } = await sql<Past>`
    SELECT coalesce(approval.at, m.approved_on::timestamp AT TIME ZONE 'Africa/Nairobi') AS approved_at,
           approval.by AS approved_by,
           m.office IS NOT NULL OR m.suspended_office IS NOT NULL OR EXISTS (
             SELECT FROM audit_entries a
              WHERE a.subject = 'member' AND a.subject_id = m.id AND a.at >= ${since}
                AND a.before ->> 'office' IS NOT NULL AND a.after ? 'office' AND a.after ->> 'office' IS NULL) AS held_lately
      FROM members m LEFT JOIN LATERAL (
             SELECT a.at, coalesce(a.actor_id, i.invited_by) AS by
               FROM audit_entries a LEFT JOIN invitations i ON i.id = (a.after ->> 'invitation_id')::int
              WHERE a.subject = 'member' AND a.subject_id = m.id
                AND a.action IN ('members.approve', 'members.hand-over-reset')
              ORDER BY a.id DESC LIMIT 1) approval ON true
     WHERE m.id = ${memberId}`.execute(reader);
  return rows[0];
}

/** When each of these people last became Chairperson. */
async function readMakers(reader: Reader, ids: readonly number[]): Promise<Map<number, Maker>> {
  const rows = await reader
    .selectFrom("audit_entries")
    .select((entry) => ["subject_id", entry.fn.max("at").as("since")])
    .where("subject", "=", "member")
    .where("subject_id", "in", [0, ...ids])
    .where("action", "in", ["roles.assign", "roles.appoint", "setup.found"])
    .where(sql`after ->> 'office'`, "=", "Chairperson")
    .groupBy("subject_id")
    .execute();
  const since = new Map(rows.map((row) => [row.subject_id, row.since]));
  return new Map(ids.map((id) => [id, { id, chairpersonSince: since.get(id) ?? null }]));
}

/** Returns who the actor is to a proposal of each of these makers. */
export async function readSpeaker(
  reader: Reader,
  { actor, makerIds, now }: { actor: Actor; makerIds: readonly number[]; now: Date },
): Promise<(makerId: number) => Speaker> {
  const [past, makers, hasOwn] = [
    await readPast(reader, actor.id, now),
    await readMakers(reader, makerIds),
    await hasContributed(reader, actor.id),
  ];
  const isActiveMember = actor.isActive && actor.status === "active" && !actor.exited;
  return (makerId) => ({
    id: actor.id,
    isOfficial: officeOf(actor) !== null,
    heldOfficeLately: past?.held_lately ?? false,
    isActiveMember,
    counts: countsAsMember(
      {
        isActiveMember,
        hasContributed: hasOwn,
        approvedAt: past?.approved_at ?? null,
        approvedById: past?.approved_by ?? null,
      },
      makers.get(makerId) ?? { id: makerId, chairpersonSince: null },
      now,
    ),
  });
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
