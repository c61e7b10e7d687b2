// A pooler between the server and its database has to give each connection a session of its own.
import { PrimaryClient } from "./primary-client.ts";
import type { ConnectionOptions } from "./connection.ts";

// A busy pooler may give two clients two sessions once; not each time.
const ROUNDS = 4;

/**
 * Refuses, with a sentence for the operator, a pooler in transaction or statement mode: there one session serves several
 * connections, and what a session holds is lost, such as LISTEN, advisory locks and time limits.
 */
export async function requireSessions(connection: ConnectionOptions): Promise<void> {
  const clients = [new PrimaryClient(connection), new PrimaryClient(connection)] as const;
  try {
    for (const client of clients) {
      client.on("error", () => undefined);
      await client.connect();
    }
    const pids = new Set<string>();
    for (let round = 0; round < ROUNDS; round++)
      pids.add(`${await readPid(clients[0])} ${await readPid(clients[1])}`);
    const [first = ""] = pids;
    const [one, other] = first.split(" ");
    if (pids.size === 1 && one !== other) return;
    const mode = (await takesTransactions(clients[0])) ? "transaction" : "statement";
    throw Object.assign(
      new Error(
        `The pooler in front of the database works in ${mode} mode, in which sessions are shared: set pool_mode = session, or connect without it.`,
      ),
      { isForOperator: true },
    );
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

async function readPid(client: PrimaryClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

/** PgBouncer refuses them in statement mode. */
async function takesTransactions(client: PrimaryClient): Promise<boolean> {
  return client.query("BEGIN").then(
    () => true,
    () => false,
  );
}
