// Meetings as answers show them, with the roll as it stands (MEET-2 to MEET-5).
import { sql } from "kysely";
import type { MeetingSummary, MeetingView, RollRowView } from "#contract/meetings.ts";
import type { Person } from "#contract/people.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import {
  type Attendance,
  countMarks,
  type MarkCounts,
  quorumOf,
  type RollRow,
} from "#domain/meetings/attendance.ts";
import type { MeetingKind, MeetingStatus } from "#domain/meetings/meeting-steps.ts";
import { whyNoFine } from "#domain/members/member-status.ts";
import { type Cents, toKes } from "#domain/money.ts";
import {
  byName,
  countActiveMembers,
  fullName,
  personColumns,
  personIn,
  selectActiveMembers,
  stateOf,
  toPerson,
} from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import { readCollected } from "./read-collected.ts";
import { readMinutes } from "./read-minutes.ts";
import { readCorrections, readResolutionsOf } from "./read-resolutions.ts";

type Filter = {
  status?: MeetingStatus | undefined;
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
};

/** The meetings, newest first; `count` without the page. */
export async function readMeetings(
  reader: Reader,
  { filter, page }: { filter: Filter; page: Page | null },
): Promise<{ meetings: MeetingSummary[]; count?: number }> {
  const { status, from, to } = filter;
  const chosen = reader
    .selectFrom("meetings")
    .$if(status !== undefined, (meetings) => meetings.where("status", "=", status ?? ""))
    .$if(from !== undefined, (meetings) => meetings.where("held_on", ">=", from ?? ""))
    .$if(to !== undefined, (meetings) => meetings.where("held_on", "<=", to ?? ""));
  const newest = chosen.select("id").orderBy("held_on", "desc").orderBy("number", "desc");
  const rows = await selectMeetings(reader)
    .select(marks.as("marks"))
    .where("id", "in", inPage(newest, page))
    .orderBy("held_on", "desc")
    .orderBy("number", "desc")
    .execute();
  const unmarked = rows.some(({ status: each }) => each === "called")
    ? await countActiveMembers(reader)
    : 0;
  const ids = rows.map(({ id }) => id);
  const corrections = await readCorrections(reader, ids);
  const minutesOf = await readMinutes(reader, ids);
  const collectedAt = await readCollected(reader, ids);
  const meetings = rows.map((row) => ({
    ...viewSummary(row, countsOf(row, unmarked)),
    ...minutesOf(row.id),
    collected: collectedAt(row.id),
    corrections: corrections.get(row.id) ?? [],
  }));
  if (page === null) return { meetings };
  const { count } = await chosen
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { meetings, count: Number(count) };
}

/** One meeting whole, or undefined. */
export async function readMeeting(reader: Reader, id: number): Promise<MeetingView | undefined> {
  const row = await selectMeetings(reader).where("id", "=", id).executeTakeFirst();
  if (row === undefined) return undefined;
  const roll = await readRoll(reader, toMeeting(row));
  return {
    ...viewSummary(row, countMarks(roll)),
    ...(await readMinutes(reader, [id]))(id),
    collected: (await readCollected(reader, [id]))(id),
    corrections: (await readCorrections(reader, [id])).get(id) ?? [],
    items: itemsOf(row),
    roll: roll.map(({ view }) => view),
    resolutions: await readResolutionsOf(reader, id),
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMeetings>["executeTakeFirstOrThrow"]>>;

function selectMeetings(reader: Reader) {
  return reader
    .selectFrom("meetings")
    .selectAll()
    .select([personIn("chair_id").as("chair"), personIn("secretary_id").as("secretary")]);
}

/** Of lists, which do not read the roll. */
const marks = sql<MarkCounts>`(
  SELECT json_build_object(
           'present', count(*) FILTER (WHERE r.mark = 'present'), 'late', count(*) FILTER (WHERE r.mark = 'late'),
           'apology', count(*) FILTER (WHERE r.mark = 'apology'), 'absent', count(*) FILTER (WHERE r.mark = 'absent'),
           'unmarked', count(*) FILTER (WHERE r.mark IS NULL))
    FROM meeting_roll r WHERE r.meeting_id = meetings.id)`;

/** Before it opens those who would be on the roll are unmarked. */
function countsOf(row: Row & { marks: MarkCounts }, active: number): MarkCounts {
  return row.status === "called" ? { ...row.marks, unmarked: active } : row.marks;
}

function viewSummary(
  row: Row,
  counts: MarkCounts,
): Omit<MeetingSummary, "collected" | "corrections" | "minutes" | "signed"> {
  return {
    id: row.id,
    number: row.number,
    // The database admits no other words (meetings_kind, meetings_status).
    kind: row.kind as MeetingKind,
    date: row.held_on,
    time: row.held_at?.slice(0, 5) ?? null,
    place: row.place,
    chair: row.chair,
    secretary: row.secretary,
    fine_late: toKes(row.fine_late_cents),
    fine_absent: toKes(row.fine_absent_cents),
    fine_apology: toKes(row.fine_apology_cents),
    status: row.status as MeetingStatus,
    counts,
    quorum: quorumOf(row.quorum, counts),
    balances:
      row.bank_cents === null
        ? null
        : {
            bank: toKes(row.bank_cents),
            cash: toKes(row.cash_cents ?? 0n),
            funds: heldBy(row.fund_balances),
          },
    version: row.version,
    edits: row.edits,
  };
}

type FundAtClose = { id: number; name: string; cents: number };

/** What each fund held at the close, as it was stored. */
function heldBy(balances: unknown): { id: number; name: string; balance: number }[] {
  return ((balances ?? []) as readonly FundAtClose[]).map(({ id, name, cents }) => ({
    id,
    name,
    balance: toKes(BigInt(cents)),
  }));
}

export type MeetingItem = { title: string; notes: string | null };

/** As they were written (contract/meetings.ts). */
export function itemsOf(row: { items: unknown }): MeetingItem[] {
  const items = row.items as readonly MeetingItem[];
  return items.map(({ title, notes }) => ({ title, notes }));
}

export type Meeting = {
  id: number;
  number: number;
  kind: MeetingKind;
  date: PlainDate;
  status: MeetingStatus;
  quorum: string;
  fines: { late: Cents; absent: Cents; apology: Cents };
};

/** A row of `meetings`. */
export function toMeeting(row: Omit<MeetingRow, "chair">): Meeting {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind as MeetingKind,
    date: row.held_on,
    status: row.status as MeetingStatus,
    quorum: row.quorum,
    fines: {
      late: row.fine_late_cents,
      absent: row.fine_absent_cents,
      apology: row.fine_apology_cents,
    },
  };
}

type MeetingRow = Pick<
  Row,
  | "chair"
  | "fine_absent_cents"
  | "fine_apology_cents"
  | "fine_late_cents"
  | "held_on"
  | "id"
  | "kind"
  | "number"
  | "quorum"
  | "status"
>;

/** A person of the roll, as the rules and as answers have them. */
export type OnRoll = RollRow & { view: RollRowView };

/** By name. Of a meeting that has not opened, who would be on it now. */
export async function readRoll(reader: Reader, meeting: Meeting): Promise<OnRoll[]> {
  if (meeting.status === "called") return readRollToBe(reader);
  const rows = await byName(
    reader
      .selectFrom("members")
      .innerJoin("meeting_roll", "meeting_roll.member_id", "members.id")
      .leftJoin("fines", (fine) =>
        fine
          .onRef("fines.meeting_id", "=", "meeting_roll.meeting_id")
          .onRef("fines.member_id", "=", "members.id")
          .on("written_off_cents", "=", 0n),
      )
      .select(personColumns)
      .select(["members.status", "members.is_active", "members.exited_on"])
      .select(["mark", "marked_at", "excepted_because", personIn("marked_by").as("marker")])
      .select(["fines.id as fine_id", "fines.amount_cents", "fines.paid_cents"])
      .where("meeting_roll.meeting_id", "=", meeting.id),
  ).execute();
  return rows.map((row) =>
    toOnRoll(row, {
      // The database admits no other words (meeting_roll_mark).
      mark: row.mark as Attendance | null,
      by: row.marker,
      at: row.marked_at,
      excepted: row.excepted_because,
      fine:
        row.fine_id === null || row.amount_cents === null || row.paid_cents === null
          ? null
          : {
              id: row.fine_id,
              amount: toKes(row.amount_cents),
              outstanding: toKes(row.amount_cents - row.paid_cents),
            },
      mayBeFined: whyNoFine(stateOf(row)) === null,
    }),
  );
}

async function readRollToBe(reader: Reader): Promise<OnRoll[]> {
  const rows = await byName(selectActiveMembers(reader).select(personColumns)).execute();
  return rows.map((row) =>
    toOnRoll(row, { mark: null, by: null, at: null, excepted: null, fine: null, mayBeFined: true }),
  );
}

function toOnRoll(
  row: Parameters<typeof toPerson>[0],
  marked: {
    mark: Attendance | null;
    by: Person | null;
    at: Date | null;
    excepted: string | null;
    fine: RollRowView["fine"];
    mayBeFined: boolean;
  },
): OnRoll {
  return {
    memberId: row.member_id,
    name: fullName(row),
    mark: marked.mark,
    hasFine: marked.fine !== null,
    isExcepted: marked.excepted !== null,
    mayBeFined: marked.mayBeFined,
    view: {
      member: toPerson(row),
      attendance: marked.mark,
      by: marked.by,
      at: marked.at === null ? null : nairobiIso(marked.at),
      fine: marked.fine,
      excepted: marked.excepted,
    },
  };
}
