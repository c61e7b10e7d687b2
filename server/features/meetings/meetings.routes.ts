// Meetings (MEET-1 to MEET-10): called, opened, marked, closed, and what they decide.
import * as contract from "#contract/meetings.ts";
import { assert } from "#domain/assert.ts";
import { refuse } from "#domain/refusal.ts";
import { readMeeting, readMeetings } from "#server/core/meetings/read-meetings.ts";
import { countDueSettings } from "#server/core/approvals/guarded-settings.ts";
import { readResolution, readResolutions } from "#server/core/meetings/read-resolutions.ts";
import { isMember } from "#server/core/members/member-directory.ts";
import { type Database, inSnapshot, type Reader, type Tx } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { adopt, type DrawMinutes } from "./adopt-minutes.ts";
import { call, change } from "./call-meeting.ts";
import { correct, fine, type ReverseFine, viewFines } from "./fine-meeting.ts";
import { cancel, close, open } from "./hold-meeting.ts";
import { mark } from "./mark-attendance.ts";
import { change as changeVotes, remove, write } from "./resolve.ts";

/** `reverse` takes a fine back, and `draw` draws minutes, by the features that reverse entries and print reports. */
export function meetingRoutes(
  routes: Routes,
  { reverse, draw }: { reverse: ReverseFine; draw: DrawMinutes },
): void {
  routes.read(contract.getMeetings, (db, { query }) =>
    inSnapshot(db, (reader) => readMeetings(reader, { filter: query, page: pageOf(query) })),
  );

  routes.read(contract.getMeeting, (db, { id }) =>
    inSnapshot(db, async (reader) => {
      const meeting = await readMeeting(reader, id);
      if (meeting === undefined) throw refuse("not-found");
      return { meeting };
    }),
  );

  routes.write(
    contract.callMeeting,
    async (tx, { body, ...by }) => {
      const { id, number } = await call(tx, by, body);
      const detail = by.t("done.meetings.called", { number, date: { day: body.date } });
      return { detail, meeting: await readOne(tx, id) };
    },
    { existsInBody: areMembers },
  );

  routes.write(
    contract.changeMeeting,
    async (tx, { id, body, ...by }) => {
      const { number } = await change(tx, by, { id, body });
      const detail = by.t("done.meetings.changed", { number });
      return { detail, meeting: await readOne(tx, id) };
    },
    { exists: isMeeting, existsInBody: areMembers },
  );

  holdingRoutes(routes, draw);
  resolutionRoutes(routes);
  fineRoutes(routes, reverse);
}

const aboutOne = { exists: isMeeting };

/** From opening a meeting to adopting its minutes. */
function holdingRoutes(routes: Routes, draw: DrawMinutes): void {
  routes.write(
    contract.openMeeting,
    async (tx, { id, ...by }) => {
      const { number } = await open(tx, by, id);
      return { detail: by.t("done.meetings.opened", { number }), meeting: await readOne(tx, id) };
    },
    aboutOne,
  );

  routes.write(
    contract.closeMeeting,
    async (tx, { id, ...by }) => {
      const { number } = await close(tx, by, id);
      return { detail: by.t("done.meetings.closed", { number }), meeting: await readOne(tx, id) };
    },
    aboutOne,
  );

  routes.write(
    contract.cancelMeeting,
    async (tx, { id, body, ...by }) => {
      const { number } = await cancel(tx, by, { id, reason: body.reason });
      const detail = by.t("done.meetings.cancelled", { number });
      return { detail, meeting: await readOne(tx, id) };
    },
    aboutOne,
  );

  routes.write(
    contract.adoptMinutes,
    async (tx, { id, body, ...by }) => {
      const { number, isAdopted } = await adopt(tx, by, { id, body }, draw);
      const detail = by.t(isAdopted ? "done.meetings.adopted" : "done.meetings.signed", { number });
      return { detail, meeting: await readOne(tx, id) };
    },
    aboutOne,
  );

  routes.write(
    contract.markAttendance,
    async (tx, { id, body, ...by }) => {
      const marks = body.marks.map(({ member_id: memberId, attendance, was }) => ({
        memberId,
        mark: attendance,
        was,
      }));
      const { written, ...marked } = await mark(tx, by, { id, marks });
      const conflicts = marked.conflicts.length;
      return { detail: by.t("done.meetings.marked", { written, conflicts }), ...marked };
    },
    aboutOne,
  );
}

/** What a meeting decides. */
function resolutionRoutes(routes: Routes): void {
  routes.read(contract.getResolutions, (db, { query }) =>
    inSnapshot(db, (reader) => readResolutions(reader, { ...query, page: pageOf(query) })),
  );

  routes.write(
    contract.writeResolution,
    async (tx, { id, body, ...by }) => answerResolution(tx, by, await write(tx, by, { id, body })),
    aboutOne,
  );

  const aboutResolution = { exists: isResolution };

  routes.write(
    contract.changeResolution,
    async (tx, { id, body, ...by }) => {
      await changeVotes(tx, by, { id, body });
      return answerResolution(tx, by, id);
    },
    aboutResolution,
  );

  routes.write(
    contract.removeResolution,
    async (tx, { id, ...by }) => {
      await remove(tx, by, id);
      return { detail: by.t("done.meetings.resolutionRemoved") };
    },
    aboutResolution,
  );
}

/** Fines for marks, and a mark corrected after one (MEET-7). */
function fineRoutes(routes: Routes, reverse: ReverseFine): void {
  routes.read(contract.getMeetingFines, (db, { id }) =>
    inSnapshot(db, (reader) => viewFines(reader, id)),
  );

  // A waiting change of `fine_limit` may be due.
  const countingSettings = {
    exists: isMeeting,
    prepare: (db: Database, { now }: { now: Date }) => countDueSettings(db, now),
  };

  routes.write(
    contract.chargeMeetingFines,
    (tx, { id, body, ...by }) => fine(tx, by, { id, body }),
    countingSettings,
  );

  routes.write(
    contract.correctMark,
    async (tx, { id, body, ...by }) => {
      const reversalId = await correct(tx, by, { id, body }, reverse);
      const detail = by.t("done.meetings.corrected");
      return { detail, meeting: await readOne(tx, id), reversal_id: reversalId };
    },
    {
      ...countingSettings,
      existsInBody: (reader, body) => isMember(reader, body["member_id"]),
    },
  );
}

async function readOne(tx: Tx, id: number) {
  const meeting = await readMeeting(tx, id);
  assert(meeting !== undefined, `meeting ${id} is there`);
  return meeting;
}

async function answerResolution(tx: Tx, { t }: SpokenTo, id: number) {
  const resolution = await readResolution(tx, id);
  return {
    detail: t("done.meetings.resolved", { carried: String(resolution.carried) }),
    resolution,
  };
}

async function isResolution(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("meeting_resolutions")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

async function isMeeting(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("meetings")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

async function areMembers(reader: Reader, body: Record<string, unknown>): Promise<boolean> {
  return (await isMember(reader, body["chair_id"])) && isMember(reader, body["secretary_id"]);
}
