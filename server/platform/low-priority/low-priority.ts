// Work that nobody waits for yields the processors to work that somebody waits for (README.md).
import { setImmediate as othersTurn, setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { ClientConfig } from "pg";
import { PreparingClient } from "#server/db/prepared-queries/preparing-client.ts";

const PAUSE_MS = 10;

/** A connection for such work: it pauses before each query. */
export class LowPriorityClient extends PreparingClient {
  constructor(config?: string | ClientConfig) {
    super(config);
    const send = this.query as (...params: unknown[]) => Promise<unknown>;
    this.query = (async (...params: unknown[]) => {
      await wait(PAUSE_MS);
      return send(...params);
    }) as typeof this.query;
  }
}

/** `items.map(act)`, in pieces of `atATime`; requests get a turn between them. */
export async function mapInPieces<Item, Result>(
  items: readonly Item[],
  atATime: number,
  act: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(act(item));
    if (results.length % atATime === 0) await othersTurn();
  }
  return results;
}

/**
 * Collects young garbage without helper threads, which on few processors wait for one another while the server waits
 * for them; collects old garbage only when the heap has tripled.
 */
export function collectGarbageSparingly(): void {
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--heap-growing-percent=200");
}
