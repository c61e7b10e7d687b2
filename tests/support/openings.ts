// Members from the group's book without any money, so nothing to post.
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";

export type BookDays = {
  memberId: number;
  paidUpTo: PlainDate;
  lastPaidOn: PlainDate | null;
  joinedOn: PlainDate;
};

/** As an accepted sheet leaves it, proposed by one of `by` and accepted by the other as Sec-Gen. */
export async function bringDays(
  db: Database,
  brought: { cutOverOn: PlainDate; members: readonly BookDays[]; by: [number, number] },
): Promise<void> {
  const { cutOverOn, members, by } = brought;
  await inTransaction(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO openings (cut_over_on, digest, book, totals, members, loans, savings_cents, difference_cents, proposed_by,
                            proposed_at, outcome, decided_by, decided_office, decided_at)
      VALUES (${cutOverOn}, sha256('days'), '{}', '[]', ${members.length}, 0, 0, 0, ${by[0]}, now(), 'accepted', ${by[1]},
              'Sec-Gen', now())
      RETURNING id`.execute(tx);
    await tx
      .insertInto("opening_members")
      .values(
        members.map((member, index) => ({
          opening_id: rows[0]!.id,
          member_id: member.memberId,
          row: index + 2,
          savings_cents: 0n,
          paid_up_to: member.paidUpTo,
          last_paid_on: member.lastPaidOn,
          unpaid_fines_cents: 0n,
          joined_on: member.joinedOn,
          is_new: false,
        })),
      )
      .execute();
  });
}
