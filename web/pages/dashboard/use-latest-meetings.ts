import { getSettings } from "#endpoints/group.ts";
import { getMeetings, type MeetingSummary } from "#endpoints/meetings.ts";
import { type Reading, useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { today } from "#web/ui/day.ts";

const latest = { query: { page: 1, page_size: 20 } } as const;

/** Whether the group meets, and its latest meetings: empty where it does not, undefined while loading. */
export function useLatestMeetings(): {
  meets: boolean;
  meetings: readonly MeetingSummary[] | undefined;
  readings: readonly Reading<unknown>[];
} {
  const { may } = useMember();
  const mayRead = may("reports.read");
  const settings = useEndpoint(getSettings, { enabled: mayRead, figuresOnly: true });
  const meets = settings.data?.meetings === true;
  const found = useEndpoint(getMeetings, { ...latest, enabled: meets, figuresOnly: true });
  const isKnown = !mayRead || settings.isError || (settings.data !== undefined && !meets);
  return { meets, meetings: isKnown ? [] : found.data?.meetings, readings: [found] };
}

/** The first that is called for today or later, or is open; null if none is, undefined while loading. */
export function useNextMeeting(): MeetingSummary | null | undefined {
  const { meetings, readings } = useLatestMeetings();
  if (readings.some(({ isError }) => isError)) return null;
  return meetings === undefined
    ? undefined
    : (meetings
        .filter(({ status, date }) => status === "open" || (status === "called" && date >= today()))
        .toSorted((one, other) => one.date.localeCompare(other.date))[0] ?? null);
}
