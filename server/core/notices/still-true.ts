// Whether a notice is still true when it is sent, hours after it was written (NOTE-5).
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { type RawBuilder, sql } from "kysely";
import { noticeEvents, type Untruth } from "#domain/notices/notice-events.ts";
import type { NoticeChannel } from "#domain/notices/notice-choices.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import { digestKinds } from "#domain/waiting-kinds.ts";
import { readWhatWaits } from "#server/core/waiting/read-what-waits.ts";
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
  const { untrueOnce, textUntrueOnce } = noticeEvents[eventOf(notice.event)];
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
  invitation: number;
  from: Day;
  to: Day;
  ask: number;
  meeting: number;
  date: Day;
  due: Day;
};
type Day = { day: string };

const hidden = ({ facts }: NoticeRow) => facts as Hidden;

const became: Readonly<Record<Untruth, (reader: Reader, notice: NoticeRow) => Promise<boolean>>> = {
  // An approved contribution, or one that waits for approval: the member has done their part.
  "contribution-paid": (reader, { member_id, notice_at }) =>
    exists(
      reader,
      sql`SELECT FROM payments
           WHERE member_id = ${member_id} AND kind = ${sql.lit(CONTRIBUTION)} AND status <> 'rejected'
             AND submitted_at >= ${notice_at}`,
    ),
  // Both offices have approved it, or one has rejected it.
  "no-contribution-waits": (reader, { member_id }) =>
    exists(
      reader,
      sql`SELECT WHERE NOT EXISTS (
            SELECT FROM payments WHERE member_id = ${member_id} AND kind = ${sql.lit(CONTRIBUTION)}
               AND status IN ('pending', 'pending_approval'))`,
    ),
  "payment-withdrawn": (reader, { about_id }) =>
    exists(
      reader,
      sql`SELECT FROM payments WHERE id = ${about_id} AND rejected_by_rule = 'withdrawn'`,
    ),
  // M-PESA has answered, or the member ended it.
  "ask-decided": (reader, notice) =>
    exists(
      reader,
      sql`SELECT FROM mpesa_asks WHERE id = ${hidden(notice).ask} AND decided_at IS NOT NULL`,
    ),
  "loan-repaid": (reader, { about_id }) =>
    exists(reader, sql`SELECT FROM loans WHERE id = ${about_id} AND ${leftToRepay} <= 0`),
  // Or laid on other days meanwhile.
  "instalment-paid": (reader, notice) =>
    exists(
      reader,
      sql`SELECT FROM loans WHERE id = ${notice.about_id} AND ${leftOfRowsBy(hidden(notice).due.day)} <= 0`,
    ),
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
  "invitation-over": (reader, notice) =>
    exists(
      reader,
      sql`SELECT WHERE NOT EXISTS (
            SELECT FROM invitation_links WHERE invitation_id = ${hidden(notice).invitation})`,
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
  "payment-decided": (reader, { about_id }) =>
    exists(
      reader,
      sql`SELECT FROM payments WHERE id = ${about_id} AND status NOT IN ('pending', 'pending_approval')`,
    ),
  // Cancelled, or on another day meanwhile.
  "meeting-elsewhen": (reader, notice) => {
    const { meeting, date } = hidden(notice);
    return exists(
      reader,
      sql`SELECT FROM meetings WHERE id = ${meeting} AND (status = 'cancelled' OR held_on <> ${date.day}::date)`,
    );
  },
  // One is open at a time.
  "no-sheet-waits": (reader) =>
    exists(reader, sql`SELECT WHERE NOT EXISTS (SELECT FROM openings WHERE status = 'proposed')`),
  "nothing-waits": async (reader, { member_id: memberId, notice_at: now }) =>
    (await readWaiting(reader, { now, memberId })).length === 0,
};

/** KES cents of a row of `loans`, without what waits for the offices (PAY-20). */
export const leftToRepay = sql<Cents>`(loans.balance_cents - (
  SELECT coalesce(sum(paid.amount_cents), 0) FROM payments paid
   WHERE paid.loan_id = loans.id AND paid.status IN ('pending', 'pending_approval')))::bigint`;

/**
 * KES cents of a row of `loans` that is of a product: what is left of its instalments due by the day, without what waits
 * for the offices. Below zero if more is paid.
 */
export function leftOfRowsBy(day: PlainDate | RawBuilder<PlainDate>): RawBuilder<Cents> {
  return sql<Cents>`((
    SELECT coalesce(sum(due.interest_cents + due.principal_cents), 0) FROM loan_rows due
     WHERE due.loan_id = loans.id AND due.version = loans.version AND (due.number IS NULL OR due.due_on <= ${day}::date)) - (
    SELECT coalesce(sum(repaid.amount_cents), 0) FROM loan_repayments repaid
     WHERE repaid.loan_id = loans.id AND repaid.taken_back_at IS NULL) - (
    SELECT coalesce(sum(paid.amount_cents), 0) FROM payments paid
     WHERE paid.loan_id = loans.id AND paid.status IN ('pending', 'pending_approval')))::bigint`;
}

async function exists(reader: Reader, query: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT EXISTS (${query}) AS is`.execute(reader);
  return rows[0]?.is === true;
}

// What waits for each official, for the digest and at the moment it is sent (NOTE-9): as their own lists show it,
// without what they may not decide on.

export type Waiting = { member_id: number; count: number; since: Date };

/** For each official for whom something waits, or only this member: how much, and since when the oldest. */
export async function readWaiting(
  reader: Reader,
  { now, memberId = null }: { now: Date; memberId?: number | null },
): Promise<Waiting[]> {
  const { rows: officials } = await sql<{ id: number; office: Office }>`
    SELECT id, office FROM members
     WHERE office IS NOT NULL AND is_active AND status = 'active' AND (${memberId}::int IS NULL OR id = ${memberId}::int)
     ORDER BY id`.execute(reader);
  const waits = await readWhatWaits(reader, officials, now);
  return officials.flatMap(({ id }) => {
    const own = waits.flatMap(({ member_id, kind, to_decide: count, to_decide_since: since }) =>
      member_id === id && digestKinds.includes(kind) && count !== null && since !== null
        ? [{ count, since }]
        : [],
    );
    const [first] = own.map(({ since }) => since).toSorted((one, other) => +one - +other);
    if (first === undefined) return [];
    return [{ member_id: id, count: own.reduce((sum, { count }) => sum + count, 0), since: first }];
  });
}
