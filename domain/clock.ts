// Whether the machine's clock can be right (SAFE-29, SAFE-30), by what the group has seen before.
const DAY_MS = 86_400_000;

/** The clock may be this far behind the newest moment of the audit log. */
export const BEHIND_MOST_MS = 2 * DAY_MS;
/** The clock may be this far ahead of the last moment at which a server ran. */
const AHEAD_MOST_MS = 45 * DAY_MS;
/** The clock may be this many years ahead of the group's first start. */
const YEARS_MOST = 20;

export const clockStates = ["ok", "behind", "ahead"] as const;
export type ClockState = (typeof clockStates)[number];

/** What the group has seen; null if it has not seen any. */
export type SeenMoments = {
  /** The newest moment of the audit log. */
  newestAt: Date | null;
  /** The last moment at which a server ran and the clock could be right. */
  aliveAt: Date | null;
  /** The first start of a server, or the last time that somebody said that the day is right. */
  sureAt: Date | null;
};

export function clockState(now: Date, { newestAt, aliveAt, sureAt }: SeenMoments): ClockState {
  if (newestAt !== null && newestAt.getTime() - now.getTime() > BEHIND_MOST_MS) return "behind";
  if (aliveAt !== null && now.getTime() - aliveAt.getTime() > AHEAD_MOST_MS) return "ahead";
  if (sureAt !== null && now > yearsAfter(sureAt)) return "ahead";
  return "ok";
}

function yearsAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + YEARS_MOST);
  return later;
}
