// A stored moment in the future is the mark of a clock that was ahead and has been put right (docs/clocks.md).

/** By which the clocks of two servers may differ. */
export const SERVERS_DIFFER_MS = 5 * 60_000;

/** Whether the moment was stored by a clock that was ahead. */
export function isAhead(moment: Date, now: Date): boolean {
  return moment.getTime() - now.getTime() > SERVERS_DIFFER_MS;
}

/** Whether what lasts so long from `since` is over. By a clock that was ahead nothing is made to wait for that day. */
export function hasPassed({ since, ms }: { since: Date; ms: number }, now: Date): boolean {
  return isAhead(since, now) || now.getTime() - since.getTime() >= ms;
}

/** The first moment that no clock of today may have stored. */
export function aheadFrom(now: Date): Date {
  return new Date(now.getTime() + SERVERS_DIFFER_MS);
}
