// Work that nobody waits for leaves the processors to what somebody waits for (README.md).
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

/** `items.map(act)`, in pieces of `atATime`: after each, whoever waits for the server has a turn. */
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
 * Collects young garbage without helping threads, which on few processors wait for one another while the server waits for
 * them; and old garbage only when the heap has grown to thrice of what was in use.
 */
export function collectGarbageSparingly(): void {
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--heap-growing-percent=200");
}
