// Whether a notice is still true when it is sent, hours after it was written (NOTE-5).
import { sql } from "kysely";
import { noticeEvents, type Untruth } from "#domain/notices/notice-events.ts";
import type { NoticeChannel } from "#domain/notices/notice-choices.ts";
import type { Reader } from "#server/db/connection.ts";
import { eventOf } from "./write-notices.ts";

type NoticeRow = {
  event: string;
  facts: unknown;
  member_id: number;
  about_id: bigint | null;
  notice_at: Date;
};

/** Checked when the notice is sent on that channel. */
export async function isStillTrue(
  reader: Reader,
  notice: NoticeRow,
  channel: NoticeChannel,
): Promise<boolean> {
  const { untrueOnce, textUntrueOnce } = noticeEvents[eventOf(notice)];
  const untruth = channel === "email" ? untrueOnce : (untrueOnce ?? textUntrueOnce);
  return untruth === undefined || !(await became[untruth](reader, notice));
}

/**
 * What identifies the subject of a notice, so that it can be checked again: in its facts where it has no subject id.
 */
type Hidden = {
  word: number;
  proposal: number;
  whose: number;
  account: number;
  from: Day;
  to: Day;
};
type Day = { day: string };

const hidden = ({ facts }: NoticeRow) => facts as Hidden;

const became: Readonly<Record<Untruth, (reader: Reader, notice: NoticeRow) => Promise<boolean>>> = {
  // An approved contribution, or one that waits for approval: the member has done their part.
  "contribution-paid": (reader, { member_id, notice_at }) =>
    exists(
      reader,
      sql`SELECT FROM payments
           WHERE member_id = ${member_id} AND kind = 'contribution' AND status <> 'rejected'
             AND submitted_at >= ${notice_at}`,
    ),
  "loan-repaid": (reader, { about_id }) =>
    exists(reader, sql`SELECT FROM loans WHERE id = ${about_id} AND balance_cents <= 0`),
  // Paid, or taken back meanwhile.
  "fine-settled": (reader, { about_id }) =>
    exists(
      reader,
      sql`SELECT FROM fines WHERE id = ${about_id} AND paid_cents + written_off_cents >= amount_cents`,
    ),
  // It went out, or was taken back.
  "word-decided": (reader, notice) =>
    exists(
      reader,
      sql`SELECT FROM words WHERE id = ${hidden(notice).word} AND (sent_at IS NOT NULL OR ended_at IS NOT NULL)`,
    ),
  "proposal-refused": (reader, notice) =>
    exists(
      reader,
      sql`SELECT FROM proposals WHERE id = ${hidden(notice).proposal} AND outcome = 'refused'`,
    ),
  "office-decided": (reader, notice) =>
    exists(
      reader,
      sql`SELECT FROM office_proposals WHERE id = ${hidden(notice).proposal} AND outcome IS NOT NULL`,
    ),
  "phone-decided": (reader, notice) =>
    exists(
      reader,
      sql`SELECT FROM members WHERE id = ${hidden(notice).whose} AND pending_phone IS NULL`,
    ),
  "claim-decided": (reader, notice) =>
    exists(
      reader,
      sql`SELECT WHERE NOT EXISTS (
            SELECT FROM book_claims WHERE member_id = ${hidden(notice).whose} AND outcome IS NULL)`,
    ),
  // The newest answer counts.
  "figures-answered": (reader, notice) =>
    exists(
      reader,
      sql`SELECT FROM (SELECT answer FROM opening_answers WHERE member_id = ${hidden(notice).whose} ORDER BY id DESC LIMIT 1) newest
           WHERE answer <> 'no'`,
    ),
  "sheet-taken-back": (reader) =>
    exists(
      reader,
      sql`SELECT WHERE NOT EXISTS (
            SELECT FROM openings o JOIN opening_take_backs t ON t.opening_id = o.id WHERE o.status = 'accepted')`,
    ),
  "gap-filled": (reader, notice) => {
    const { account, from, to } = hidden(notice);
    return exists(
      reader,
      sql`SELECT FROM account_days() d
           WHERE d.account_id = ${account} AND d.days && daterange(${from.day}::date, ${to.day}::date, '[]')`,
    );
  },
  "gateway-has-money": (reader) =>
    exists(reader, sql`SELECT FROM sms_gateway WHERE balance_out_since IS NULL`),
  "gateway-works": (reader) =>
    exists(reader, sql`SELECT FROM sms_gateway WHERE failing_since IS NULL`),
  "loan-decided": (reader, { about_id }) =>
    exists(
      reader,
      sql`SELECT FROM loans WHERE id = ${about_id} AND status NOT IN ('pending', 'pending_approval')`,
    ),
  // One is open at a time.
  "no-sheet-waits": (reader) =>
    exists(reader, sql`SELECT WHERE NOT EXISTS (SELECT FROM openings WHERE status = 'proposed')`),
  "nothing-waits": async (reader, { member_id: memberId }) =>
    (await readWaiting(reader, { memberId })).length === 0,
};

async function exists(reader: Reader, query: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT EXISTS (${query}) AS is`.execute(reader);
  return rows[0]?.is === true;
}

// What waits for each official, for the digest and at the moment it is sent (NOTE-9): as their own lists show it,
// without what they proposed, wrote, or decided for the other office.

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
        -- Who claims a name of the book, for two officials to confirm.
        SELECT claimed_at FROM book_claims
         WHERE outcome IS NULL AND proof = 'officials' AND confirmed_again_by IS NULL AND confirmed_by IS DISTINCT FROM m.id
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
