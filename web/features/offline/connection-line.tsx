import { notifyManager, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { isReachable, onReachable } from "#web/api/reachable.ts";
import { shownAsOf } from "#web/api/shown-as-of.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";

/** Without a network, or while something kept is on the page: says so, and from when the oldest figure shown is. */
export function ConnectionLine() {
  const text = useTranslations("offline");
  const away = useSyncExternalStore(onReachable, () => !isReachable());
  const { oldest, anyStored } = useAge();
  if (!away && !anyStored) return null;
  return (
    <Alert tone="waiting" live>
      {text(navigator.onLine ? "away" : "offline")}
      {oldest !== null &&
        ` ${text("asOf", { when: formatMomentAndTime(new Date(oldest).toISOString()) })}`}
    </Alert>
  );
}

function useAge(): { oldest: number | null; anyStored: boolean } {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queries],
  );
  const oldest = useSyncExternalStore(subscribe, () => oldestShown(queries));
  const anyStored = useSyncExternalStore(subscribe, () =>
    shownIn(queries).some(({ queryKey }) => shownAsOf.has(JSON.stringify(queryKey))),
  );
  return { oldest, anyStored };
}

function oldestShown(queries: QueryClient): number | null {
  const times = shownIn(queries).map(
    ({ queryKey, state }) => shownAsOf.get(JSON.stringify(queryKey)) ?? state.dataUpdatedAt,
  );
  return times.length === 0 ? null : Math.min(...times);
}

function shownIn(queries: QueryClient) {
  const all = queries.getQueryCache().getAll();
  return all.filter((query) => query.isActive() && query.state.data !== undefined);
}
