// What goes out each day: the digest of what waits for each official (NOTE-9), and reminders of dates (NOTE-2).
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import {
  addDays,
  addMonths,
  daysBetween,
  nairobiDate,
  nairobiMidnight,
  nairobiTime,
  type PlainDate,
} from "#domain/calendar.ts";
import { paidUpTo } from "#domain/contributions.ts";
import type { MeetingKind } from "#domain/meetings/meeting-steps.ts";
import type { Cents } from "#domain/money.ts";
import { broughtForward } from "#server/core/members/brought-forward.ts";
import { noticesOfMeetings } from "#server/core/meetings/meeting-notices.ts";
import { readWaiting } from "#server/core/notices/still-true.ts";
import {
  knownBy,
  noticeOf,
  writeNotices,
  type NewNotice,
} from "#server/core/notices/write-notices.ts";
import { inTransaction, type Database, type Reader } from "#server/db/connection.ts";
import { instalmentReminders, loanReminders } from "./remind-of-loans.ts";

/** Sent once a day at 08:00 if anything waits. Shows what waits at the moment of sending, however late that is. */
export async function sendDigest(db: Database, now: Date): Promise<void> {
  const today = nairobiDate(now);
  await inTransaction(db, async (tx) => {
    const notices = (await readWaiting(tx, { now })).map(({ member_id: memberId, count, since }) =>
      noticeOf(
        "digest",
        { memberId, occasion: `digest:${today}` },
        { count, since: { day: nairobiDate(since) } },
      ),
    );
    await writeNotices(tx, { notices, now });
  });
}

type Day = { today: PlainDate; now: Date };

const AT_ONCE = 500;

/**
 * Reminds of what is due soon or late, before it costs anything (NOTE-2); part of the daily sweep. Sends each date
 * once, however often the sweep runs; one whose day was missed at the next start, while it is still true.
 */
export async function remindOfDates(db: Database, day: Day): Promise<void> {
  const notices = [
    ...(await contributionReminders(db, day)),
    ...(await loanReminders(db, day.today)),
    ...(await instalmentReminders(db, day.today)),
    ...(await statementGaps(db)),
    ...(await meetingReminders(db, day)),
  ];
  for (let start = 0; start < notices.length; start += AT_ONCE)
    await inTransaction(db, (tx) =>
      writeNotices(tx, { notices: notices.slice(start, start + AT_ONCE), now: day.now }),
    );
}

type Payer = {
  member_id: number;
  joined_on: PlainDate;
  book_paid_up_to: PlainDate | null;
  total_paid_cents: Cents;
  /** The part of it that the offices have not decided on. */
  waiting_cents: Cents;
  monthly_cents: Cents;
  reminder_days: number;
};

/**
 * `reminder_days` before the end of the paid months, or on a later day before it, and on that day. What waits for the offices
 * counts as paid, and is named (PAY-40).
 */
async function contributionReminders(reader: Reader, { today }: Day): Promise<NewNotice[]> {
  const { rows } = await sql<Payer>`
    SELECT m.id AS member_id, coalesce(m.approved_on, (m.created_at AT TIME ZONE 'Africa/Nairobi')::date) AS joined_on,
           book.paid_up_to AS book_paid_up_to, coalesce(paid.cents, 0)::bigint AS total_paid_cents,
           coalesce(paid.waiting_cents, 0)::bigint AS waiting_cents,
           g.monthly_contribution_cents AS monthly_cents, g.reminder_days
      FROM members m CROSS JOIN group_settings g
      LEFT JOIN ${broughtForward} book ON book.member_id = m.id
      LEFT JOIN (SELECT member_id, sum(amount_cents) AS cents,
                        sum(amount_cents) FILTER (WHERE status <> 'approved') AS waiting_cents FROM payments
                  WHERE kind = ${sql.lit(CONTRIBUTION)} AND status <> 'rejected' GROUP BY member_id) paid ON paid.member_id = m.id
     WHERE m.is_active AND m.status IN ('active', 'dormant') AND NOT m.has_cleared AND m.exited_on IS NULL
     ORDER BY m.id`.execute(reader);
  return rows.flatMap((row) => {
    const month = paidUpTo({
      joinedOn: row.joined_on,
      bookPaidUpTo: row.book_paid_up_to,
      totalPaidCents: row.total_paid_cents,
      monthlyCents: row.monthly_cents,
    });
    if (month === null) return [];
    const end = addDays(addMonths(month, 1), -1);
    const days = daysBetween(today, end);
    if (days < 0 || days > row.reminder_days) return [];
    const day = days === 0 ? 0 : row.reminder_days;
    const to = { memberId: row.member_id, occasion: `contribution_due:${end}:${day}` };
    const facts = { amount: row.monthly_cents, due: { day: end } };
    const waiting = row.waiting_cents;
    if (waiting > 0n) return [noticeOf("contribution_waits", to, { ...facts, waiting })];
    if (days > 0) return [noticeOf("contribution_due", to, facts)];
    return [noticeOf("contribution_due_today", to, { amount: row.monthly_cents })];
  });
}

/** One occasion for both days, so that nobody is reminded twice. */
const occasionOf = ({ id, date }: { id: number; date: PlainDate }) =>
  `meeting_tomorrow:${id}:${date}`;

/** The day before a meeting; where that day was missed, on its own day until it begins (MEET-11). */
async function meetingReminders(reader: Reader, { today, now }: Day): Promise<NewNotice[]> {
  const tomorrow = addDays(today, 1);
  const rows = await reader
    .selectFrom("meetings")
    .select(["id", "kind", "number", "held_on as date", "held_at as time", "place", "called_at"])
    .where("status", "=", "called")
    .where("held_on", "in", [today, tomorrow])
    .orderBy("number")
    .execute();
  // The database admits no other words (meetings_kind).
  const meetings = rows.map((row) => ({ ...row, kind: row.kind as MeetingKind }));
  const dayBefore = nairobiMidnight(addDays(today, -1));
  const missed = meetings.filter(
    ({ date, time, called_at: calledAt }) =>
      date === today && calledAt < dayBefore && (time === null || time > nairobiTime(now)),
  );
  const next = meetings.filter(({ date }) => date === tomorrow);
  return [
    ...(await noticesOfMeetings(reader, { event: "meeting_tomorrow", meetings: next, occasionOf })),
    ...(await noticesOfMeetings(reader, { event: "meeting_today", meetings: missed, occasionOf })),
  ];
}

/** To the officials: missing days between two statements of an account (STAT-5), once for each gap. */
async function statementGaps(reader: Reader): Promise<NewNotice[]> {
  const { rows } = await sql<{
    account_id: number;
    name: string;
    from_day: PlainDate;
    to_day: PlainDate;
    member_id: number;
  }>`
    SELECT gap.account_id, a.name, gap.from_day, gap.to_day, m.id AS member_id
      FROM (SELECT d.account_id, upper(r) AS from_day,
                   lead(lower(r)) OVER (PARTITION BY d.account_id ORDER BY lower(r)) - 1 AS to_day
              FROM account_days() d, unnest(d.days) r) gap
      JOIN statement_accounts a ON a.id = gap.account_id
      JOIN members m ON m.office IS NOT NULL AND m.is_active
     WHERE gap.to_day >= gap.from_day
     ORDER BY gap.account_id, gap.from_day, m.id`.execute(reader);
  return rows.map(({ account_id, name: where, from_day, to_day, member_id: memberId }) => {
    const occasion = `statement_gap:${account_id}:${from_day}:${to_day}`;
    const facts = { where, from: { day: from_day }, to: { day: to_day } };
    return knownBy(noticeOf("statement_gap", { memberId, occasion }, facts), {
      account: account_id,
    });
  });
}
