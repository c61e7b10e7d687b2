// Calls a meeting and changes its heading and items (MEET-1, MEET-2).
import { isDeepStrictEqual } from "node:util";
import type { BodyOf } from "#contract/endpoint.ts";
import type { callMeeting, changeMeeting } from "#contract/meetings.ts";
import { addYears, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { type MeetingKind, whyNotStep } from "#domain/meetings/meeting-steps.ts";
import { toKes } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { itemsOf } from "#server/core/meetings/read-meetings.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { AuditFacts } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockMeetings } from "#server/db/locks.ts";
import type { By } from "#server/platform/request.ts";
import { tellOfMeeting } from "./notices.ts";
import { type LockedMeeting, lockMeeting, recordMeeting } from "./record.ts";

/** With the group's quorum and fines of now. Returns its id and number. */
export async function call(
  tx: Tx,
  by: By,
  body: BodyOf<typeof callMeeting>,
): Promise<{ id: number; number: number }> {
  const { meetings } = await readGroupSettings(tx);
  if (!meetings.areOn) throw refuse("meetings-off");
  await lockMeetings(tx);
  await requireDay(tx, by, { kind: body.kind, date: body.date, exceptId: 0 });
  const newest = await tx
    .selectFrom("meetings")
    .select("number")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const columns = {
    kind: body.kind,
    held_on: body.date,
    held_at: body.time ?? null,
    place: body.place,
    items: JSON.stringify(body.items ?? []),
    chair_id: body.chair_id ?? (await holderOf(tx, "Chairperson")),
    secretary_id: body.secretary_id ?? (await holderOf(tx, "Sec-Gen")),
    fine_late_cents: body.fine_late ?? meetings.fines.late,
    fine_absent_cents: body.fine_absent ?? meetings.fines.absent,
    fine_apology_cents: body.fine_apology ?? meetings.fines.apology,
  };
  const { id, number } = await tx
    .insertInto("meetings")
    .values({
      ...columns,
      number: (newest?.number ?? 0) + 1,
      quorum: meetings.quorum,
      called_by: by.actor.id,
      called_at: by.now,
    })
    .returning(["id", "number"])
    .executeTakeFirstOrThrow();
  const after = await factsOf(tx, { ...columns, items: body.items ?? [] });
  await recordMeeting(tx, by, "meetings.call", id, {
    after: { number, quorum: meetings.quorum, ...after },
  });
  await tellOfMeeting(tx, by, "meeting_called", { id, number, kind: body.kind, row: columns });
  return { id, number };
}

/** Refuses if heading or items changed since `edits_seen`, and what no longer changes once it has opened. */
export async function change(
  tx: Tx,
  by: By,
  { id, body }: { id: number; body: BodyOf<typeof changeMeeting> },
): Promise<LockedMeeting> {
  if (body.kind !== undefined || body.date !== undefined) await lockMeetings(tx);
  const meeting = await lockMeeting(tx, id, "change");
  const { row } = meeting;
  if (body.edits_seen !== row.edits) throw refuse("meeting-changed").at("edits_seen");
  const before = {
    kind: meeting.kind,
    held_on: meeting.date,
    held_at: row.held_at?.slice(0, 5) ?? null,
    fine_late_cents: meeting.fines.late,
    fine_absent_cents: meeting.fines.absent,
    fine_apology_cents: meeting.fines.apology,
    place: row.place,
    items: itemsOf(row),
    chair_id: row.chair_id,
    secretary_id: row.secretary_id,
  };
  const after = {
    kind: body.kind ?? before.kind,
    held_on: body.date ?? before.held_on,
    held_at: body.time ?? before.held_at,
    fine_late_cents: body.fine_late ?? before.fine_late_cents,
    fine_absent_cents: body.fine_absent ?? before.fine_absent_cents,
    fine_apology_cents: body.fine_apology ?? before.fine_apology_cents,
    place: body.place ?? before.place,
    items: body.items ?? before.items,
    chair_id: body.chair_id ?? before.chair_id,
    secretary_id: body.secretary_id ?? before.secretary_id,
  };
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  if (changed.length === 0) return meeting;
  for (const [name, field] of terms)
    if (changed.includes(name)) {
      const refusal = whyNotStep("change-terms", meeting.status);
      if (refusal !== null) throw refusal.at(field);
    }
  if (changed.includes("kind") || changed.includes("held_on"))
    await requireDay(tx, by, { kind: after.kind, date: after.held_on, exceptId: id });
  await tx
    .updateTable("meetings")
    .set(({ eb }) => ({
      ...after,
      items: JSON.stringify(after.items),
      version: eb("version", "+", 1),
      edits: eb("edits", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  const pick = <T extends object>(all: T) =>
    Object.fromEntries(
      Object.entries(all).filter(([name]) => changed.includes(name as keyof typeof after)),
    ) as Partial<T>;
  await recordMeeting(tx, by, "meetings.change", id, {
    before: await factsOf(tx, pick(before)),
    after: await factsOf(tx, pick(after)),
  });
  if (meeting.status === "called" && changed.some((name) => whereAndWhen.has(name)))
    await tellOfMeeting(tx, by, "meeting_moved", { ...meeting, kind: after.kind, row: after });
  return meeting;
}

const whereAndWhen: ReadonlySet<string> = new Set(["kind", "held_on", "held_at", "place"]);

/** Columns that change only until it opens, and their fields. */
const terms = [
  ["kind", "kind"],
  ["held_on", "date"],
  ["held_at", "time"],
  ["fine_late_cents", "fine_late"],
  ["fine_absent_cents", "fine_absent"],
  ["fine_apology_cents", "fine_apology"],
] as const;

/** At most a year ahead, and one of a kind and day. The lock of all meetings is held. */
async function requireDay(
  tx: Tx,
  { now }: By,
  { kind, date, exceptId }: { kind: MeetingKind; date: PlainDate; exceptId: number },
): Promise<void> {
  if (date > addYears(nairobiDate(now), 1)) throw refuse("meeting-too-far").at("date");
  const other = await tx
    .selectFrom("meetings")
    .select("id")
    .where("kind", "=", kind)
    .where("held_on", "=", date)
    .where("status", "<>", "cancelled")
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  if (other !== undefined)
    throw refuse("meeting-here", { kind, date: { day: date }, meetingId: other.id }).at("date");
}

async function holderOf(tx: Tx, office: Office): Promise<number | null> {
  const holder = await tx
    .selectFrom("members")
    .select("id")
    .where("office", "=", office)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return holder?.id ?? null;
}

type Columns = {
  kind: MeetingKind;
  held_on: PlainDate;
  held_at: string | null;
  fine_late_cents: bigint;
  fine_absent_cents: bigint;
  fine_apology_cents: bigint;
  place: string;
  items: readonly { title: string; notes: string | null }[];
  chair_id: number | null;
  secretary_id: number | null;
};

async function factsOf(tx: Tx, columns: Partial<Columns>): Promise<AuditFacts> {
  const { kind, held_on, held_at, place, items, chair_id, secretary_id } = columns;
  const person = (id: number | null) => (id === null ? null : nameOf(tx, id));
  const facts = {
    meeting_kind: kind,
    date: held_on,
    time: held_at,
    place,
    items: items
      ?.map(({ title, notes }) => (notes === null ? title : `${title}: ${notes}`))
      .join("; "),
    chair: chair_id === undefined ? undefined : await person(chair_id),
    secretary: secretary_id === undefined ? undefined : await person(secretary_id),
    meeting_fine_late: inKes(columns.fine_late_cents),
    meeting_fine_absent: inKes(columns.fine_absent_cents),
    meeting_fine_apology: inKes(columns.fine_apology_cents),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const inKes = (cents: bigint | undefined) => (cents === undefined ? undefined : toKes(cents));
