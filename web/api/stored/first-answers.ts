// Needs nothing of the program: the page reads stored answers before the program is there.
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
