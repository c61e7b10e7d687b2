// The month in a page: what a member saved and owes, what the group holds, whether it was reconciled, and the log's
// fingerprint (NOTE-1), sent on the first day of the next month.
import { sql } from "kysely";
import { addDays, addMonths, firstOfMonth, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { inTransaction, type Database, type Reader } from "#server/db/connection.ts";

const AT_ONCE = 500;

/** Nothing on other days. Each member has one page a month, however often it is called. */
export async function sendMonthPage(db: Database, now: Date): Promise<void> {
  const today = nairobiDate(now);
  if (today !== firstOfMonth(today)) return;
  const month = addMonths(today, -1);
  const lastDay = addDays(today, -1);
  const head = await readTreeHead(db);
  const { total, is_reconciled } = await readGroup(db, lastDay);
  const members = await readMembers(db, lastDay);
  const notices = members.map(({ member_id: memberId, saved, owed }) =>
    noticeOf(
      "month_page",
      { memberId, occasion: `month_page:${month}` },
      {
        month: { month },
        saved,
        owed,
        total,
        reconciled: is_reconciled ? "yes" : "no",
        fingerprint: head?.fingerprint ?? "-",
      },
    ),
  );
  for (let start = 0; start < notices.length; start += AT_ONCE)
    await inTransaction(db, (tx) =>
      writeNotices(tx, { notices: notices.slice(start, start + AT_ONCE), now }),
    );
}

async function readGroup(reader: Reader, lastDay: PlainDate) {
  const { rows } = await sql<{ total: Cents; is_reconciled: boolean }>`
    SELECT (SELECT coalesce(-sum(amount_cents), 0)::bigint FROM (
              SELECT amount_cents FROM member_balances WHERE account = 'monthly_contribution'
              UNION ALL
              SELECT amount_cents FROM postings_to_sum WHERE account = 'monthly_contribution' AND member_id IS NOT NULL) saved)
             AS total,
           (SELECT count(DISTINCT office) = 2 FROM reconciliation_acceptances WHERE on_day = ${lastDay}::date) AS is_reconciled`.execute(
    reader,
  );
  const [group] = rows;
  if (group === undefined) throw new Error("a SELECT without FROM gives one row");
  return group;
}

/** Whoever was in the group by then, and still is. */
async function readMembers(reader: Reader, lastDay: PlainDate) {
  const { rows } = await sql<{ member_id: number; saved: Cents; owed: Cents }>`
    SELECT m.id AS member_id, coalesce(saved.cents, 0)::bigint AS saved,
           (coalesce(loans.cents, 0) + coalesce(fines.cents, 0))::bigint AS owed
      FROM members m
      LEFT JOIN (SELECT member_id, -sum(amount_cents) AS cents FROM (
                   SELECT member_id, amount_cents FROM member_balances WHERE account = 'monthly_contribution'
                   UNION ALL
                   SELECT member_id, amount_cents FROM postings_to_sum WHERE account = 'monthly_contribution') one
                  GROUP BY member_id) saved ON saved.member_id = m.id
      LEFT JOIN (SELECT member_id, sum(balance_cents) AS cents FROM loans WHERE status IN ('active', 'default')
                  GROUP BY member_id) loans ON loans.member_id = m.id
      LEFT JOIN (SELECT member_id, sum(amount_cents - paid_cents - written_off_cents) AS cents FROM fines GROUP BY member_id)
             fines ON fines.member_id = m.id
     WHERE m.is_active AND m.status IN ('active', 'dormant') AND m.exited_on IS NULL AND m.approved_on <= ${lastDay}::date
     ORDER BY m.id`.execute(reader);
  return rows;
}
