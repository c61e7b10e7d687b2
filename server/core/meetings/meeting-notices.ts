// What members are notified of before a meeting: it is called, moved, cancelled, tomorrow, or today (MEET-11).
import type { MeetingKind } from "#domain/meetings/meeting-steps.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { selectActiveMembers } from "#server/core/members/member-directory.ts";
import { knownBy, type NewNotice, noticeOf } from "#server/core/notices/write-notices.ts";
import type { Reader } from "#server/db/connection.ts";

type Announced = {
  id: number;
  kind: MeetingKind;
  number: number;
  date: PlainDate;
  /** `HH:MM:SS`; null if none was set. */
  time: string | null;
  place: string;
};

type Announcement = {
  event:
    | "meeting_called"
    | "meeting_cancelled"
    | "meeting_moved"
    | "meeting_today"
    | "meeting_tomorrow";
  meetings: readonly Announced[];
  /** What happens once only, for each meeting. */
  occasionOf?: (meeting: Announced) => string;
};

/** To all who would be on the rolls now. */
export async function noticesOfMeetings(
  reader: Reader,
  { event, meetings, occasionOf }: Announcement,
): Promise<NewNotice[]> {
  if (meetings.length === 0) return [];
  const members = await selectActiveMembers(reader)
    .select("members.id")
    .orderBy("members.id")
    .execute();
  return meetings.flatMap((meeting) => {
    const { id, kind, number, date, time, place: where } = meeting;
    const occasion = occasionOf === undefined ? {} : { occasion: occasionOf(meeting) };
    const facts = { kind, number, date: { day: date }, time: time?.slice(0, 5) ?? "none", where };
    return members.map((member) =>
      knownBy(noticeOf(event, { memberId: member.id, ...occasion }, facts), { meeting: id }),
    );
  });
}
