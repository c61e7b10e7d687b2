import { getWaiting } from "#endpoints/waiting.ts";
import type { WaitingKind } from "#domain/waiting-kinds.ts";
import { useEndpoint } from "#web/api/use-query.ts";

/**
 * What waits for the member: one answer for menu, home and approvals (PAY-37). `counts` has each kind of which something
 * waits, and is undefined while loading.
 */
export function useWhatWaits({ enabled = true } = {}) {
  const reading = useEndpoint(getWaiting, { enabled, figuresOnly: true });
  const counts: Counts | undefined =
    reading.data &&
    Object.fromEntries(reading.data.waiting.map(({ kind, count }) => [kind, count]));
  return { counts, reading };
}

export type Counts = Readonly<Partial<Record<WaitingKind, number>>>;
