// Meetings, and cash with them, are there once the Chairperson turned them on (MEET-1).
import { refuse } from "#domain/refusal.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";

/** Refuses with `meetings-off`. */
export async function requireMeetings(reader: Reader): Promise<void> {
  const { meetings } = await readGroupSettings(reader);
  if (!meetings.areOn) throw refuse("meetings-off");
}
