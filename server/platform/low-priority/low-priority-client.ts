// A connection for work that nobody waits for (docs/decisions/017-out-of-the-way.md).
import { setTimeout as wait } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { PreparingClient } from "#server/db/prepared-queries/preparing-client.ts";

const PAUSE_MS = 10;

/** Between its statements the processors are left to what is waited for. */
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
