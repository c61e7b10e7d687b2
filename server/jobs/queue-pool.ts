// The job queue's connections. The queue does not await the query that stores how a job ended, so its failure would
// be unhandled and end the server: while the database is away, that query waits here.
import { setTimeout as wait } from "node:timers/promises";
import { Pool, type Client, type PoolClient } from "pg";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { isDatabaseAway } from "#server/db/database-away.ts";
import { PrimaryClient } from "#server/db/primary.ts";

const TRY_AGAIN_MS = 1_000;
/** `cannot_connect_now`: the queue repeats a query that fails with this code on another connection. */
const SENT_AGAIN = "57P03";

class QueueClient extends PrimaryClient {
  override query = ((...params: unknown[]) => {
    const send = super.query.bind(this) as (...params: unknown[]) => unknown;
    const sent = send(...params);
    return sent instanceof Promise ? sent.catch(described) : sent;
  }) as typeof Client.prototype.query;
}

function described(error: unknown): never {
  if (!isDatabaseAway(error)) throw error;
  throw Object.assign(new Error(String(error), { cause: error }), { code: SENT_AGAIN });
}

class QueuePool extends Pool {
  override connect = ((...params: []) =>
    params.length > 0
      ? super.connect(...params)
      : this.#connect()) as typeof Pool.prototype.connect;

  /** Waits for a database that is away, and for ever once the queue is closed: the next server takes its jobs. */
  async #connect(): Promise<PoolClient> {
    while (!this.ending) {
      try {
        return await super.connect();
      } catch (error) {
        if (!this.ending && !isDatabaseAway(error)) throw error;
        await wait(TRY_AGAIN_MS, undefined, { ref: false });
      }
    }
    return new Promise(() => undefined);
  }
}

/** Connections of the job queue. Its library parses rows itself, so they have none of our type parsers. */
export function openQueuePool(connection: ConnectionOptions, name: string): Pool {
  return new QueuePool({
    ...connection,
    Client: QueueClient,
    max: 5,
    connectionTimeoutMillis: 5_000,
    application_name: name,
  });
}
