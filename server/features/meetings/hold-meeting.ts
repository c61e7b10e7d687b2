// Opens, closes and cancels a meeting (MEET-2, MEET-3, MEET-5).
import { sql } from "kysely";
import { nairobiDate } from "#domain/calendar.ts";
import { countMarks, quorumOf, whoWasThere } from "#domain/meetings/attendance.ts";
import { whyNotOpened } from "#domain/meetings/meeting-steps.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { readFundBalances } from "#server/core/funds/read-funds.ts";
import { readBankCents, readCashCents } from "#server/core/ledger/bank.ts";
import { readRoll } from "#server/core/meetings/read-meetings.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { tellClosed, tellOfMeeting } from "./notices.ts";
import { type LockedMeeting, lockMeeting, recordMeeting } from "./record.ts";

/** Takes the roll: those who count as active users at this moment. Refuses a day before the meeting's. */
export async function open(tx: Tx, by: By, id: number): Promise<LockedMeeting> {
  const meeting = await lockMeeting(tx, id, "open");
  const refusal = whyNotOpened(meeting.date, nairobiDate(by.now));
  if (refusal !== null) throw refusal;
  const roll = await readRoll(tx, meeting);
  await tx
    .updateTable("meetings")
    .set(({ eb }) => ({
      status: "open",
      opened_by: by.actor.id,
      opened_at: by.now,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  if (roll.length > 0)
    await tx
      .insertInto("meeting_roll")
      .values(roll.map(({ memberId }) => ({ meeting_id: id, member_id: memberId })))
      .execute();
  await recordMeeting(tx, by, "meetings.open", id, {
    after: { number: meeting.number, people: String(roll.length) },
  });
  return meeting;
}

/** Makes all who are unmarked absent. Refuses while chair or secretary are not among those who were there. */
export async function close(tx: Tx, by: By, id: number): Promise<LockedMeeting> {
  const meeting = await lockMeeting(tx, id, "close");
  const roll = await readRoll(tx, meeting);
  const there = whoWasThere(roll);
  const { chair_id: chairId, secretary_id: secretaryId } = meeting.row;
  if (chairId === null || !there.has(chairId)) throw refuse("chair-not-there").at("chair_id");
  if (secretaryId === null || !there.has(secretaryId))
    throw refuse("secretary-not-there").at("secretary_id");
  await tx
    .updateTable("meeting_roll")
    .set({ mark: "absent", marked_by: by.actor.id, marked_at: by.now })
    .where("meeting_id", "=", id)
    .where("mark", "is", null)
    .execute();
  const bankCents = await readBankCents(tx);
  const cashCents = await readCashCents(tx);
  const funds = (await readFundBalances(tx)).filter(({ isClosed }) => !isClosed);
  await tx
    .updateTable("meetings")
    .set(({ eb }) => ({
      status: "closed",
      closed_by: by.actor.id,
      closed_at: by.now,
      version: eb("version", "+", 1),
    }))
    .set({
      bank_cents: bankCents,
      cash_cents: cashCents === 0n ? null : cashCents,
      fund_balances:
        funds.length === 0
          ? null
          : JSON.stringify(
              funds.map(({ id: fundId, name, balanceCents }) => ({
                id: fundId,
                name,
                cents: Number(balanceCents),
              })),
            ),
    })
    .where("id", "=", id)
    .execute();
  const { there: count, needed } = quorumOf(meeting.quorum, countMarks(roll));
  await recordMeeting(tx, by, "meetings.close", id, {
    after: { number: meeting.number, people: `${count} / ${roll.length}`, quorum: String(needed) },
  });
  const countedCents = await readCounted(tx, id);
  const held = { countedCents, bankCents, cashCents };
  await tellClosed(tx, by, { number: meeting.number, roll, there: count, ...held });
  return meeting;
}

/** The cash that was counted at the table, in cents. */
async function readCounted(tx: Tx, meetingId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    SELECT coalesce(sum(counted_cents), 0)::bigint AS cents FROM collections
     WHERE meeting_id = ${meetingId} AND status <> 'rejected'`.execute(tx);
  return rows[0]?.cents ?? 0n;
}

/** Refuses while something rests on it. */
export async function cancel(
  tx: Tx,
  by: By,
  { id, reason }: { id: number; reason: string },
): Promise<LockedMeeting> {
  const meeting = await lockMeeting(tx, id, "cancel");
  const { rows } = await sql<{ rests: boolean }>`
    SELECT EXISTS (SELECT FROM fines WHERE meeting_id = ${id} AND written_off_cents = 0)
        OR EXISTS (SELECT FROM collections WHERE meeting_id = ${id} AND status <> 'rejected')
        OR EXISTS (SELECT FROM meeting_resolutions WHERE meeting_id = ${id}) AS rests`.execute(tx);
  if (rows[0]?.rests === true) throw refuse("meeting-rested-on");
  await tx
    .updateTable("meetings")
    .set(({ eb }) => ({
      status: "cancelled",
      cancelled_by: by.actor.id,
      cancelled_at: by.now,
      cancelled_because: reason,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await recordMeeting(tx, by, "meetings.cancel", id, {
    after: { number: meeting.number, date: meeting.date, reason },
  });
  await tellOfMeeting(tx, by, "meeting_cancelled", meeting);
  return meeting;
}
