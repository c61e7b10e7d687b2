// Changes the database of a group: moves it to another one, or accepts an older one. Messages that waited in the old
// database are not sent from there any more (NOTE-4).
import type { ClientBase } from "pg";
import { leaveRequests } from "#server/core/daraja/unsent-requests.ts";
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
 * Moves a group to another, empty database, without a file in between. Refuses while a server works on the old one,
 * since its later changes would stay behind. Waiting messages are sent from the new database; in the old one they
 * become unknown.
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

/** Mails are not moved, so those that still wait are lost with the old database. */
async function countUnsentMails(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM graphile_worker.jobs WHERE task_identifier = 'send-mail'`,
  );
  return Number(rows[0]?.count);
}

/**
 * `npm run accept-database`: accepts the database. In an older one it first marks waiting messages as unknown. If it is
 * the database seen last, with everything that was seen, it changes nothing. `wasBehind`: whether anything newer was seen.
 */
export async function acceptOlder(
  dataDir: string,
  connection: ConnectionOptions,
  now: Date,
): Promise<{ seen: Seen; wasBehind: boolean; unsent: LeftUnsent }> {
  const { wasBehind, unsent } = await withClient(connection, async (client) => {
    const before = await readSeen(dataDir);
    const found = await readIdentity(client);
    const wasBehind = before !== null && (await findBehind(client, found, before)) !== null;
    const isSeen =
      !wasBehind &&
      before !== null &&
      before.database === found.database &&
      before.system === found.system &&
      before.timeline === found.timeline;
    const left = isSeen ? { messages: 0, notices: 0 } : await leaveUnsentWith(client, now);
    return { wasBehind, unsent: left };
  });
  return { seen: await acceptDatabase(dataDir, connection, now), wasBehind, unsent };
}

async function leaveUnsentWith(client: ClientBase, now: Date): Promise<LeftUnsent> {
  await client.query("BEGIN");
  const unsent = await leaveUnsent(askOf(client), now);
  await leaveRequests(askOf(client), now);
  await client.query("COMMIT");
  return unsent;
}
