// Opens the database that the environment names: an external PostgreSQL by DATABASE_URL, otherwise our embedded one.
import type pg from "pg";
import { OperatorError } from "#server/platform/command.ts";
import type { Config } from "#server/platform/config.ts";
import { openDatabase, openPool, type ConnectionOptions, type Database } from "./connection.ts";
import type { EmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import type { ArchiveParams, LogArchive } from "./embedded/log-archive.ts";
import { readHosts, openPrimary, PrimaryClient, withClient, type Examine } from "./primary.ts";
import { migrate } from "./migrate.ts";
import { ownsTables } from "./rights.ts";
import { openGuard, readIdentity, type DatabaseGuard } from "./seen-database.ts";

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** As the server: what `rights.ts` lets it do. */
  connection: ConnectionOptions;
  /** As the owner of the database, for what makes or fills one. */
  owner: ConnectionOptions;
  /** Whether the server could change or remove what it only may add to, since its role owns the tables. */
  ownsTables: boolean;
  /** Where an embedded PostgreSQL archives its log; null for an external one, and when that was not asked. */
  archive: LogArchive | null;
  close(): Promise<void>;
};

type PostgresServer = {
  connection: ConnectionOptions;
  owner: ConnectionOptions;
  archive: LogArchive | null;
  /** The last to leave an embedded PostgreSQL shuts it down. */
  leave(): Promise<void>;
};

type DatabaseLocation = Pick<Config, "databaseUrl" | "dataDir"> &
  Partial<Pick<Config, "migrateUrl">>;
type Log = (line: string) => void;

/**
 * Finds the PostgreSQL that the environment names, starting the embedded one when it does not run. Of several hosts one that is
 * behind what `guard` has seen is passed over.
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
    return { connection, owner, archive: null, leave: async () => undefined };
  }
  const { openEmbeddedPostgres } = await import("./embedded/embedded-postgres.ts");
  const embedded = await openEmbeddedPostgres({ dataDir: location.dataDir, log, archive });
  return {
    connection: asServer(embedded.connection),
    owner: embedded.connection,
    archive: embedded.archive,
    leave: () => embedded.close(),
  };
}

/** The same embedded database, as the server's role. */
export function asServer(owner: EmbeddedPostgres["connection"]): EmbeddedPostgres["connection"] {
  return { ...owner, user: SERVER_ROLE };
}

const SERVER_ROLE = "akiba_server";

/** Brings a database's schema up to date and gives the server's pool. */
export async function openMigrated(
  {
    connection,
    owner,
    archive = null,
  }: Pick<PostgresServer, "connection" | "owner"> & Partial<Pick<PostgresServer, "archive">>,
  log: Log,
): Promise<OpenDatabase> {
  for (const name of await migrate(owner, connection)) log(`database: applied ${name}`);
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
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** What a server wants of its database besides; commands take it as it is. */
type ServerParams = { archive: ArchiveParams; guard: DatabaseGuard };

/**
 * The application's database, up to date. Used by the server and by every command; one that only looks `takesOlder`, which is
 * behind what was seen.
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
    // Of several hosts the older one is always passed over.
    if (!takesOlder || owner.primary !== undefined) await guard.require(owner);
    await requireDurable(owner);
    // A setting may be of one role alone. That of an embedded PostgreSQL is not made yet at its first start.
    if (location.databaseUrl !== null) await requireDurable(connection);
    if (location.databaseUrl !== null) await requireSessions(connection);
    if (wanted === null) return leavingLast(postgres, await openMigrated(postgres, log));
    const verified = { ...connection, verify: guard.verify };
    const database = await openMigrated({ ...postgres, connection: verified }, log);
    const watch = connection.primary?.watch(log);
    const follower = guard.follow(connection, log);
    const close = async () => {
      watch?.stop();
      await follower.stop();
      await database.close();
    };
    return leavingLast(postgres, { ...database, close });
  } catch (error) {
    await postgres.leave();
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

// From the URL of an external database to how it is connected to.

/** How to connect to the database of a URL; of several hosts to the one that takes writes and, by `examine`, is no older one. */
export function connectionTo(url: string, examine: Examine = readIdentity): ConnectionOptions {
  const list = readHosts(url);
  if (list.hosts.length === 0) return { connectionString: url };
  if (list.wanted === "read-only" || list.wanted.endsWith("standby"))
    throw new OperatorError(
      `The address of the database wants a host that takes no writes (target_session_attrs=${list.wanted}): leave that out.`,
    );
  return { connectionString: list.url, primary: openPrimary(list, examine) };
}

// An acknowledged change is on disk: a database that does not promise it is not used (SAFE-18).

const REQUIRED = ["fsync", "full_page_writes", "synchronous_commit"];

/** Refuses, with a sentence for the operator, a database that could lose what it has acknowledged. */
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

// A pooler between the server and its database has to give each connection a session of its own.

// A busy pooler may give two clients two sessions once; not each time.
const ROUNDS = 4;

/**
 * Refuses, with a sentence for the operator, a pooler in transaction or statement mode: there one session serves several
 * connections, and what a session holds is lost, such as LISTEN, advisory locks and time limits.
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

/** PgBouncer refuses them in statement mode. */
async function takesTransactions(client: PrimaryClient): Promise<boolean> {
  return client.query("BEGIN").then(
    () => true,
    () => false,
  );
}
