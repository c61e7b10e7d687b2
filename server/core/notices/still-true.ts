// Whether what a notice says is still so when it is sent, hours after it was written (NOTE-5).
import { sql } from "kysely";
import { noticeEvents, type Untruth } from "#domain/notices/notice-events.ts";
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

/** Asked of one notice at the moment it is sent. */
export async function isStillTrue(reader: Reader, notice: NoticeRow): Promise<boolean> {
  const event = eventOf(notice);
  const { untrueOnce } = noticeEvents[event];
  return untrueOnce === undefined || !(await became[untrueOnce](reader, notice));
}

const became: Readonly<Record<Untruth, (reader: Reader, notice: NoticeRow) => Promise<boolean>>> = {
  // An approved contribution, or one that waits for its approval: the member has done their part.
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
  // It went out, or was taken back. No notice is about a word, so it stands in its facts.
  "word-decided": (reader, { facts }) =>
    exists(
      reader,
      sql`SELECT FROM words WHERE id = ${(facts as { word: number }).word} AND (sent_at IS NOT NULL OR ended_at IS NOT NULL)`,
    ),
  "loan-decided": (reader, { about_id }) =>
    exists(
      reader,
      sql`SELECT FROM loans WHERE id = ${about_id} AND status NOT IN ('pending', 'pending_approval')`,
    ),
  // One waits at a time.
  "no-sheet-waits": (reader) =>
    exists(reader, sql`SELECT WHERE NOT EXISTS (SELECT FROM openings WHERE status = 'proposed')`),
  "nothing-waits": async (reader, { member_id: memberId }) =>
    (await readWaiting(reader, { memberId })).length === 0,
};

async function exists(reader: Reader, query: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT EXISTS (${query}) AS is`.execute(reader);
  return rows[0]?.is === true;
}
