// Where the minutes of a meeting can be adopted (MEET-10).
import type { MeetingSummary } from "#endpoints/meetings.ts";

/** Of `all`, the later meetings that have opened and have their quorum. */
export function laterMeetings(
  meeting: Pick<MeetingSummary, "id" | "date">,
  all: readonly MeetingSummary[],
): MeetingSummary[] {
  return all.filter(
    ({ id, date, status, quorum }) =>
      id !== meeting.id &&
      date >= meeting.date &&
      (status === "open" || status === "closed") &&
      quorum.reached,
  );
}
