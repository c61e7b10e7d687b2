// An acknowledged change is on disk: a database that does not promise it is not used (SAFE-18).
import type { ConnectionOptions } from "./connection.ts";
import { PrimaryClient } from "./primary-client.ts";

const REQUIRED = ["fsync", "full_page_writes", "synchronous_commit"];

/** Refuses, with a sentence for the operator, a database that could lose what it has acknowledged. */
export async function requireDurable(connection: ConnectionOptions): Promise<void> {
  const client = new PrimaryClient(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting = 'off' ORDER BY name",
      [REQUIRED],
    );
    if (rows.length === 0) return;
    const names = rows.map(({ name }) => name).join(" and ");
    throw Object.assign(
      new Error(
        `The database has ${names} off, so that a power cut could lose payments that were acknowledged: switch it on and start again.`,
      ),
      { isForOperator: true },
    );
  } finally {
    await client.end();
  }
}
