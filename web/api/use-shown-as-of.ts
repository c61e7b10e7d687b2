import { notifyManager, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { shownAsOf } from "./shown-as-of.ts";

/** From when the oldest figure on the page is, in milliseconds, and whether any of them is a stored one. */
export function useShownAsOf(): { oldest: number | null; anyStored: boolean } {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queries],
  );
  const oldest = useSyncExternalStore(subscribe, () => oldestShown(queries));
  const anyStored = useSyncExternalStore(subscribe, () =>
    isFirstDrawing(queries)
      ? shownAsOf.size > 0
      : shownIn(queries).some(({ queryKey }) => shownAsOf.has(JSON.stringify(queryKey))),
  );
  return { oldest, anyStored };
}

/** Nothing is known to be on the page yet; what was stored is about to be. */
function isFirstDrawing(queries: QueryClient): boolean {
  return shownIn(queries).length === 0;
}

function oldestShown(queries: QueryClient): number | null {
  if (isFirstDrawing(queries)) return shownAsOf.size === 0 ? null : Math.max(...shownAsOf.values());
  const times = shownIn(queries).map(
    ({ queryKey, state }) => shownAsOf.get(JSON.stringify(queryKey)) ?? state.dataUpdatedAt,
  );
  return times.length === 0 ? null : Math.min(...times);
}

function shownIn(queries: QueryClient) {
  const all = queries.getQueryCache().getAll();
  return all.filter((query) => query.isActive() && query.state.data !== undefined);
}
