// Meetings: who was there, what it fined and decided, and its minutes (MEET-1 to MEET-10).
import * as z from "zod/mini";
import { attendances } from "#domain/meetings/attendance.ts";
import { majorities } from "#domain/meetings/resolutions.ts";
import { meetingKinds, meetingStatuses } from "#domain/meetings/meeting-steps.ts";
import * as at from "./addresses/meetings.ts";
import { date, filterDate, timeOfDay } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  id,
  ID_MAX,
  idOf,
  kes,
  maybe,
  moment,
  oneOf,
  pageQuery,
  plainDate,
  readReason,
  readText,
  readWholeNumber,
  reason,
  text,
  unreadable,
  wholeNumber,
  yesOrNo,
} from "./fields.ts";
import { listOf, meetingName } from "./meeting-fields.ts";
import { amountOrZero } from "./money-fields.ts";
import { office, person } from "./people.ts";
import { proposed } from "./proposals.ts";

const attendance = z.enum(attendances);

const counts = z.object({
  present: z.number(),
  late: z.number(),
  apology: z.number(),
  absent: z.number(),
  unmarked: z.number(),
});

const quorum = z.object({
  /** A part of the roll, such as `1/2`. */
  rule: z.string(),
  needed: z.number(),
  there: z.number(),
  reached: z.boolean(),
});

export const resolution = z.object({
  id,
  /** In its meeting. */
  number: z.number(),
  meeting: meetingName,
  text: z.string(),
  in_favour: z.number(),
  against: z.number(),
  abstained: z.number(),
  majority: z.enum(majorities),
  carried: z.boolean(),
  proposed_by: z.nullable(person),
  seconded_by: z.nullable(person),
  /** The meeting whose adopted minutes it corrects. */
  corrects: z.nullable(meetingName),
  /** How many entries and the like name it. */
  named_by: z.number(),
});

export type ResolutionView = z.output<typeof resolution>;

const summary = {
  id,
  number: z.number(),
  kind: z.enum(meetingKinds),
  date: plainDate,
  /** HH:MM. */
  time: z.nullable(z.string()),
  place: z.string(),
  chair: z.nullable(person),
  secretary: z.nullable(person),
  fine_late: kes,
  fine_absent: kes,
  fine_apology: kes,
  status: z.enum(meetingStatuses),
  counts,
  quorum,
  /** KES that was collected at the table. */
  collected: z.object({
    contributions: kes,
    loans: kes,
    fines: kes,
    funds: kes,
    total: kes,
    counted: kes,
    difference: kes,
  }),
  /** What there was at the close. */
  balances: z.nullable(
    z.object({
      bank: kes,
      cash: kes,
      funds: z.array(z.object({ id, name: z.string(), balance: kes })),
    }),
  ),
  /** Grows with every change of what the minutes say. */
  version: z.number(),
  /** Changes of heading and items. */
  edits: z.number(),
  signed: z.array(z.object({ office, by: person, at: moment })),
  minutes: z.nullable(
    z.object({
      sha256: z.string(),
      adopted_at: moment,
      at_meeting: meetingName,
      proposed_by: person,
      seconded_by: person,
    }),
  ),
  /** Carried resolutions of later meetings. */
  corrections: z.array(resolution),
};

export const meetingSummary = z.object(summary);

export type MeetingSummary = z.output<typeof meetingSummary>;

const rollRow = z.object({
  member: person,
  attendance: z.nullable(attendance),
  by: z.nullable(person),
  at: z.nullable(moment),
  fine: z.nullable(z.object({ id, amount: kes, outstanding: kes })),
  /** Why no fine was charged. */
  excepted: z.nullable(z.string()),
});

export type RollRowView = z.output<typeof rollRow>;

const meeting = z.object({
  ...summary,
  items: z.array(z.object({ title: z.string(), notes: z.nullable(z.string()) })),
  roll: z.array(rollRow),
  resolutions: z.array(resolution),
});

export type MeetingView = z.output<typeof meeting>;

const done = z.object({ detail: z.string(), meeting });

export const getMeetings = defineEndpoint(at.getMeetings, {
  access: "reports.read",
  summary: "The group's meetings, newest first, without roll, items and resolutions",
  query: z.object({
    ...pageQuery,
    status: z.optional(oneOf("Status", meetingStatuses)),
    from: filterDate("from"),
    to: filterDate("to"),
  }),
  reply: z.object({ meetings: z.array(meetingSummary), count: z.optional(z.number()) }),
});

export const getMeeting = defineEndpoint(at.getMeeting, {
  access: "reports.read",
  summary: "One meeting, with its roll, items and resolutions",
  reply: z.object({ meeting }),
});

const itemShape = {
  required: ["title"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 120 },
    notes: { type: ["string", "null"], maxLength: 2_000 },
  },
};

const items = listOf("Items", { ...itemShape, least: 0, most: 20 }, ({ title, notes }) => ({
  title: readText(title, "Item", 120),
  notes: isBlank(notes) ? null : readText(notes, "Notes", 2_000),
}));

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  );
}

const heading = {
  time: maybe(timeOfDay("Time")),
  items: z.optional(items),
  chair_id: z.optional(idOf("Chair")),
  secretary_id: z.optional(idOf("Secretary")),
  fine_late: z.optional(amountOrZero("Meeting fine")),
  fine_absent: z.optional(amountOrZero("Meeting fine")),
  fine_apology: z.optional(amountOrZero("Meeting fine")),
};

export const callMeeting = defineEndpoint(at.callMeeting, {
  access: "meetings.write",
  summary: "Call a meeting, or enter one that was",
  status: 201,
  body: z.object({
    kind: oneOf("Kind", meetingKinds),
    date: date("Date"),
    place: text("Place", 120),
    ...heading,
  }),
  reply: done,
});

export const changeMeeting = defineEndpoint(at.changeMeeting, {
  access: "meetings.write",
  summary: "Change a meeting; kind, date, time and fines only until it opens",
  body: z.object({
    edits_seen: wholeNumber("Edits seen", { min: 0, max: 1_000_000 }),
    kind: z.optional(oneOf("Kind", meetingKinds)),
    date: z.optional(date("Date")),
    place: z.optional(text("Place", 120)),
    ...heading,
  }),
  reply: done,
});

export const openMeeting = defineEndpoint(at.openMeeting, {
  access: "meetings.write",
  summary: "Open a meeting on its day or later; its roll is taken",
  reply: done,
});

export const closeMeeting = defineEndpoint(at.closeMeeting, {
  access: "meetings.write",
  summary: "Close a meeting; all who are unmarked are absent",
  reply: done,
});

export const cancelMeeting = defineEndpoint(at.cancelMeeting, {
  access: "meetings.write",
  summary: "Cancel a meeting on which nothing rests",
  body: z.object({ reason: reason() }),
  reply: done,
});

const memberId = { type: "integer", minimum: 1, maximum: ID_MAX };
const markShape = {
  required: ["member_id", "attendance"],
  properties: {
    member_id: memberId,
    attendance: { type: "string", enum: attendances },
    was: { type: ["string", "null"], enum: [...attendances, null] },
  },
};

const marks = listOf("Marks", { ...markShape, least: 1, most: 500 }, (sent) => ({
  member_id: readWholeNumber(sent["member_id"], "Member", { min: 1, max: ID_MAX }),
  attendance: readAttendance(sent["attendance"]),
  was: isBlank(sent["was"]) ? null : readAttendance(sent["was"]),
}));

function readAttendance(value: unknown) {
  const word = attendances.find((each) => each === value);
  return word ?? unreadable("one-of", { label: "Attendance", words: attendances.join(", ") });
}

export const markAttendance = defineEndpoint(at.markAttendance, {
  access: "meetings.write",
  summary: "Mark who is there; a mark that is another one by now comes back as a conflict",
  body: z.object({ marks }),
  reply: z.object({
    detail: z.string(),
    counts,
    quorum,
    version: z.number(),
    conflicts: z.array(
      z.object({
        member: person,
        yours: attendance,
        theirs: z.nullable(attendance),
        by: z.nullable(person),
        at: z.nullable(moment),
      }),
    ),
  }),
});

export const getMeetingFines = defineEndpoint(at.getMeetingFines, {
  access: "meetings.write",
  summary: "The fines that are left to charge, and those that were charged",
  reply: z.object({
    proposed: z.array(z.object({ member: person, attendance, amount: kes })),
    /** KES of what is proposed. */
    total: kes,
    charged: z.array(z.object({ member: person, fine_id: id, amount: kes, outstanding: kes })),
  }),
});

const exceptionShape = {
  required: ["member_id", "reason"],
  properties: { member_id: memberId, reason: { type: "string", minLength: 1, maxLength: 500 } },
};

const except = listOf("Except", { ...exceptionShape, least: 0, most: 500 }, (sent) => ({
  member_id: readWholeNumber(sent["member_id"], "Member", { min: 1, max: ID_MAX }),
  reason: readReason(sent["reason"], "Reason"),
}));

export const chargeMeetingFines = defineEndpoint(at.chargeMeetingFines, {
  access: "meetings.write",
  summary: "Charge all fines that are proposed, but for exceptions with a reason",
  status: 201,
  body: z.object({
    /** What is proposed, less what is excepted. */
    total_seen: amountOrZero("Total seen"),
    except: z.optional(except),
  }),
  reply: z.union([
    z.object({
      detail: z.string(),
      fined: z.array(z.object({ member_id: id, fine_id: id, entry_id: id })),
      total: kes,
    }),
    proposed,
  ]),
});

export const correctMark = defineEndpoint(at.correctMark, {
  access: "meetings.correct-mark",
  summary: "Correct a mark on which a fine rests; the fine is taken back",
  body: z.object({
    member_id: idOf("Member"),
    attendance: oneOf("Attendance", attendances),
    reason: reason(),
  }),
  reply: z.union([z.object({ ...done.shape, reversal_id: id }), proposed]),
});

export const getResolutions = defineEndpoint(at.getResolutions, {
  access: "reports.read",
  summary: "What meetings resolved, newest first",
  query: z.object({
    ...pageQuery,
    carried: z.optional(yesOrNo("Carried")),
    search: z.optional(text("Search", 60)),
  }),
  reply: z.object({ resolutions: z.array(resolution), count: z.optional(z.number()) }),
});

export const adoptMinutes = defineEndpoint(at.adoptMinutes, {
  access: "meetings.write",
  summary:
    "Sign the minutes of a closed meeting as adopted at a later one; the second signature adopts them",
  body: z.object({
    version_seen: wholeNumber("Version seen", { min: 0, max: ID_MAX }),
    at_meeting_id: idOf("At meeting"),
    proposed_by: idOf("Proposed by"),
    seconded_by: idOf("Seconded by"),
  }),
  reply: done,
});

export const printMinutes = defineEndpoint(at.printMinutes, {
  access: "reports.read",
  summary:
    "The minutes of a meeting that has opened as a PDF: a draft until they are adopted, from then on the same bytes",
  reply: z.string(),
});

const votes = { min: 0, max: 1_000_000 };

export const writeResolution = defineEndpoint(at.writeResolution, {
  access: "meetings.write",
  summary: "Enter a resolution of a meeting with its votes",
  status: 201,
  body: z.object({
    text: text("Text", 1_000),
    in_favour: wholeNumber("In favour", votes),
    against: wholeNumber("Against", votes),
    abstained: wholeNumber("Abstained", votes),
    majority: maybe(oneOf("Majority", majorities)),
    proposed_by: maybe(idOf("Proposed by")),
    seconded_by: maybe(idOf("Seconded by")),
    /** The meeting whose adopted minutes it corrects. */
    corrects: maybe(idOf("Corrects")),
  }),
  reply: z.object({ detail: z.string(), resolution }),
});

export const changeResolution = defineEndpoint(at.changeResolution, {
  access: "meetings.write",
  summary: "Change a resolution that nothing names, until the minutes are adopted",
  body: z.object({
    text: z.optional(text("Text", 1_000)),
    in_favour: z.optional(wholeNumber("In favour", votes)),
    against: z.optional(wholeNumber("Against", votes)),
    abstained: z.optional(wholeNumber("Abstained", votes)),
    majority: maybe(oneOf("Majority", majorities)),
    proposed_by: maybe(idOf("Proposed by")),
    seconded_by: maybe(idOf("Seconded by")),
    corrects: maybe(idOf("Corrects")),
  }),
  reply: z.object({ detail: z.string(), resolution }),
});

export const removeResolution = defineEndpoint(at.removeResolution, {
  access: "meetings.write",
  summary: "Take a resolution away that nothing names, until the minutes are adopted",
  reply: z.object({ detail: z.string() }),
});
