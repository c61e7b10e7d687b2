// Keys and indexes of the tables of a data set: made after the rows, which decides on every row and is faster than row by row.
import type { Client } from "pg";

/**
 * Takes them away, foreign keys having gone before; what it gives tells the statements that make those of some tables
 * anew.
 */
export async function takeKeysAway(
  client: Client,
  tables: readonly string[],
): Promise<(...tables: string[]) => string[]> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype IN ('p', 'u') AND conrelid = ANY ($1::regclass[]) ORDER BY conname`,
    [tables],
  );
  for (const { table, name } of keys.rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const indexes = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = ANY ($1::regclass[])`,
    [tables],
  );
  for (const { name } of indexes.rows) await client.query(`DROP INDEX ${name}`);
  const making = [
    ...keys.rows.map(({ table, name, definition }) => ({
      table,
      text: `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    })),
    ...indexes.rows.map(({ table, definition }) => ({ table, text: definition })),
  ];
  return (...wanted) =>
    making.filter(({ table }) => wanted.includes(table)).map(({ text }) => text);
}
