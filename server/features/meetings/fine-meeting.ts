// The fines of a meeting: proposed from its marks, charged in one act, and taken back with the mark (MEET-6, MEET-7).
import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import { chargeMeetingFines, type correctMark, type getMeetingFines } from "#contract/meetings.ts";
import { assert, single } from "#domain/assert.ts";
import { chooseFines, type ProposedFine, proposeFines } from "#domain/meetings/attendance.ts";
import { type Cents, sumOf, toKes } from "#domain/money.ts";
import { Refusal, refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import {
  postOrPropose,
  proposedInstead,
  readFinedAlone,
  readSecondPersonLimit,
} from "#server/core/approvals/proposals.ts";
import { chargeFines } from "#server/core/ledger/fines.ts";
import { type OnRoll, readRoll, toMeeting } from "#server/core/meetings/read-meetings.ts";
import { lockMember, lockMembers } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { readInput } from "#server/http/read-request.ts";
import type { By, SpokenTo } from "#server/platform/request.ts";
import { growVersion, lockMeeting, recordMeeting } from "./record.ts";
import { reckonAgain } from "./resolve.ts";

/** What is left to charge, and what was charged and not taken back. */
export async function viewFines(
  reader: Reader,
  id: number,
): Promise<ReplyOf<typeof getMeetingFines>> {
  const row = await reader
    .selectFrom("meetings")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  const meeting = toMeeting(row);
  const roll = await readRoll(reader, meeting);
  const proposed = proposeFines(roll, meeting.fines);
  return {
    proposed: proposed.map(({ memberId, mark, cents }) => ({
      member: rowOf(roll, memberId).view.member,
      attendance: mark,
      amount: toKes(cents),
    })),
    total: toKes(totalOf(proposed)),
    charged: roll.flatMap(({ view: { member, fine } }) =>
      fine === null
        ? []
        : [{ member, fine_id: fine.id, amount: fine.amount, outstanding: fine.outstanding }],
    ),
  };
}

type Command = BodyOf<typeof chargeMeetingFines>;

/**
 * Charges all that is proposed, but for the exceptions. Above the limit of one official it is proposed to another
 * (BOOK-27).
 */
export async function fine(
  tx: Tx,
  by: SpokenTo,
  { id, body }: { id: number; body: Command },
): Promise<ReplyOf<typeof chargeMeetingFines>> {
  const { fined, totalCents, mostCents, number } = await charge(tx, by, { id, body });
  const limitCents = await readSecondPersonLimit(tx, "fine");
  const countedCents = await readFinedAlone(tx, by);
  if (fined.length > 0 && limitCents !== null && countedCents > limitCents)
    throw proposedInstead(by, {
      kind: "fines",
      body: { meeting_id: id, total_seen: body.total_seen, except: body.except ?? [] },
      concernsId: null,
      description: message("descriptions.finesOfMeeting", { number }),
      what: "fine",
      amountCents: totalCents,
      ...(mostCents <= limitCents ? { summed: { countedCents, aboveCents: limitCents } } : {}),
    });
  return {
    detail: by.t("done.meetings.fined", { count: fined.length, total: totalCents }),
    fined: fined.map(({ memberId, fineId, entryId }) => ({
      member_id: memberId,
      fine_id: fineId,
      entry_id: entryId,
    })),
    total: toKes(totalCents),
  };
}

const words = {
  late: "lateAtMeeting",
  absent: "absentFromMeeting",
  apology: "apologyForMeeting",
} as const;

async function charge(
  tx: Tx,
  by: By,
  { id, body, proposalId = null }: { id: number; body: Command; proposalId?: number | null },
) {
  await lockRoll(tx, id);
  const meeting = await lockMeeting(tx, id, "fine");
  const roll = await readRoll(tx, meeting);
  const except = new Map((body.except ?? []).map((each) => [each.member_id, each.reason]));
  const chosen = chooseFines(proposeFines(roll, meeting.fines), {
    except: [...except.keys()],
    totalSeenCents: body.total_seen,
  });
  if (chosen instanceof Refusal) throw chosen;
  const { charged, waived } = chosen;
  await growVersion(tx, id);
  const fined: { memberId: number; fineId: number; entryId: number }[] = [];
  for (const mark of ["late", "absent", "apology"] as const) {
    const memberIds = charged.flatMap((each) => (each.mark === mark ? [each.memberId] : []));
    if (memberIds.length === 0) continue;
    const facts = { number: meeting.number, date: { day: meeting.date } };
    const done = await chargeFines(tx, {
      memberIds,
      amountCents: meeting.fines[mark],
      description: message(`descriptions.${words[mark]}`, facts),
      meetingId: id,
      proposalId,
      by: { actorId: by.actor.id, address: by.origin.address },
      now: by.now,
    });
    assert(done.refused.size === 0, `all of meeting ${id} who are proposed can be fined`);
    fined.push(...done.fined);
  }
  await waive(tx, by, { id, waived, reasons: except });
  const totalCents = totalOf(charged);
  await recordMeeting(tx, by, "meetings.fine", id, {
    after: {
      number: meeting.number,
      people: String(charged.length),
      amount: toKes(totalCents),
      ...(waived.length > 0 ? { excepted: waived.map(namedIn(roll, except)).join("; ") } : {}),
    },
  });
  return {
    fined,
    totalCents,
    mostCents: charged.reduce((most, { cents }) => (cents > most ? cents : most), 0n),
    number: meeting.number,
  };
}

/** Members are locked before what concerns them (SAFE-2). */
async function lockRoll(tx: Tx, id: number): Promise<void> {
  const rows = await tx
    .selectFrom("meeting_roll")
    .select("member_id")
    .where("meeting_id", "=", id)
    .execute();
  if (rows.length > 0)
    await lockMembers(
      tx,
      rows.map(({ member_id: memberId }) => memberId),
    );
}

type Waiving = {
  id: number;
  waived: readonly ProposedFine[];
  reasons: ReadonlyMap<number, string>;
};

async function waive(tx: Tx, by: By, { id, waived, reasons }: Waiving): Promise<void> {
  if (waived.length === 0) return;
  const ids = waived.map(({ memberId }) => memberId);
  const because = ids.map((memberId) => reasons.get(memberId) ?? "");
  await sql`
    UPDATE meeting_roll r SET excepted_because = waived.reason, excepted_by = ${by.actor.id}, excepted_at = ${by.now}
      FROM unnest(${ids}::int[], ${because}::text[]) AS waived (member_id, reason)
     WHERE r.meeting_id = ${id} AND r.member_id = waived.member_id`.execute(tx);
}

const namedIn =
  (roll: readonly OnRoll[], reasons: ReadonlyMap<number, string>) =>
  ({ memberId }: ProposedFine): string =>
    `${rowOf(roll, memberId).view.member.reg_number}: ${reasons.get(memberId) ?? ""}`;

const totalOf = (fines: readonly ProposedFine[]): Cents => sumOf(fines, ({ cents }) => cents);

function rowOf(roll: readonly OnRoll[], memberId: number): OnRoll {
  return single(roll.filter((row) => row.memberId === memberId));
}

// What another official agreed to.

type Post<Posted> = (tx: Tx, by: By, requested: unknown, proposalId: number) => Promise<Posted>;

/** Posts proposed fines of a meeting; others as before. */
export function postingMeetingFines<Posted>(
  otherwise: Post<Posted>,
): Post<Posted | { entryId: null; amountCents: Cents; done: Message }> {
  return async (tx, by, requested, proposalId) => {
    const { meeting_id: id } = requested as { meeting_id?: number };
    if (id === undefined) return otherwise(tx, by, requested, proposalId);
    const body = readInput(chargeMeetingFines.body!, requested);
    const { fined, totalCents } = await charge(tx, by, { id, body, proposalId });
    const done = message("done.meetings.fined", { count: fined.length, total: totalCents });
    return { entryId: null, amountCents: totalCents, done };
  };
}

// A mark that bears a fine.

export type ReverseFine = (
  tx: Tx,
  by: By,
  command: { id: number; reason: string; isOfMark: true },
) => Promise<{ entryId: number; done: Message }>;

type Correction = { id: number; body: BodyOf<typeof correctMark> };

/**
 * Reverses the fine and writes the other mark, whose own fine is proposed again. Refuses a fine that is partly paid; one above
 * the limit is proposed (BOOK-27). Returns the entry that reverses.
 */
export async function correct(
  tx: Tx,
  by: SpokenTo,
  { id, body }: Correction,
  reverse: ReverseFine,
): Promise<number> {
  await lockMember(tx, body.member_id);
  await lockMeeting(tx, id, "mark");
  const entryId = await findCharge(tx, id, body.member_id);
  const requested = {
    kind: "reversal",
    body: { ...body, id: entryId, meeting_id: id },
    concernsId: null,
  } as const;
  const reversed = await postOrPropose(tx, by, requested, () =>
    writeCorrection(tx, by, { id, body }, reverse),
  );
  return reversed.entryId;
}

/** Posts a proposed correction of a mark; other reversals as before. */
export function postingCorrections(
  otherwise: Post<{ entryId: number; done: Message }>,
  reverse: ReverseFine,
): Post<{ entryId: number; done: Message }> {
  return async (tx, by, requested, proposalId) => {
    const { meeting_id: id, ...body } = requested as BodyOf<typeof correctMark> & {
      meeting_id?: number;
    };
    return id === undefined
      ? otherwise(tx, by, requested, proposalId)
      : writeCorrection(tx, by, { id, body }, reverse);
  };
}

async function writeCorrection(
  tx: Tx,
  by: By,
  { id, body }: Correction,
  reverse: ReverseFine,
): Promise<{ entryId: number; done: Message }> {
  const { member_id: memberId, attendance, reason } = body;
  await lockMember(tx, memberId);
  const meeting = await lockMeeting(tx, id, "mark");
  const chargeId = await findCharge(tx, id, memberId);
  const row = rowOf(await readRoll(tx, meeting), memberId);
  const reversed = await reverse(tx, by, { id: chargeId, reason, isOfMark: true });
  await tx
    .updateTable("meeting_roll")
    .set({ mark: attendance, marked_by: by.actor.id, marked_at: by.now })
    .where("meeting_id", "=", id)
    .where("member_id", "=", memberId)
    .execute();
  await reckonAgain(tx, meeting);
  await growVersion(tx, id);
  const { reg_number: regNumber } = row.view.member;
  await recordMeeting(tx, by, "meetings.correct-mark", id, {
    before: { attendance: `${regNumber} ${row.mark ?? "-"}` },
    after: {
      number: meeting.number,
      attendance: `${regNumber} ${attendance}`,
      reason,
      reversed_by: reversed.entryId,
    },
  });
  return reversed;
}

/** The entry that charged the member's fine of this meeting. Refuses if none rests on them. */
async function findCharge(tx: Tx, id: number, memberId: number): Promise<number> {
  const found = await tx
    .selectFrom("fines")
    .innerJoin("entries", "entries.source_id", "fines.id")
    .select("entries.id")
    .where("fines.meeting_id", "=", id)
    .where("fines.member_id", "=", memberId)
    .where("written_off_cents", "=", 0n)
    .where("entries.source_kind", "=", "fine")
    .where("entries.purpose", "=", "charge")
    .executeTakeFirst();
  if (found === undefined) throw refuse("no-meeting-fine").at("member_id");
  return found.id;
}
