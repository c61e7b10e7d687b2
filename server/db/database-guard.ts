// Holds each new connection of a server against what it has seen of its database, and notes what it sees.
import { setTimeout as wait } from "node:timers/promises";
import { callbackify } from "node:util";
import type { ClientBase } from "pg";
import type { ConnectionOptions } from "./connection.ts";
import { away, isBehind } from "./database-away.ts";
import { PrimaryClient } from "./primary-client.ts";
import {
  findBehind,
  noteSeen,
  readIdentity,
  readSeen,
  type Found,
  type Seen,
} from "./seen-database.ts";

const LOOK_MS = 2_000;

export type DatabaseGuard = {
  /** Refuses, with a sentence for the operator, a database that is behind; call it before anything is written to it. */
  require(connection: ConnectionOptions): Promise<void>;
  /** As it stands now; throws, as if it were away, when it is a standby or behind. */
  examine: (client: ClientBase) => Promise<Found>;
  /** For a pool: refuses the new connection as if the database were away. */
  verify: NonNullable<ConnectionOptions["verify"]>;
  /** Notes what is seen from now on. */
  follow(connection: ConnectionOptions, tell: (line: string) => void): { stop(): Promise<void> };
};

export async function openGuard(dataDir: string): Promise<DatabaseGuard> {
  let seen = await readSeen(dataDir);

  /** How the database is behind, after asking again whether an operator said yes meanwhile. */
  const look = async (client: ClientBase): Promise<{ found: Found; behind: string | null }> => {
    const found = await readIdentity(client);
    const before = seen;
    let behind = before === null ? null : await findBehind(client, found, before);
    if (behind === null || before === null) return { found, behind };
    const noted = await readSeen(dataDir);
    if (noted !== null && noted.accepted !== before.accepted) {
      seen = noted;
      behind = await findBehind(client, found, noted);
    }
    return { found, behind };
  };

  const examine = async (client: ClientBase): Promise<Found> => {
    const { found, behind } = await look(client);
    if (behind !== null) throw refused(behind);
    return found;
  };

  const note = async (client: ClientBase): Promise<void> => keep(await examine(client));

  const keep = async (found: Found): Promise<void> => {
    const { isLogRead, ...standing } = found;
    if (!isLogRead) return;
    const sight: Seen = { ...standing, accepted: seen?.accepted ?? null };
    if (JSON.stringify(sight) === JSON.stringify(seen)) return;
    await noteSeen(dataDir, sight);
    seen = sight;
  };

  return {
    async require(connection) {
      await withClient(connection, examine).catch((error: unknown) => {
        if (!isBehind(error)) throw error;
        throw Object.assign(
          new Error(
            `${error.message} Find the newer one; if this one is meant, say so with: npm run accept-database`,
          ),
          { isForOperator: true },
        );
      });
    },
    examine,
    verify: callbackify(async (client: ClientBase) => {
      const found = await examine(client);
      // A promotion is on disk before anything is written after it: the old primary is known from then on.
      if (found.system !== seen?.system || found.timeline !== seen.timeline) await keep(found);
    }),
    follow(connection, tell) {
      const stopping = new AbortController();
      const pause = () =>
        wait(LOOK_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      let reported = "";
      const follow = async () => {
        for (; !stopping.signal.aborted; await pause())
          await withClient(connection, async (client) => {
            for (; !stopping.signal.aborted; await pause()) {
              await note(client);
              reported = "";
            }
          }).catch((error: unknown) => {
            const line = error instanceof Error ? error.message : String(error);
            if (line !== reported) tell(`what the database holds could not be noted: ${line}`);
            reported = line;
          });
      };
      const following = follow();
      return {
        stop: async () => {
          stopping.abort();
          await following;
          await withClient(connection, note).catch(() => undefined);
        },
      };
    },
  };
}

function refused(behind: string): Error {
  return Object.assign(away(`The database is behind what this server has seen: ${behind}.`), {
    isBehind: true,
  });
}

async function withClient<T>(
  connection: ConnectionOptions,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = new PrimaryClient({
    ...connection,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    application_name: "akiba guard",
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
