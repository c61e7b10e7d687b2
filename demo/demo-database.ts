// The demo group's own database, beside the real one on the same PostgreSQL. It gets its name when it is filled, so a
// filling that was cut short is started anew.
import { Client, DatabaseError } from "pg";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { ConfigError } from "#server/platform/config.ts";

const DEMO = "akiba_demo";
const UNFINISHED = "akiba_demo_unfinished";
const EMPTY = "akiba_demo_empty";
const OBJECT_IN_USE = "55006";

type Doors = { connection: ConnectionOptions; owner: ConnectionOptions };

/** How to connect to the demo database, as the server and as its owner; `fill` makes it the first time. */
export async function prepareDemoDatabase(
  { connection, owner }: Doors,
  fill: (unfinished: ConnectionOptions) => Promise<void>,
): Promise<Doors> {
  const client = new Client(owner);
  await client.connect();
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [DEMO]);
    if (found.rowCount === 0) {
      await client.query(`DROP DATABASE IF EXISTS ${UNFINISHED}`);
      await client.query(`CREATE DATABASE ${UNFINISHED} TEMPLATE template0 ENCODING 'UTF8'`);
      // Nobody relies on it yet, and the renaming that ends it is on the disk only with all that came before.
      await client.query(`ALTER DATABASE ${UNFINISHED} SET synchronous_commit = off`);
      await fill(inDatabase(owner, UNFINISHED));
      await client.query(`ALTER DATABASE ${UNFINISHED} RESET synchronous_commit`);
      await client.query(`ALTER DATABASE ${UNFINISHED} RENAME TO ${DEMO}`);
    }
    return { connection: inDatabase(connection, DEMO), owner: inDatabase(owner, DEMO) };
  } finally {
    await client.end();
  }
}

/** A database with nothing in it, made anew each time: a group that was set up in the one before is gone. */
export async function prepareEmptyDatabase({ connection, owner }: Doors): Promise<Doors> {
  const client = new Client(owner);
  await client.connect();
  try {
    await client.query(`DROP DATABASE IF EXISTS ${EMPTY}`);
    await client.query(`CREATE DATABASE ${EMPTY} TEMPLATE template0 ENCODING 'UTF8'`);
    return { connection: inDatabase(connection, EMPTY), owner: inDatabase(owner, EMPTY) };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE) throw error;
    throw new ConfigError("Another empty demo is running. Stop it before you begin anew.");
  } finally {
    await client.end();
  }
}

function inDatabase(connection: ConnectionOptions, database: string): ConnectionOptions {
  if (!("connectionString" in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
