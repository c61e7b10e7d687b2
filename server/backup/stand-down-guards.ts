// Takes triggers and foreign keys out of the way of a restore, and puts them back, as the tables' owner may everywhere.
import type { ClientBase } from "pg";

const SCHEMA = "relnamespace = current_schema()::regnamespace";

const enabling: Record<string, string> = {
  O: "ENABLE TRIGGER",
  A: "ENABLE ALWAYS TRIGGER",
  R: "ENABLE REPLICA TRIGGER",
};

/**
 * In the open transaction. What it gives puts everything back as it was; the foreign keys are made anew, so that every
 * row is checked by them.
 */
export async function standDownGuards(client: ClientBase): Promise<() => Promise<void>> {
  const triggers = await client.query<{ table: string; name: string; mode: string }>(
    `SELECT quote_ident(c.relname) AS table, quote_ident(t.tgname) AS name, t.tgenabled AS mode
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.${SCHEMA} AND NOT t.tgisinternal AND t.tgenabled <> 'D'`,
  );
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT quote_ident(c.relname) AS table, quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE c.${SCHEMA} AND k.contype = 'f' AND k.conparentid = 0`,
  );
  for (const { table, name } of triggers.rows)
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  for (const { table, name } of keys.rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);

  return async () => {
    for (const { table, name, definition } of keys.rows)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const { table, name, mode } of triggers.rows)
      await client.query(`ALTER TABLE ${table} ${enabling[mode]} ${name}`);
  };
}
