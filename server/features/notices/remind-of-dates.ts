// What goes out each day: the digest of what waits for each official (NOTE-9), and reminders of dates (NOTE-2).
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import { nairobiDate, addDays, addMonths, daysBetween, type PlainDate } from "#domain/calendar.ts";
import { paidUpTo } from "#domain/contributions.ts";
import type { MeetingKind } from "#domain/meetings/meeting-steps.ts";
import type { Cents } from "#domain/money.ts";
import { broughtForward } from "#server/core/members/brought-forward.ts";
import { noticesOfMeetings } from "#server/core/meetings/meeting-notices.ts";
import { leftOfRowsBy, leftToRepay, readWaiting } from "#server/core/notices/still-true.ts";
import {
  knownBy,
  noticeOf,
  writeNotices,
  type NewNotice,
} from "#server/core/notices/write-notices.ts";
import { inTransaction, type Database, type Reader } from "#server/db/connection.ts";

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
 * once, however often the sweep runs.
 */
export async function remindOfDates(db: Database, day: Day): Promise<void> {
  const notices = [
    ...(await contributionReminders(db, day)),
    ...(await loanReminders(db, day)),
    ...(await instalmentReminders(db, day)),
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
  monthly_cents: Cents;
  reminder_days: number;
};

/** `reminder_days` before the end of the paid months, and on that day. What waits for the offices counts as paid (PAY-20). */
async function contributionReminders(reader: Reader, { today }: Day): Promise<NewNotice[]> {
  const { rows } = await sql<Payer>`
    SELECT m.id AS member_id, coalesce(m.approved_on, (m.created_at AT TIME ZONE 'Africa/Nairobi')::date) AS joined_on,
           book.paid_up_to AS book_paid_up_to, coalesce(paid.cents, 0)::bigint AS total_paid_cents,
           g.monthly_contribution_cents AS monthly_cents, g.reminder_days
      FROM members m CROSS JOIN group_settings g
      LEFT JOIN ${broughtForward} book ON book.member_id = m.id
      LEFT JOIN (SELECT member_id, sum(amount_cents) AS cents FROM payments
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
    const to = { memberId: row.member_id, occasion: `contribution_due:${end}:${days}` };
    const amount = row.monthly_cents;
    if (days === 0) return [noticeOf("contribution_due_today", to, { amount })];
    if (days !== row.reminder_days) return [];
    return [noticeOf("contribution_due", to, { amount, due: { day: end } })];
  });
}

const DAYS_BEFORE = [7, 1, 0];
const DAYS_LATE = [1, 7, 30];
const REMINDED = [...DAYS_BEFORE, ...DAYS_LATE.map((late) => -late)];

/** Of loans with one due day; those of a product go by their instalments. */
async function loanReminders(reader: Reader, { today }: Day): Promise<NewNotice[]> {
  const loans = await reader
    .selectFrom("loans")
    .select(["id", "member_id", "expiry_date"])
    .select(leftToRepay.as("left_cents"))
    .where("status", "in", ["active", "default"])
    .where("version", "is", null)
    .where(
      "expiry_date",
      "in",
      REMINDED.map((each) => addDays(today, each)),
    )
    .orderBy("id")
    .execute();
  return loans.flatMap(({ id, member_id: memberId, left_cents: left, expiry_date: due }) => {
    if (due === null || left <= 0n) return [];
    const ahead = daysBetween(today, due);
    const about = { kind: "loan", id } as const;
    if (ahead >= 0) {
      const to = { memberId, about, occasion: `loan_due:${id}:${ahead}` };
      return [noticeOf("loan_due", to, { days: ahead, due: { day: due }, left })];
    }
    const to = { memberId, about, occasion: `loan_late:${id}:${-ahead}` };
    return [noticeOf("loan_late", to, { days: -ahead, left })];
  });
}

/** On the same days about each instalment of a loan of a product that is not whole (LEND-2). */
async function instalmentReminders(reader: Reader, { today }: Day): Promise<NewNotice[]> {
  const rows = await reader
    .selectFrom("loans")
    .innerJoin("loan_rows", (join) =>
      join
        .onRef("loan_rows.loan_id", "=", "loans.id")
        .onRef("loan_rows.version", "=", "loans.version"),
    )
    .select(["loans.id", "loans.member_id", "loan_rows.due_on"])
    // Of the instalments due by then the newest is paid last.
    .select(
      sql<Cents>`least(loan_rows.interest_cents + loan_rows.principal_cents, ${leftOfRowsBy(sql`loan_rows.due_on`)})`.as(
        "left_cents",
      ),
    )
    .where("loans.status", "in", ["active", "default"])
    .where("loan_rows.number", "is not", null)
    .where(
      "loan_rows.due_on",
      "in",
      REMINDED.map((each) => addDays(today, each)),
    )
    .orderBy("loans.id")
    .orderBy("loan_rows.place")
    .execute();
  return rows.flatMap(({ id, member_id: memberId, due_on: dueOn, left_cents: left }) => {
    if (left <= 0n) return [];
    const days = daysBetween(today, dueOn);
    const event = days >= 0 ? "instalment_due" : "instalment_late";
    const occasion = `${event}:${id}:${dueOn}:${Math.abs(days)}`;
    const to = { memberId, about: { kind: "loan", id } as const, occasion };
    return [noticeOf(event, to, { days: Math.abs(days), due: { day: dueOn }, left })];
  });
}

/** The day before a meeting (MEET-11). */
async function meetingReminders(reader: Reader, { today }: Day): Promise<NewNotice[]> {
  const date = addDays(today, 1);
  const rows = await reader
    .selectFrom("meetings")
    .select(["id", "kind", "number", "held_at as time", "place"])
    .where("status", "=", "called")
    .where("held_on", "=", date)
    .orderBy("number")
    .execute();
  return noticesOfMeetings(reader, {
    event: "meeting_tomorrow",
    // The database admits no other words (meetings_kind).
    meetings: rows.map((row) => ({ ...row, kind: row.kind as MeetingKind, date })),
    occasionOf: ({ id }) => `meeting_tomorrow:${id}:${date}`,
  });
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
