// Shows the last seen answers first: on a slow network the figures appear at once, with their time, while they are
// renewed (SCR-29).
import type { QueryClient } from "@tanstack/react-query";
import { shownAsOf } from "#web/api/shown-as-of.ts";
import type { StoredAnswer } from "./device-store.ts";

/** Each is renewed as soon as a query needs it; answers that arrived meanwhile stay. */
export function showStored(queries: QueryClient, answers: readonly StoredAnswer[]): void {
  for (const { key, reply, at } of answers) {
    const queryKey = JSON.parse(key) as unknown[];
    if (queries.getQueryData(queryKey) !== undefined) continue;
    shownAsOf.set(key, at);
    // Dated 0, so that every query counts as stale.
    queries.setQueryData(queryKey, reply, { updatedAt: 0 });
  }
}
