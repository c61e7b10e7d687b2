// What waits for each official, for the digest and at the moment it is sent (NOTE-9): as their own lists show it,
// without what they proposed, wrote, or decided for the other office.
import { sql } from "kysely";
import type { Reader } from "#server/db/connection.ts";

export type Waiting = { member_id: number; count: bigint; since: Date };

/** For each official for whom something waits, or only this member: how much, and since when the oldest. */
export async function readWaiting(
  reader: Reader,
  { memberId = null }: { memberId?: number | null } = {},
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT m.id AS member_id, count(*) AS count, min(waiting.since) AS since
      FROM members m CROSS JOIN LATERAL (
        SELECT submitted_at AS since FROM payments
         WHERE m.office = 'Treasurer' AND status IN ('pending', 'pending_approval')
           AND treasurer_verdict = 'pending_approval' AND sec_gen_id IS DISTINCT FROM m.id
        UNION ALL
        SELECT submitted_at FROM payments
         WHERE m.office = 'Sec-Gen' AND status IN ('pending', 'pending_approval')
           AND sec_gen_verdict = 'pending_approval' AND treasurer_id IS DISTINCT FROM m.id
        UNION ALL
        -- LOAN-8: the Chairperson decides for the office that the borrower holds, and that office does not.
        SELECT applied_at FROM loans JOIN members borrower ON borrower.id = loans.member_id
         WHERE loans.status IN ('pending', 'pending_approval')
           AND (treasurer_verdict = 'pending_approval' AND sec_gen_id IS DISTINCT FROM m.id
                AND m.office = CASE WHEN borrower.office = 'Treasurer' THEN 'Chairperson' ELSE 'Treasurer' END
                OR sec_gen_verdict = 'pending_approval' AND treasurer_id IS DISTINCT FROM m.id
                AND m.office = CASE WHEN borrower.office = 'Sec-Gen' THEN 'Chairperson' ELSE 'Sec-Gen' END)
        UNION ALL
        -- Money out of the bank, exits, reversals, and settings that guard them.
        SELECT proposed_at FROM proposals
         WHERE outcome IS NULL AND proposed_by <> m.id AND concerns_id IS DISTINCT FROM m.id
        UNION ALL
        SELECT proposed_at FROM office_proposals WHERE outcome IS NULL AND m.id NOT IN (proposed_by, member_id)
        UNION ALL
        SELECT proposed_at FROM openings
         WHERE status = 'proposed' AND m.office IN ('Chairperson', 'Sec-Gen') AND proposed_by <> m.id
        UNION ALL
        -- Figures of the group's book that a member disputes.
        SELECT newest.answered_at FROM openings
          JOIN opening_members o ON o.opening_id = openings.id AND o.member_id <> m.id
          CROSS JOIN LATERAL (
            SELECT a.answer, a.answered_at FROM opening_answers a
             WHERE a.opening_id = o.opening_id AND a.member_id = o.member_id ORDER BY a.id DESC LIMIT 1) newest
         WHERE openings.status = 'accepted' AND newest.answer = 'no'
        UNION ALL
        SELECT written_at FROM words WHERE sent_at IS NULL AND ended_at IS NULL AND written_by <> m.id
        UNION ALL
        SELECT created_at FROM members newcomer
         WHERE m.office = 'Chairperson' AND newcomer.status = 'pending_approval' AND newcomer.is_active
           AND newcomer.email_verified_at IS NOT NULL AND newcomer.rejected_at IS NULL
        UNION ALL
        SELECT coalesce((SELECT max(e.at) FROM audit_entries e
                          WHERE e.subject = 'member' AND e.subject_id = other.id
                            AND e.action = 'members.ask-phone-change'), other.created_at)
          FROM members other WHERE m.office = 'Chairperson' AND other.pending_phone IS NOT NULL) waiting
     WHERE m.office IS NOT NULL AND m.is_active AND m.status = 'active'
       AND (${memberId}::int IS NULL OR m.id = ${memberId}::int)
     GROUP BY m.id ORDER BY m.id`.execute(reader);
  return rows;
}
