// What the migrations make, found out by making it: in a schema beside the real one, within a transaction that is undone. So
// the list is never out of date, and every release of PostgreSQL writes it down in its own words.
import { randomBytes } from "node:crypto";
import type { ConnectionOptions } from "./connection.ts";
import { applyMigration, findMissing } from "./migrate.ts";
import { PrimaryClient } from "./primary-client.ts";

export type SchemaObject = { kind: string; name: string; definition: string };

export type SchemaList = {
  objects: readonly SchemaObject[];
  /** The settings of a group that has changed none. */
  settings: Readonly<Record<string, unknown>>;
};

/**
 * `objects` is the question that gives the rows of `SchemaObject`. The connection is that of the database's owner, or of
 * another role that may make a schema in it.
 */
export async function readExpectedSchema(
  owner: ConnectionOptions,
  objects: string,
): Promise<SchemaList> {
  const client = new PrimaryClient({ ...owner, application_name: "akiba verify" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const scratch = `akiba_scratch_${randomBytes(6).toString("hex")}`;
    await client.query(`BEGIN; CREATE SCHEMA ${scratch}; SET LOCAL search_path = ${scratch}`);
    for (const file of await findMissing(client)) await applyMigration(client, file);
    const { rows } = await client.query<SchemaObject>(objects);
    const founded = await client.query<{ settings: Record<string, unknown> }>(
      "SELECT to_jsonb(g) - 'only_row' AS settings FROM group_settings g",
    );
    await client.query("ROLLBACK");
    return { objects: rows, settings: founded.rows[0]?.settings ?? {} };
  } finally {
    await client.end();
  }
}
