// Asking anew for what is on screen.
import type { Query, QueryClient } from "@tanstack/react-query";
import { togetherFrom } from "./batched-queries.ts";

/** Tells the other tabs of this browser that something was changed. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("akiba.changed") : null;

/**
 * After each success of a write: which answers it changes is for no list to know. Everything on screen is asked for anew, as
 * one request, and what is not on screen when it is next shown; in other tabs too.
 */
export function renewAfterChange(queries: QueryClient): void {
  renewShown(queries);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none.
  channel?.postMessage("changed");
}

export function renewWithOtherTabs(queries: QueryClient): void {
  channel?.addEventListener("message", () => renewShown(queries));
}

/** Asks anew, as one request, for every answer on screen, or for those concerned. */
export function renewShown(queries: QueryClient, concerned?: (query: Query) => boolean): void {
  togetherFrom(() => {
    void queries.invalidateQueries(concerned && { predicate: concerned });
  });
}
