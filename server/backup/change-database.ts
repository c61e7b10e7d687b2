// The database of a group becomes another one: it is moved, or an operator says yes to an older one. What waited to be sent in the one
// that is left is sent by nobody who goes back to it (NOTE-4).
import type { ClientBase } from "pg";
import { askOf, leaveUnsent, type LeftUnsent } from "#server/core/notices/settle-message.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { withClient } from "#server/db/primary.ts";
import {
  acceptDatabase,
  findBehind,
  readIdentity,
  readSeen,
  type Seen,
} from "#server/db/seen-database.ts";
import { BackupError } from "#server/platform/command.ts";
import { dumpDatabase } from "./dump-database.ts";
import { loadDatabase, type Restored } from "./load-database.ts";
import type { SigningKey } from "./signature.ts";

/**
 * Moves a group to another, empty database, without a file in between. Refuses while a server works on the old one, since what it wrote
 * meanwhile would stay behind. What waits to be sent goes out from the new one; in the old one it becomes unknown.
 */
export function moveDatabase(
  from: ConnectionOptions,
  to: ConnectionOptions,
  key: SigningKey,
): Promise<Restored & { unsentMails: number }> {
  return withClient(from, async (client) => {
    await requireNoServer(client);
    const files = dumpDatabase(from, { madeAt: new Date(), key, onManifest: () => undefined });
    const restored = await loadDatabase(to, files, {
      acceptBroken: false,
      signer: key.fingerprint,
      sendsOn: true,
    });
    await withClient(from, (another) => leaveUnsentWith(another, new Date()));
    return { ...restored, unsentMails: await countUnsentMails(client) };
  });
}

async function requireNoServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND (application_name = 'akiba sealer' OR application_name LIKE 'akiba jobs %') LIMIT 1`,
  );
  if (rows.length > 0)
    throw new BackupError(
      "A server is running on the database that is to be moved: stop it first.",
    );
}

/** Mail stays behind: what still waits to be sent is lost with the old database. */
async function countUnsentMails(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM graphile_worker.jobs WHERE task_identifier = 'send-mail'`,
  );
  return Number(rows[0]?.count);
}

/**
 * What `npm run accept-database` does: says yes to the database, after what waited in an older one was left unsent. In the database
 * that was seen last, with all that was seen of it, everything stays as it is.
 */
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
    return isSeen ? { messages: 0, notices: 0 } : leaveUnsentWith(client, now);
  });
  return { seen: await acceptDatabase(dataDir, connection, now), unsent };
}

async function leaveUnsentWith(client: ClientBase, now: Date): Promise<LeftUnsent> {
  await client.query("BEGIN");
  const unsent = await leaveUnsent(askOf(client), now);
  await client.query("COMMIT");
  return unsent;
}
