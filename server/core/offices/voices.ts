// Whose answer about an office counts, and of how many (MEM-44, MEM-45), from the rows and the audit log.
import { sql } from "kysely";
import {
  countsAsMember,
  type Electorate,
  formerOfficialDays,
  type Speaker,
} from "#domain/members/office-answers.ts";
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { type Actor, officeOf } from "#domain/permissions.ts";
import { broughtForward } from "#server/core/members/brought-forward.ts";
import type { Reader } from "#server/db/connection.ts";

const HOUR_MS = 3_600_000;

/** What is proposed, as far as it decides who has a voice in it; `memberId` is null for a setting. */
export type Proposed = { memberId: number | null; proposedById: number; proposedAt: Date };

type Voice = {
  /** The slot of what is proposed in its list. */
  slot: number;
  member_id: number;
  approved_at: Date | null;
  months: number;
  book_months: number;
};

/** The monthly amount in cents that was in force at that moment, by the log of the settings. */
const monthlyAmountAt = (moment: string) => sql`coalesce((
  SELECT (change.before ->> 'monthly_contribution')::numeric * 100 FROM audit_entries change
   WHERE change.action = 'settings.change' AND change.after ? 'monthly_contribution' AND change.at > ${sql.raw(moment)}
   ORDER BY change.id LIMIT 1), (SELECT monthly_contribution_cents FROM group_settings))`;

/**
 * Every active member without an office, or only the one, for each of what is proposed: neither its proposer nor the person
 * it is about. Whoever handed over a link to an account may act as its member, which counts like approving them again
 * (MEM-52). A payment for several months is the same for each of them.
 */
async function readVoices(
  reader: Reader,
  proposed: readonly Proposed[],
  memberId: number | null,
): Promise<Voice[]> {
  if (proposed.length === 0) return [];
  const listed = proposed.map(
    ({ memberId: personId, proposedById, proposedAt }, slot) =>
      sql`(${slot}::int, ${personId}::int, ${proposedById}::int, ${proposedAt}::timestamptz)`,
  );
  const { rows } = await sql<Voice>`
    SELECT about.slot, m.id AS member_id,
           coalesce(approval.at, m.approved_on::timestamp AT TIME ZONE 'Africa/Nairobi') AS approved_at,
           coalesce(paid.months, 0) AS months, coalesce(saved.months, 0) AS book_months
      FROM (VALUES ${sql.join(listed)}) AS about (slot, person, maker, made_at)
      JOIN members m ON m.is_active AND m.status = 'active' AND m.exited_on IS NULL AND m.office IS NULL
       AND m.id <> about.maker AND m.id IS DISTINCT FROM about.person AND (${memberId}::int IS NULL OR m.id = ${memberId}::int)
      LEFT JOIN LATERAL (
             SELECT a.at FROM audit_entries a
              WHERE a.subject = 'member' AND a.subject_id = m.id AND a.action IN ('members.approve', 'members.hand-over-reset')
              ORDER BY a.id DESC LIMIT 1) approval ON true
      LEFT JOIN LATERAL (
             SELECT count(*)::int AS months FROM (
               SELECT FROM (
                 SELECT month, paid.amount_cents::numeric / count(*) OVER (PARTITION BY paid.id) AS cents, ${monthlyAmountAt("approved.at")} AS monthly
                   FROM payments paid
                   CROSS JOIN LATERAL (SELECT greatest(paid.treasurer_at, paid.sec_gen_at) AS at) approved
                   CROSS JOIN LATERAL generate_series(paid.contribution_month::timestamp,
                                                      coalesce(paid.last_month, paid.contribution_month)::timestamp, '1 month') month
                  WHERE paid.member_id = m.id AND paid.kind = ${sql.lit(CONTRIBUTION)} AND paid.status = 'approved' AND approved.at <= about.made_at) shares
                GROUP BY month HAVING sum(cents) >= min(monthly)) whole) paid ON true
      LEFT JOIN LATERAL (
             SELECT floor(book.savings_cents / ${monthlyAmountAt("sheet.decided_at")})::int AS months
               FROM ${broughtForward} book JOIN opening_members row ON row.id = book.id JOIN openings sheet ON sheet.id = row.opening_id
              WHERE book.member_id = m.id AND m.is_proven
                AND NOT EXISTS (SELECT FROM book_claims claim WHERE claim.member_id = m.id AND claim.outcome = 'taken' AND claim.decided_at > about.made_at)
             ) saved ON true`.execute(reader);
  return rows;
}

function counts(voice: Voice, { proposedAt }: Proposed): boolean {
  const { approved_at: approvedAt, months, book_months: bookMonths } = voice;
  return countsAsMember({ isActiveMember: true, approvedAt, months, bookMonths }, proposedAt);
}

/** The members who may answer what is proposed as members do. */
export async function readElectorate(reader: Reader, proposed: Proposed): Promise<Electorate> {
  const voices = await readVoices(reader, [proposed], null);
  const counting = voices.filter((voice) => counts(voice, proposed));
  return {
    counting: new Set(counting.map(({ member_id }) => member_id)),
    active: voices.length,
  };
}

/** Returns who the actor is to each of what is proposed, by its slot. */
export async function readSpeaker(
  reader: Reader,
  { actor, proposed, now }: { actor: Actor; proposed: readonly Proposed[]; now: Date },
): Promise<(slot: number) => Speaker> {
  const voices = await readVoices(reader, proposed, actor.id);
  const heldOfficeLately = await hasHeldOffice(reader, actor.id, now);
  const makers = await readMakersOf(reader, actor.id, now);
  const isActiveMember = actor.isActive && actor.status === "active" && !actor.exited;
  return (slot) => {
    const about = proposed[slot];
    const voice = voices.find((each) => each.slot === slot);
    return {
      id: actor.id,
      isOfficial: officeOf(actor) !== null,
      heldOfficeLately,
      isActiveMember,
      counts: about !== undefined && voice !== undefined && counts(voice, about),
      owesOffice: about !== undefined && makers.has(about.proposedById),
    };
  };
}

const lately = (now: Date) => new Date(now.getTime() - formerOfficialDays * 24 * HOUR_MS);

/** Whether they hold an office, with its rights or without, or held one within `formerOfficialDays`. */
async function hasHeldOffice(reader: Reader, memberId: number, now: Date): Promise<boolean> {
  const row = await reader
    .selectFrom("members")
    .select(heldOfficeSince(lately(now)).as("has"))
    .where("id", "=", memberId)
    .executeTakeFirst();
  return row?.has ?? false;
}

/** A condition of queries over `members`. */
export const heldOfficeSince = (since: Date) => sql<boolean>`(
  members.office IS NOT NULL OR members.suspended_office IS NOT NULL OR EXISTS (
    SELECT FROM audit_entries a
     WHERE a.subject = 'member' AND a.subject_id = members.id AND a.at >= ${since}
       AND a.before ->> 'office' IS NOT NULL AND a.after ? 'office' AND a.after ->> 'office' IS NULL))`;

/** Whose proposals gave this person an office within `formerOfficialDays`: they do not agree to what those propose. */
export async function readMakersOf(
  reader: Reader,
  memberId: number,
  now: Date,
): Promise<ReadonlySet<number>> {
  const rows = await reader
    .selectFrom("office_proposals")
    .select("proposed_by")
    .where("member_id", "=", memberId)
    .where("kind", "=", "give")
    .where("outcome", "=", "counted")
    .where("decided_at", ">=", lately(now))
    .execute();
  return new Set(rows.map((row) => row.proposed_by));
}
