// What was seen last, shown first: on a slow network the figures stand there, with their time, while they are renewed (SCR-29).
import type { QueryClient } from "@tanstack/react-query";
import { shownAsOf } from "#web/api/shown-as-of.ts";
import { openStore, type StoredAnswer } from "./device-store.ts";
import { knownOwner } from "./owner.ts";

/**
 * The answers that this device stores for the member whose session this is, as far as the device can know: the token is the one
 * that stored them, and its session has ended neither by age nor by rest. Empty for anybody else, and where nothing can be read.
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

/** Each is renewed as soon as it is asked for; what the server has answered meanwhile stays. */
export function showStored(queries: QueryClient, answers: readonly StoredAnswer[]): void {
  for (const { key, reply, at } of answers) {
    const queryKey = JSON.parse(key) as unknown[];
    if (queries.getQueryData(queryKey) !== undefined) continue;
    shownAsOf.set(key, at);
    // Of no time at all, so that no question is thought to be answered.
    queries.setQueryData(queryKey, reply, { updatedAt: 0 });
  }
}
