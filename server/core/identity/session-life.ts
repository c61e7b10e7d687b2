// How long a session lives (MEM-9): 12 hours at most, and 60 minutes without use, 30 for who may read everything.
const MINUTE_MS = 60_000;
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
const IDLE_MEMBER_MS = 60 * MINUTE_MS;
const IDLE_OFFICIAL_MS = 30 * MINUTE_MS;

/** The last use is written at most once a minute, so that reading does not write each time. */
export const TOUCH_MS = MINUTE_MS;

export function isLivingSession(
  session: { created_at: Date; last_used_at: Date },
  { ofOfficial, now }: { ofOfficial: boolean; now: Date },
): boolean {
  const idleMax = ofOfficial ? IDLE_OFFICIAL_MS : IDLE_MEMBER_MS;
  const idle = now.getTime() - session.last_used_at.getTime();
  return idle <= idleMax && now.getTime() - session.created_at.getTime() <= LIFETIME_MS;
}
