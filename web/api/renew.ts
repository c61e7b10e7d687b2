// Refetches what is on screen.
import type { Query, QueryClient } from "@tanstack/react-query";
import { togetherFrom } from "./batched-queries.ts";

/** Tells the browser's other tabs that something has changed. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("akiba.changed") : null;

/**
 * Runs after every successful write, because no list knows which answers it changes. Refetches everything on screen
 * in one request, and everything else when it is next shown; in other tabs too.
 */
export function renewAfterChange(queries: QueryClient): void {
  renewShown(queries);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none.
  channel?.postMessage("changed");
}

export function renewWithOtherTabs(queries: QueryClient): void {
  channel?.addEventListener("message", () => renewShown(queries));
}

/** Refetches, in one request, every answer on screen, or only the given ones. */
export function renewShown(queries: QueryClient, concerned?: (query: Query) => boolean): void {
  togetherFrom(() => {
    void queries.invalidateQueries(concerned && { predicate: concerned });
  });
}
