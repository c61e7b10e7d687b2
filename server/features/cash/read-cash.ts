// What the books have of cash at the end of a day, since when, and the last count (CASH-3, CASH-4).
import { sql } from "kysely";
import type { getCash } from "#contract/cash.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { otherOffice } from "#domain/approvals/two-officials.ts";
import { countDifference } from "#domain/cash/count.ts";
import { type Cents, fromKes, toKes } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import type { Person } from "#contract/people.ts";
import type { ProposedCount } from "#server/core/approvals/proposals.ts";
import { summedDays } from "#server/core/ledger/balances.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";

export async function readCash(reader: Reader, date: PlainDate): Promise<ReplyOf<typeof getCash>> {
  const { balance_cents, held_since } = await readHeld(reader, date);
  return {
    date,
    balance: toKes(balance_cents),
    held_since,
    last_count: await readLastCount(reader, date),
  };
}

/** The balance at the end of the day, and the first day since it was last 0. */
async function readHeld(reader: Reader, date: PlainDate) {
  const { rows } = await sql<{ balance_cents: Cents; held_since: PlainDate | null }>`
    WITH days AS (
      SELECT day, sum(sum(amount_cents)) OVER (ORDER BY day) AS held
        FROM ${summedDays({ end: date })} WHERE account = 'cash' GROUP BY day)
    SELECT coalesce((SELECT held FROM days ORDER BY day DESC LIMIT 1), 0)::bigint AS balance_cents,
           (SELECT min(day) FROM days
             WHERE held > 0 AND day > coalesce((SELECT max(day) FROM days WHERE held <= 0), '-infinity')) AS held_since`.execute(
    reader,
  );
  return rows[0]!;
}

/** The last that both offices agreed to by the end of the day, unless its difference was reversed since. */
async function readLastCount(
  reader: Reader,
  date: PlainDate,
): Promise<ReplyOf<typeof getCash>["last_count"]> {
  const { rows } = await sql<{
    count: ProposedCount;
    proposed_at: Date;
    proposed_office: Office;
    decided_at: Date;
    proposer: Person;
    agreed: Person;
  }>`
    SELECT q.asked AS count, q.proposed_at, q.proposed_office, q.decided_at, ${personIn("q.proposed_by")} AS proposer,
           ${personIn("q.decided_by")} AS agreed
      FROM proposals q
     WHERE q.kind = 'cash_count' AND q.outcome = 'agreed'
       AND q.decided_at < (${date}::date + 1)::timestamp AT TIME ZONE 'Africa/Nairobi'
       AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = q.entry_id)
     ORDER BY q.decided_at DESC, q.id DESC LIMIT 1`.execute(reader);
  const [row] = rows;
  if (row === undefined) return null;
  const { counted, books_seen: books, reason } = row.count;
  const cents = { countedCents: fromKes(counted), booksCents: fromKes(books) };
  return {
    counted,
    books,
    difference: toKes(countDifference(cents)),
    reason,
    by: [
      { office: row.proposed_office, by: row.proposer, at: nairobiIso(row.proposed_at) },
      { office: otherOffice(row.proposed_office), by: row.agreed, at: nairobiIso(row.decided_at) },
    ],
  };
}
