// Opens the database that the environment names: an external PostgreSQL by DATABASE_URL, otherwise our embedded one.
import type pg from "pg";
import { OperatorError } from "#server/platform/command.ts";
import type { Config } from "#server/platform/config.ts";
import { openDatabase, openPool, type ConnectionOptions, type Database } from "./connection.ts";
import type { EmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import type { ArchiveParams, LogArchive } from "./embedded/log-archive.ts";
import { readHosts, openPrimary, PrimaryClient, withClient, type Examine } from "./primary.ts";
import { migrate } from "./migrate.ts";
import { requireHeldBack } from "./held-back.ts";
import { ownsTables } from "./rights.ts";
import { openGuard, readIdentity, type DatabaseGuard } from "./seen-database.ts";

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** Signs in as the server's role, with the rights that `rights.ts` lists. */
  connection: ConnectionOptions;
  /** Signs in as the owner of the database, for migrations, restores and data sets. */
  owner: ConnectionOptions;
  /** Whether the server's role owns the tables, so that the database cannot stop it from changing append-only rows. */
  ownsTables: boolean;
  /** Where an embedded PostgreSQL archives its log; null for an external one, or when the caller passed no `archive`. */
  archive: LogArchive | null;
  /** The folder of an embedded PostgreSQL; null for an external one. */
  folder: string | null;
  close(): Promise<void>;
};

export type PostgresServer = {
  connection: ConnectionOptions;
  owner: ConnectionOptions;
  archive: LogArchive | null;
  folder: string | null;
  /** Stops using the database. The last process that leaves an embedded PostgreSQL shuts it down. */
  leave(): Promise<void>;
};

type DatabaseLocation = Pick<Config, "databaseUrl" | "dataDir"> &
  Partial<Pick<Config, "migrateUrl" | "embedded">>;
type Log = (line: string) => void;

/**
 * Finds the PostgreSQL that the environment names, and starts the embedded one if it does not run. If the URL names several hosts, it
 * skips a host that is behind what `guard` has seen.
 */
export async function openPostgres(
  location: DatabaseLocation,
  log: Log,
  { archive, guard }: { archive?: ArchiveParams | undefined; guard?: DatabaseGuard } = {},
): Promise<PostgresServer> {
  if (location.databaseUrl !== null) {
    const connection = connectionTo(location.databaseUrl, guard?.examine);
    const owner =
      location.migrateUrl === null || location.migrateUrl === undefined
        ? connection
        : connectionTo(location.migrateUrl, guard?.examine);
    return { connection, owner, archive: null, folder: null, leave: async () => undefined };
  }
  const { openEmbeddedPostgres } = await import("./embedded/embedded-postgres.ts");
  const { dataDir, database } = location.embedded ?? { ...location, database: undefined };
  const embedded = await openEmbeddedPostgres({ dataDir, log, archive });
  const owner = database === undefined ? embedded.connection : { ...embedded.connection, database };
  return {
    connection: asServer(owner),
    owner,
    archive: embedded.archive,
    folder: embedded.folder,
    leave: () => embedded.close(),
  };
}

/** The same embedded database, signed in to as the server's role. */
export function asServer(owner: EmbeddedPostgres["connection"]): EmbeddedPostgres["connection"] {
  return { ...owner, user: SERVER_ROLE };
}

const SERVER_ROLE = "akiba_server";

/** Migrates the database and opens the server's pool; `leavesRights` as in `migrate`. */
export async function openMigrated(
  {
    connection,
    owner,
    archive = null,
    folder = null,
  }: Pick<PostgresServer, "connection" | "owner"> &
    Partial<Pick<PostgresServer, "archive" | "folder">>,
  log: Log,
  { leavesRights = false } = {},
): Promise<OpenDatabase> {
  for (const name of await migrate(owner, connection, { leavesRights, log }))
    log(`database: applied ${name}`);
  const pool = openPool(connection);
  const db = openDatabase(pool);
  try {
    return {
      db,
      pool,
      connection,
      owner,
      ownsTables: await ownsTables(pool),
      archive,
      folder,
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** What a server needs besides a connection; commands need neither. */
type ServerParams = { archive: ArchiveParams; guard: DatabaseGuard };

/**
 * Opens and migrates the application's database for the server or a command. Refuses a database that is behind what was seen
 * (SAFE-25), unless a command that only reads sets `takesOlder`.
 */
export async function openMigratedDatabase(
  location: DatabaseLocation,
  log: Log,
  wanted: ServerParams | null = null,
  { takesOlder = false } = {},
): Promise<OpenDatabase> {
  const guard = wanted?.guard ?? (await openGuard(location.dataDir));
  const postgres = await openPostgres(location, log, { archive: wanted?.archive, guard });
  const { connection, owner } = postgres;
  try {
    // If the URL names several hosts, an older one is always skipped.
    if (!takesOlder || owner.primary !== undefined) await guard.require(owner);
    await requireDurable(owner);
    // A setting may apply to one role only. The embedded PostgreSQL has no server role yet at its first start.
    if (location.databaseUrl !== null) await requireDurable(connection);
    if (location.databaseUrl !== null) await requireSessions(connection);
    if (wanted === null) {
      const opened = await openMigrated(postgres, log, { leavesRights: takesOlder });
      return leavingLast(postgres, await heldBack(opened, log, { isChecked: !takesOlder }));
    }
    return leavingLast(postgres, await openGuarded(postgres, guard, log));
  } catch (error) {
    await postgres.leave();
    throw error;
  }
}

/** Migrates the database and opens it for a server, which from then on notes what it holds, and refuses one that is behind (SAFE-25). */
export async function openGuarded(
  postgres: Omit<PostgresServer, "leave">,
  guard: DatabaseGuard,
  log: Log,
): Promise<OpenDatabase> {
  const { connection } = postgres;
  const verified = { ...connection, verify: guard.verify };
  const migrated = await openMigrated({ ...postgres, connection: verified }, log);
  const database = await heldBack(migrated, log, { isChecked: true });
  const watch = connection.primary?.watch(log);
  const follower = guard.follow(connection, log);
  const close = async () => {
    watch?.stop();
    await follower.stop();
    await database.close();
  };
  return { ...database, close };
}

/**
 * Refuses a database that does not hold back the server's role or everybody (SAFE-17), and says if others may write in it; `verify` opens
 * it and names all that is wrong.
 */
async function heldBack(
  database: OpenDatabase,
  log: Log,
  { isChecked }: { isChecked: boolean },
): Promise<OpenDatabase> {
  if (!isChecked) return database;
  try {
    await requireDurable(database.connection);
    const others = await requireHeldBack(database);
    if (others !== null)
      log(
        `database: others may write in it, or what guards it is off (${others}); npm run verify lists all`,
      );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function leavingLast(postgres: PostgresServer, database: OpenDatabase): OpenDatabase {
  const close = async () => {
    await database.close();
    await postgres.leave();
  };
  return { ...database, close };
}

// Connecting to an external database by its URL.

/**
 * How to connect to the database of a URL. If it names several hosts: to the one that takes writes and that `examine` does not refuse.
 * Refuses a URL that asks for a host without writes.
 */
export function connectionTo(url: string, examine: Examine = readIdentity): ConnectionOptions {
  const list = readHosts(url);
  if (list.hosts.length === 0) return { connectionString: url };
  if (list.wanted === "read-only" || list.wanted.endsWith("standby"))
    throw new OperatorError(
      `The address of the database wants a host that takes no writes (target_session_attrs=${list.wanted}): leave that out.`,
    );
  return { connectionString: list.url, primary: openPrimary(list, examine) };
}

// Durability: the server refuses a database that could lose an acknowledged change (SAFE-18).

const REQUIRED = ["fsync", "full_page_writes", "synchronous_commit"];

/** Throws an `OperatorError` when the database could lose an acknowledged change in a power cut. */
export async function requireDurable(connection: ConnectionOptions): Promise<void> {
  const found = await withClient(connection, (client) =>
    client.query<{ name: string }>(
      "SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting = 'off' ORDER BY name",
      [REQUIRED],
    ),
  );
  if (found.rows.length === 0) return;
  const names = found.rows.map(({ name }) => name).join(" and ");
  throw new OperatorError(
    `The database has ${names} off, so that a power cut could lose payments that were acknowledged: switch it on and start again.`,
  );
}

// Sessions: a pooler between the server and its database must give each connection its own session.

// In a shared mode, a busy pooler may happen to give two clients two sessions once, but not each time.
const ROUNDS = 4;

/**
 * Throws an `OperatorError` for a pooler in transaction or statement mode: there several connections share a session, so LISTEN,
 * advisory locks and time limits are lost.
 */
export async function requireSessions(connection: ConnectionOptions): Promise<void> {
  const clients = [new PrimaryClient(connection), new PrimaryClient(connection)] as const;
  try {
    for (const client of clients) await client.connect();
    const pids = new Set<string>();
    for (let round = 0; round < ROUNDS; round++)
      pids.add(`${await readPid(clients[0])} ${await readPid(clients[1])}`);
    const [first = ""] = pids;
    const [one, other] = first.split(" ");
    if (pids.size === 1 && one !== other) return;
    const mode = (await takesTransactions(clients[0])) ? "transaction" : "statement";
    throw new OperatorError(
      `The pooler in front of the database works in ${mode} mode, in which sessions are shared: set pool_mode = session, or connect without it.`,
    );
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

async function readPid(client: PrimaryClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

/** Whether the connection allows transactions; PgBouncer refuses them in statement mode. */
async function takesTransactions(client: PrimaryClient): Promise<boolean> {
  return client.query("BEGIN").then(
    () => true,
    () => false,
  );
}
