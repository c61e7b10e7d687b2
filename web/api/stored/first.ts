// Shows the last seen answers first: on a slow network the figures appear at once, with their time, while they are
// renewed (SCR-29).
import type { QueryClient } from "@tanstack/react-query";
import { shownAsOf } from "#web/api/shown-as-of.ts";
import { openStore, type StoredAnswer } from "./device-store.ts";
import { knownOwner } from "./owner.ts";

/**
 * The answers stored for this session's member, as far as the device can tell: the token is the one that stored them,
 * and the session has ended neither by age nor by idleness. Empty for anybody else, and if nothing can be read.
 */
export async function readStoredFirst(): Promise<StoredAnswer[]> {
  try {
    const owner = await knownOwner();
    if (owner === null) return [];
    const store = await openStore();
    return await store.getAll("answers", IDBKeyRange.bound([owner.userId], [owner.userId, []]));
  } catch (error) {
    console.warn("Nothing stored could be read", error);
    return [];
  }
}

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
