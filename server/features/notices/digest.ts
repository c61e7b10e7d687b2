// What waits for each official, sent once a day at 08:00 on days when something waits (NOTE-9).
import { sql } from "kysely";
import { nairobiDate } from "#domain/calendar.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { inTransaction, type Database, type Reader } from "#server/db/connection.ts";

export async function sendDigest(db: Database, now: Date): Promise<void> {
  const today = nairobiDate(now);
  await inTransaction(db, async (tx) => {
    const notices = (await readWaiting(tx)).map(({ member_id: memberId, count, since }) =>
      noticeOf(
        "digest",
        { memberId, occasion: `digest:${today}` },
        { count: Number(count), since: { day: nairobiDate(since) } },
      ),
    );
    await writeNotices(tx, { notices, now });
  });
}

/** Of each official for whom something waits: how much, and since when the oldest. */
async function readWaiting(reader: Reader) {
  const { rows } = await sql<{ member_id: number; count: bigint; since: Date }>`
    SELECT m.id AS member_id, count(*) AS count, min(waiting.since) AS since
      FROM members m
      JOIN (
        SELECT 'Treasurer' AS office, submitted_at AS since, NULL::int AS not_for FROM payments
         WHERE status IN ('pending', 'pending_approval') AND treasurer_verdict = 'pending_approval'
        UNION ALL
        SELECT 'Sec-Gen', submitted_at, NULL FROM payments
         WHERE status IN ('pending', 'pending_approval') AND sec_gen_verdict = 'pending_approval'
        UNION ALL
        SELECT 'Treasurer', applied_at, member_id FROM loans
         WHERE status IN ('pending', 'pending_approval') AND treasurer_verdict = 'pending_approval'
        UNION ALL
        SELECT 'Sec-Gen', applied_at, member_id FROM loans
         WHERE status IN ('pending', 'pending_approval') AND sec_gen_verdict = 'pending_approval'
        UNION ALL
        SELECT office, p.proposed_at, p.proposed_by FROM proposals p, unnest(ARRAY['Chairperson', 'Treasurer', 'Sec-Gen']) office
         WHERE p.outcome IS NULL
        UNION ALL
        SELECT office, w.written_at, w.written_by FROM words w, unnest(ARRAY['Chairperson', 'Treasurer', 'Sec-Gen']) office
         WHERE w.sent_at IS NULL AND w.ended_at IS NULL
        UNION ALL
        SELECT 'Chairperson', created_at, NULL FROM members
         WHERE status = 'pending_approval' AND is_active AND email_verified_at IS NOT NULL AND rejected_at IS NULL) waiting
        ON waiting.office = m.office AND waiting.not_for IS DISTINCT FROM m.id
     WHERE m.is_active AND m.status = 'active'
     GROUP BY m.id ORDER BY m.id`.execute(reader);
  return rows;
}
