// From being called to adopted minutes: what can be done with a meeting when (MEET-2).
import type { PlainDate } from "../calendar.ts";
import { refuse, type Refusal } from "../refusal.ts";

export const meetingKinds = ["ordinary", "special", "annual"] as const;
export type MeetingKind = (typeof meetingKinds)[number];

export const meetingStatuses = ["called", "open", "closed", "adopted", "cancelled"] as const;
export type MeetingStatus = (typeof meetingStatuses)[number];

/** What is done, and in which statuses it can be. */
const steps = {
  /** Kind, date, time and fines. */
  "change-terms": ["called"],
  /** Place, items, notes, chair and secretary. */
  change: ["called", "open", "closed"],
  open: ["called"],
  close: ["open"],
  cancel: ["called", "open"],
  mark: ["open", "closed"],
  fine: ["open", "closed"],
  resolve: ["open", "closed"],
  collect: ["open", "closed"],
  adopt: ["closed"],
} as const satisfies Record<string, readonly MeetingStatus[]>;

export type MeetingStep = keyof typeof steps;

const refusals = {
  called: "meeting-not-begun",
  open: "meeting-open",
  closed: "meeting-closed",
  adopted: "minutes-adopted",
  cancelled: "meeting-cancelled",
} as const satisfies Record<MeetingStatus, string>;

/** Null if it can be done. */
export function whyNotStep(step: MeetingStep, status: MeetingStatus): Refusal | null {
  const from: readonly MeetingStatus[] = steps[step];
  return from.includes(status) ? null : refuse(refusals[status]);
}

/** A meeting opens on its day, or later. */
export function whyNotOpened(date: PlainDate, today: PlainDate): Refusal | null {
  return today < date ? refuse("meeting-not-yet", { date: { day: date } }) : null;
}
