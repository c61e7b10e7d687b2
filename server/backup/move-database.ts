// Moves a group to another, empty database, without a file in between.
import type { Client } from "pg";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { PrimaryClient } from "#server/db/primary.ts";
import { leaveUnsentIn } from "./accept-older.ts";
import { BackupError } from "#server/platform/command.ts";
import { dumpDatabase } from "./dump-database.ts";
import type { SigningKey } from "./signature.ts";
import { loadDatabase, type Restored } from "./load-database.ts";

/**
 * Refuses while a server works on the old database, since what it wrote meanwhile would stay behind. What waits to be sent goes
 * out from the new one; in the old one it becomes unknown, so that nobody who goes back to it sends it again.
 */
export async function moveDatabase(
  from: ConnectionOptions,
  to: ConnectionOptions,
  key: SigningKey,
): Promise<Restored & { unsentMails: number }> {
  const client = new PrimaryClient(from);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await requireNoServer(client);
    const files = dumpDatabase(from, { madeAt: new Date(), key, onManifest: () => undefined });
    const restored = await loadDatabase(to, files, {
      acceptBroken: false,
      signer: key.fingerprint,
      sendsOn: true,
    });
    await leaveUnsentIn(from, new Date());
    return { ...restored, unsentMails: await countUnsentMails(client) };
  } finally {
    await client.end();
  }
}

async function requireNoServer(client: Client): Promise<void> {
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
async function countUnsentMails(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM graphile_worker.jobs WHERE task_identifier = 'send-mail'`,
  );
  return Number(rows[0]?.count);
}
