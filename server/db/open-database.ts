// Opens the database that the environment names: an external PostgreSQL by DATABASE_URL, otherwise our embedded one.
import type pg from "pg";
import type { Config } from "#server/platform/config.ts";
import { openDatabase, openPool, type ConnectionOptions, type Database } from "./connection.ts";
import { requireDurable } from "./durability.ts";
import type { EmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { migrate } from "./migrate.ts";
import { ownsTables } from "./rights.ts";

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** As the server: what `rights.ts` lets it do. */
  connection: ConnectionOptions;
  /** As the owner of the database, for what makes or fills one. */
  owner: ConnectionOptions;
  /** Whether the server could change or remove what it only may add to, since its role owns the tables. */
  ownsTables: boolean;
  close(): Promise<void>;
};

export type PostgresServer = {
  connection: ConnectionOptions;
  owner: ConnectionOptions;
  /** The last to leave an embedded PostgreSQL shuts it down. */
  leave(): Promise<void>;
};

type Place = Pick<Config, "databaseUrl" | "dataDir"> & Partial<Pick<Config, "migrateUrl">>;
type Log = (line: string) => void;

/** Finds the PostgreSQL that the environment names, starting the embedded one when it does not run. */
export async function openPostgres(index: Place, log: Log): Promise<PostgresServer> {
  if (index.databaseUrl !== null) {
    const connection = { connectionString: index.databaseUrl };
    const owner = { connectionString: index.migrateUrl ?? index.databaseUrl };
    return { connection, owner, leave: async () => undefined };
  }
  const { openEmbeddedPostgres } = await import("./embedded/embedded-postgres.ts");
  const embedded = await openEmbeddedPostgres({ dataDir: index.dataDir, log });
  return {
    connection: asServer(embedded.connection),
    owner: embedded.connection,
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
  { connection, owner }: Pick<PostgresServer, "connection" | "owner">,
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
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** The application's database, up to date. Used by the server and by every command. */
export async function openMigratedDatabase(index: Place, log: Log): Promise<OpenDatabase> {
  const postgres = await openPostgres(index, log);
  try {
    await requireDurable(postgres.owner);
    // A setting may be of one role alone. That of an embedded PostgreSQL is not made yet at its first start.
    if (index.databaseUrl !== null) await requireDurable(postgres.connection);
    const database = await openMigrated(postgres, log);
    return {
      ...database,
      close: async () => {
        await database.close();
        await postgres.leave();
      },
    };
  } catch (error) {
    await postgres.leave();
    throw error;
  }
}
