// What members are notified of as meetings are called, moved, cancelled and closed (MEET-11).
import { nairobiDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { noticesOfMeetings } from "#server/core/meetings/meeting-notices.ts";
import type { Meeting, OnRoll } from "#server/core/meetings/read-meetings.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";

type Heading = Pick<Meeting, "id" | "kind" | "number"> & {
  row: { held_on: string; held_at: string | null; place: string };
};

/** Nobody is notified of a meeting whose day has passed. */
export async function tellOfMeeting(
  tx: Tx,
  { now }: By,
  event: "meeting_called" | "meeting_cancelled" | "meeting_moved",
  { row, ...named }: Heading,
): Promise<void> {
  const { held_on: date, held_at: time, place } = row;
  if (date < nairobiDate(now)) return;
  const meetings = [{ ...named, date, time, place }];
  await writeNotices(tx, { notices: await noticesOfMeetings(tx, { event, meetings }), now });
}

type Closed = {
  number: number;
  roll: readonly OnRoll[];
  there: number;
  /** What collections that were not rejected by then counted. */
  countedCents: Cents;
  bankCents: Cents;
  cashCents: Cents;
};

/** To each on the roll, with the mark that it had at the close; of cash only where there is some. */
export async function tellClosed(
  tx: Tx,
  { now }: By,
  { number, roll, there, countedCents: counted, bankCents: bank, cashCents: cash }: Closed,
): Promise<void> {
  const hasCash = counted > 0n || cash > 0n;
  const notices = roll.map(({ memberId, mark }) => {
    const facts = { number, there, people: roll.length, mark: mark ?? "absent", bank };
    return hasCash
      ? noticeOf("meeting_closed_with_cash", { memberId }, { ...facts, counted, cash })
      : noticeOf("meeting_closed", { memberId }, facts);
  });
  await writeNotices(tx, { notices, now });
}

/** To each on the roll of the meeting whose minutes they are. */
export async function tellAdopted(
  tx: Tx,
  { now }: By,
  { id, number, date }: Pick<Meeting, "id" | "number" | "date">,
): Promise<void> {
  const roll = await tx
    .selectFrom("meeting_roll")
    .select("member_id")
    .where("meeting_id", "=", id)
    .orderBy("member_id")
    .execute();
  const notices = roll.map(({ member_id: memberId }) =>
    noticeOf("minutes_adopted", { memberId }, { number, date: { day: date } }),
  );
  await writeNotices(tx, { notices, now });
}
