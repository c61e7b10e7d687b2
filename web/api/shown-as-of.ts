import { notifyManager, useQueryClient, type Query, type QueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { serverTimeOf } from "#web/ui/clock.ts";

// Which queries show a stored answer instead of a fresh one, and its time in milliseconds of the device's clock, by the text of their keys.
export const shownAsOf = new Map<string, number>();

/** The age that an answer from a late read replica reports, as an ISO moment. */
export function asOfIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("as_of" in answer)) return null;
  return typeof answer.as_of === "string" ? answer.as_of : null;
}

/**
 * The time of the oldest figure on the page in milliseconds, and whether any figure is old: stored, or from a replica
 * that is behind.
 */
export function useShownAsOf(): { oldest: number | null; anyOfBefore: boolean } {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queries],
  );
  const oldest = useSyncExternalStore(subscribe, () => oldestShown(queries));
  const anyOfBefore = useSyncExternalStore(subscribe, () =>
    isFirstDrawing(queries)
      ? shownAsOf.size > 0
      : shownIn(queries).some((query) => isOfBefore(query)),
  );
  return { oldest, anyOfBefore };
}

/** Nothing is on the page yet; stored answers come next. */
function isFirstDrawing(queries: QueryClient): boolean {
  return shownIn(queries).length === 0;
}

function oldestShown(queries: QueryClient): number | null {
  if (isFirstDrawing(queries))
    return shownAsOf.size === 0 ? null : serverTimeOf(Math.max(...shownAsOf.values()));
  const times = shownIn(queries).map(
    (query) => shownBy(query) ?? serverTimeOf(storedAt(query) ?? query.state.dataUpdatedAt),
  );
  return times.length === 0 ? null : Math.min(...times);
}

const isOfBefore = (query: Query) => shownBy(query) !== null || storedAt(query) !== undefined;

const storedAt = ({ queryKey }: Query) => shownAsOf.get(JSON.stringify(queryKey));

function shownBy({ state: { data } }: Query): number | null {
  const reported = asOfIn(data);
  return reported === null ? null : Date.parse(reported);
}

function shownIn(queries: QueryClient) {
  const all = queries.getQueryCache().getAll();
  return all.filter((query) => query.isActive() && query.state.data !== undefined);
}
