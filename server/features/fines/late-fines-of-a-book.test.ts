// After a cut-over day the sweep charges what the group's paper book would have charged (PAY-33): 120 days, day by
// day.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addMonths, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import { lateSinceByBook } from "#domain/contributions.ts";
import { inTransaction } from "#server/db/connection.ts";
import { bringDays } from "#tests/support/opening-books.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { chargeLateFines } from "./charge-late-fines.ts";

const cutOverOn = "2026-06-30";
const DAYS = 120;
const FREE_MONTHS = 3;
const FINE_CENTS = 10_000n;

type Stored = { paidUpTo: PlainDate; lastPaidOn: PlainDate | null; paidLater: number[] };

// Members paid ahead, up to date, some and many months late; the last payment before, within and after the month paid
// up to.
const stored: Stored[] = [-4, -1, 0, 1, 2, 3, 4, 5, 9].flatMap((monthsAgo, index) => {
  const paidUpTo = `${addMonths(cutOverOn, -monthsAgo).slice(0, 7)}-01`;
  return [
    { paidUpTo, lastPaidOn: null, paidLater: [] },
    { paidUpTo, lastPaidOn: addDays(cutOverOn, -31 * index), paidLater: [] },
    { paidUpTo, lastPaidOn: addDays(cutOverOn, -9 * index), paidLater: [17 + index, 60 + index] },
    { paidUpTo, lastPaidOn: "2026-03-31", paidLater: [31] },
  ];
});

let group: TestGroup;
let memberIds: number[];

beforeAll(async () => {
  group = await startGroup({ startsAt: "2026-06-30T09:00:00+03:00" });
  const treasurer = await group.official("Treasurer");
  const secGen = await group.official("Sec-Gen");
  const { rows } = await sql<{ id: number }>`
    INSERT INTO members (username, first_name, last_name, email, phone, reg_number, password_hash, status, is_active,
                         created_at, email_verified_at, approved_on)
    SELECT 'kept' || n, 'Kept', 'Member', 'kept' || n || '@example.com', '+2547' || 30000000 + n, 'KEPT/' || n, 'x', 'active',
           true, '2026-06-30', '2026-06-30', '2020-01-01' FROM generate_series(1, ${stored.length}::int) n
    RETURNING id`.execute(group.db);
  memberIds = rows.map(({ id }) => id);
  await bringDays(group.db, {
    cutOverOn,
    by: [treasurer.id, secGen.id],
    members: stored.map((member, index) => ({
      ...member,
      memberId: memberIds[index]!,
      joinedOn: "2020-01-01",
    })),
  });
});
afterAll(() => group.close());

/** An approved contribution of that day, without its entry, which nothing here reads. */
async function pay(memberId: number, day: PlainDate): Promise<void> {
  await inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month,
                            treasurer_verdict, treasurer_id, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at)
      SELECT 'contribution', ${memberId}::int, 100000, 'KEPT' || ${memberId}::text || replace(${day}::text, '-', ''), at, at, date_trunc('month', ${day}::timestamp)::date,
             'approved', min(id), at, 'approved', max(id), at
        FROM members, (SELECT ${nairobiMidnight(day)}::timestamptz AS at) moment WHERE office IS NOT NULL GROUP BY at`.execute(
      tx,
    );
  });
}

async function charged(): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ member_id: number; cents: bigint }>`
    SELECT member_id, sum(amount_cents)::bigint AS cents FROM fines GROUP BY member_id`.execute(
    group.db,
  );
  return new Map(rows.map((row) => [row.member_id, row.cents]));
}

/** The paper book charges a fine on each monthly day after the free months, and starts again with a payment. */
function byThePaperBook(member: Stored, today: PlainDate): bigint {
  const paidOn = member.paidLater.map((day) => addDays(cutOverOn, day));
  let since = lateSinceByBook(member);
  let cents = 0n;
  for (let day = since; day <= today; day = addDays(day, 1)) {
    if (paidOn.includes(day) && day > since) since = day;
    for (let month = FREE_MONTHS + 1; addMonths(since, month) <= day; month += 1)
      if (addMonths(since, month) === day && day > cutOverOn) cents += FINE_CENTS;
  }
  return cents;
}

test("each day after the cut-over day costs each member what the paper book would have charged", async () => {
  for (let day = 0; day <= DAYS; day += 1) {
    const today = addDays(cutOverOn, day);
    for (const [index, member] of stored.entries())
      if (member.paidLater.includes(day)) await pay(memberIds[index]!, today);
    await chargeLateFines(group.db, { today, now: nairobiMidnight(today) });
    if (day > 0 && day % 10 !== 0) continue;
    const found = await charged();
    for (const [index, member] of stored.entries())
      expect([today, index, found.get(memberIds[index]!) ?? 0n]).toEqual([
        today,
        index,
        byThePaperBook(member, today),
      ]);
  }
  const total = [...(await charged()).values()].reduce((sum, cents) => sum + cents, 0n);
  expect(total).toBe(33n * FINE_CENTS);
});
