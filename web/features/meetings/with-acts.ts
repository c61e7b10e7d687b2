// A meeting as it is once what was done on this device has arrived.
import { countMarks, quorumOf } from "#domain/meetings/attendance.ts";
import type { MeetingView } from "#endpoints/meetings.ts";
import type { MeetingAct } from "#web/api/stored/meeting-acts.ts";

/** Resolutions that wait are listed beside it: they have no number yet. */
export function withActs(meeting: MeetingView, done: readonly MeetingAct[]): MeetingView {
  return done.reduce(withAct, meeting);
}

function withAct(meeting: MeetingView, done: MeetingAct): MeetingView {
  switch (done.act) {
    case "open":
      return meeting.status === "called" ? { ...meeting, status: "open" } : meeting;
    case "marks": {
      const marks = new Map(done.marks.map((mark) => [mark.member_id, mark.attendance]));
      const roll = meeting.roll.map((row) => ({
        ...row,
        attendance: marks.get(row.member.id) ?? row.attendance,
      }));
      const counts = countMarks(roll.map(({ attendance }) => ({ mark: attendance })));
      return { ...meeting, roll, counts, quorum: quorumOf(meeting.quorum.rule, counts) };
    }
    case "items":
      return { ...meeting, items: [...done.items], edits: meeting.edits + 1 };
    case "resolution":
    case "collection":
      return meeting;
  }
}
