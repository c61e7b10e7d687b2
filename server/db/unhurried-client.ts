// A connection for work that nobody waits for (docs/decisions/017-out-of-the-way.md).
import { setTimeout as wait } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { PreparingClient } from "./preparing-client.ts";

const PAUSE_MS = 10;

/** Between its statements the processors are left to what is waited for. */
export class UnhurriedClient extends PreparingClient {
  constructor(config?: string | ClientConfig) {
    super(config);
    const send = this.query as (...given: unknown[]) => Promise<unknown>;
    this.query = (async (...given: unknown[]) => {
      await wait(PAUSE_MS);
      return send(...given);
    }) as typeof this.query;
  }
}
