// What members of a merry-go-round are notified of by its days (ROT-9): that their turn is the next one, and what they owe.
import { addDays, type PlainDate } from "#domain/calendar.ts";
import { most } from "#domain/money.ts";
import {
  type FoundRotation,
  readRotations,
  standingOn,
  statusOf,
  waitingCentsOf,
} from "#server/core/rotations/read-rotations.ts";
import { type NewNotice, noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { type Database, inTransaction } from "#server/db/connection.ts";

/** A day without a server is caught up with for so long. */
const DAYS_BACK = 7;

/** Part of the daily sweep; each once, however often it runs. */
export async function remindOfTurns(
  db: Database,
  { today, now }: { today: PlainDate; now: Date },
): Promise<void> {
  const rows = await db
    .selectFrom("rotation_turns")
    .select("rotation_id")
    .distinct()
    .where("due_on", ">=", addDays(today, -DAYS_BACK))
    .orderBy("rotation_id")
    .execute();
  for (const { rotation_id: id } of rows) {
    const [found] = await readRotations(db, [id]);
    const notices = found === undefined ? [] : noticesOf(found, today);
    if (notices.length > 0) await inTransaction(db, (tx) => writeNotices(tx, { notices, now }));
  }
}

function noticesOf(found: FoundRotation, today: PlainDate): NewNotice[] {
  const standing = standingOn(found, today);
  if (standing === null || statusOf(standing, today) === "ended") return [];
  const { id, name } = found.row;
  const next = standing.turns.find(({ dueOn }) => dueOn > today);
  const last = standing.turns.findLast(({ dueOn }) => dueOn <= today);
  const turnComes =
    next === undefined || last === undefined
      ? []
      : [
          noticeOf(
            "rotation_turn_next",
            {
              memberId: next.receiverId,
              occasion: `rotation_turn_next:${id}:${next.number}:${next.receiverId}`,
            },
            { name, day: { day: next.dueOn } },
          ),
        ];
  const owed = standing.members.flatMap(({ memberId, owesNowCents }) => {
    const amount = most(0n, owesNowCents - waitingCentsOf(found, memberId));
    if (amount === 0n || last === undefined) return [];
    const occasion = `rotation_owed:${id}:${last.dueOn}`;
    return [noticeOf("rotation_owed", { memberId, occasion }, { name, amount })];
  });
  return [...turnComes, ...owed];
}
