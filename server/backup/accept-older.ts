// What `npm run accept-database` does: says yes to the database, after what waited in an older one was left unsent.
import { askOf, leaveUnsent, type LeftUnsent } from "#server/core/notices/leave-unsent.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { PrimaryClient } from "#server/db/primary.ts";
import {
  acceptDatabase,
  findBehind,
  readIdentity,
  readSeen,
  type Seen,
} from "#server/db/seen-database.ts";

/** Leaves everything as it is in a database that is the one seen last, with all that was seen of it. */
export async function acceptOlder(
  dataDir: string,
  connection: ConnectionOptions,
  now: Date,
): Promise<{ seen: Seen; unsent: LeftUnsent }> {
  const unsent = await withClient(connection, async (client) => {
    const before = await readSeen(dataDir);
    const found = await readIdentity(client);
    const isSeen =
      before !== null &&
      before.database === found.database &&
      before.system === found.system &&
      before.timeline === found.timeline &&
      (await findBehind(client, found, before)) === null;
    if (isSeen) return { messages: 0, notices: 0 };
    return leaveUnsentWith(client, now);
  });
  return { seen: await acceptDatabase(dataDir, connection, now), unsent };
}

/** The same of any database, as its owner. */
export function leaveUnsentIn(connection: ConnectionOptions, now: Date): Promise<LeftUnsent> {
  return withClient(connection, (client) => leaveUnsentWith(client, now));
}

async function leaveUnsentWith(client: PrimaryClient, now: Date): Promise<LeftUnsent> {
  await client.query("BEGIN");
  const unsent = await leaveUnsent(askOf(client), now);
  await client.query("COMMIT");
  return unsent;
}

async function withClient<T>(
  connection: ConnectionOptions,
  work: (client: PrimaryClient) => Promise<T>,
): Promise<T> {
  const client = new PrimaryClient(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
