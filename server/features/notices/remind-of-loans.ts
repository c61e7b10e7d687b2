// Reminders of loans and their instalments, before they are due and while they are late (NOTE-2); part of the daily sweep. What
// waits for the offices counts as paid (PAY-40).
import { sql } from "kysely";
import { addDays, daysBetween, type PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { dueReminder, FIRST_REMINDER_DAYS } from "#domain/notices/reminder-days.ts";
import { leftOfRowsBy, leftToRepay } from "#server/core/notices/still-true.ts";
import { noticeOf, type NewNotice } from "#server/core/notices/write-notices.ts";
import type { Reader } from "#server/db/connection.ts";

/** Of loans with one due day; those of a product go by their instalments. */
export async function loanReminders(reader: Reader, today: PlainDate): Promise<NewNotice[]> {
  const loans = await reader
    .selectFrom("loans")
    .select(["id", "member_id", "expiry_date"])
    .select(leftToRepay.as("left_cents"))
    .where("status", "in", ["active", "default"])
    .where("version", "is", null)
    .where("expiry_date", "<=", addDays(today, FIRST_REMINDER_DAYS))
    .orderBy("id")
    .execute();
  return loans.flatMap(({ id, member_id: memberId, left_cents: left, expiry_date: due }) => {
    const reminder = due === null ? null : dueReminder(daysBetween(today, due));
    if (due === null || reminder === null || left <= 0n) return [];
    const ahead = daysBetween(today, due);
    const about = { kind: "loan", id } as const;
    if (ahead >= 0) {
      const to = { memberId, about, occasion: `loan_due:${id}:${reminder}` };
      return [noticeOf("loan_due", to, { days: ahead, due: { day: due }, left })];
    }
    const to = { memberId, about, occasion: `loan_late:${id}:${-reminder}` };
    return [noticeOf("loan_late", to, { days: -ahead, left })];
  });
}

/** On the same days about each instalment of a loan of a product that is not whole (LEND-2). */
export async function instalmentReminders(reader: Reader, today: PlainDate): Promise<NewNotice[]> {
  // Loans that are behind are few, so only of those every past row is looked at.
  const { rows } = await sql<{ id: number; member_id: number; due_on: PlainDate; left: Cents }>`
    WITH running AS MATERIALIZED (
      SELECT loans.id, ${leftOfRowsBy(today)} > 0 AS is_behind FROM loans
       WHERE loans.status IN ('active', 'default') AND loans.version IS NOT NULL)
    SELECT loans.id, loans.member_id, r.due_on,
           -- Of the instalments due by then the newest is paid last.
           least(r.interest_cents + r.principal_cents, ${leftOfRowsBy(sql<PlainDate>`r.due_on`)}) AS left
      FROM running JOIN loans USING (id)
      JOIN loan_rows r ON r.loan_id = loans.id AND r.version = loans.version AND r.number IS NOT NULL
     WHERE r.due_on <= ${addDays(today, FIRST_REMINDER_DAYS)}::date AND (r.due_on >= ${today}::date OR running.is_behind)
     ORDER BY loans.id, r.place`.execute(reader);
  return rows.flatMap(({ id, member_id: memberId, due_on: dueOn, left }) => {
    const days = daysBetween(today, dueOn);
    const reminder = dueReminder(days);
    if (left <= 0n || reminder === null) return [];
    const event = days >= 0 ? "instalment_due" : "instalment_late";
    const occasion = `${event}:${id}:${dueOn}:${Math.abs(reminder)}`;
    const to = { memberId, about: { kind: "loan", id } as const, occasion };
    return [noticeOf(event, to, { days: Math.abs(days), due: { day: dueOn }, left })];
  });
}
