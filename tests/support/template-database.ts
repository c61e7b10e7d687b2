// The database that every test's own database is cloned from: newest schema, no rows.
import { Client } from "pg";
import type { EmbeddedPostgres } from "#server/db/embedded/embedded-postgres.ts";
import { asServer } from "#server/db/open-database.ts";
import { migrate } from "#server/db/migrate.ts";

export const templateName = "akiba_template";

/** Makes the template; closes every connection to it, or it could not be cloned. */
export async function buildTemplate(connection: EmbeddedPostgres["connection"]): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(`create database ${templateName}`);
  } finally {
    await client.end();
  }
  const owner = { ...connection, database: templateName };
  await migrate(owner, asServer(owner));
}
