// Fills an empty database with a group: set down at once instead of through the actions, but every row as they would
// have left it, which `verify` proves.
import { Client } from "pg";
import { standDownGuards } from "#server/backup/stand-down-guards.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { auditLog } from "./audit-log.ts";
import { books } from "./books.ts";
import { logTree } from "./log-tree.ts";
import { people } from "./people.ts";
import { plans } from "./plans.ts";
import { records } from "./records.ts";
import type { Shape } from "./shape.ts";

const numbered = [
  "members",
  "loans",
  "payments",
  "fines",
  "ledger_posts",
  "entries",
  "audit_entries",
];

/** Refuses a database that holds members. Mail is not written: nobody lives at those addresses. */
export async function fillDataSet(
  connection: ConnectionOptions,
  shape: Shape,
  say: (line: string) => void,
): Promise<void> {
  const client = new Client({ ...connection, application_name: "akiba bench" });
  await client.connect();
  try {
    await refuseFilled(client);
    await client.query("BEGIN");
    await client.query("SET LOCAL work_mem = '256MB'");
    await client.query("SET LOCAL maintenance_work_mem = '512MB'");
    const guard = await standDownGuards(client);
    const index = await dropIndexes(client);
    await runAll(client, "people and plans", [...people(shape), ...plans(shape)], say);
    await runAll(client, "records", records(shape), say);
    await runAll(client, "books", books(), say);
    if (shape.audit) await runAll(client, "audit log", auditLog(shape), say);
    await runAll(client, "counters", numbered.map(counter), say);
    await timed("keys and indexes", index, say);
    await runAll(client, "tree of the log", logTree(shape), say);
    await timed("foreign keys and triggers", guard, say);
    await client.query("COMMIT");
    await runAll(client, "vacuum", ["VACUUM ANALYZE", "CHECKPOINT"], say);
  } finally {
    await client.end();
  }
}

async function refuseFilled(client: Client): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM members LIMIT 1");
  if (rowCount !== 0)
    throw new Error("This database is not empty; a data set needs one of its own.");
}

async function runAll(client: Client, name: string, texts: string[], say: (line: string) => void) {
  await timed(
    name,
    async () => {
      for (const text of texts) await client.query(text);
    },
    say,
  );
}

async function timed(name: string, work: () => Promise<void>, say: (line: string) => void) {
  const startedAt = performance.now();
  await work();
  say(`  ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/**
 * Takes indexes and keys away, foreign keys having gone before; what it gives makes them anew, which judges every row
 * and is faster than row by row.
 */
async function dropIndexes(client: Client): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype IN ('p', 'u') AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys.rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const indexes = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of indexes.rows) await client.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { table, name, definition } of keys.rows)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const { definition } of indexes.rows) await client.query(definition);
  };
}

function counter(table: string): string {
  const sequence = `pg_get_serial_sequence('${table}', 'id')`;
  return `SELECT setval(${sequence}, max(id)) FROM ${table}`;
}
