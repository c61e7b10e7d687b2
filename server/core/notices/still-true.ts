// Whether a notice is still true when it is sent, hours after it was written (NOTE-5).
import { sql } from "kysely";
import { noticeEvents, type Untruth } from "#domain/notices/notice-events.ts";
import type { NoticeChannel } from "#domain/notices/notice-choices.ts";
import type { Reader } from "#server/db/connection.ts";
import { eventOf } from "./notice-texts.ts";
import { readWaiting } from "./what-waits.ts";

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
