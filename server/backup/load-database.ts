// Loads the files of a backup into an empty database, in one transaction that is proven before it commits.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DatabaseError, type ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { leaveRequests } from "#server/core/daraja/unsent-requests.ts";
import { askOf, leaveUnsent, type LeftUnsent } from "#server/core/notices/settle-message.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import {
  applyFunctions,
  applyMigration,
  findMissing,
  migrate,
  MIGRATION_LOCK,
} from "#server/db/migrate.ts";
import { withClient } from "#server/db/primary.ts";
import { checkBooks, type Verdict } from "#server/verify/verify-books.ts";
import { BackupError } from "#server/platform/command.ts";
import {
  readStoredTables,
  findDifference,
  HEADER_NAME,
  MANIFEST_NAME,
  readHeader,
  readManifest,
  readProof,
  type Header,
  type Manifest,
} from "./manifest.ts";
import { readOrigin, requireOrigin, SIGNATURE_NAME, type Origin } from "./signature.ts";
import type { TarEntry } from "./tar.ts";

export type Restored = {
  manifest: Manifest;
  origin: Origin;
  verdict: Verdict;
  migrated: string[];
  /** Messages that waited in the backup. They are not sent, since the old server may have sent them meanwhile. */
  unsent: LeftUnsent;
};

/**
 * Refuses a database that is not empty, a backup that is damaged or differs from its manifest, one that is unsigned or
 * altered unless `acceptUnsigned`, one signed by another key than `signer`, and books that `verify` finds broken unless
 * `acceptBroken`. A refusal or an interruption leaves nothing behind. `sendsOn`: waiting messages are sent from here,
 * since nobody works on the other database.
 */
export function loadDatabase(
  connection: ConnectionOptions,
  entries: AsyncIterable<TarEntry>,
  params: {
    acceptBroken: boolean;
    acceptUnsigned?: boolean;
    signer?: string | null;
    sendsOn?: boolean;
  },
): Promise<Restored> {
  return withClient({ ...connection, application_name: "akiba restore" }, async (client) => {
    const lock = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`,
    );
    if (lock.rows[0]?.taken !== true)
      throw new BackupError("Something else is making or changing this database right now.");
    await client.query("BEGIN");
    await requireEmpty(client);
    const { manifest, origin } = await load(client, entries);
    requireOrigin(origin, {
      acceptUnsigned: params.acceptUnsigned ?? false,
      signer: params.signer ?? null,
    });
    const newer = await findMissing(client);
    for (const file of newer) await applyMigration(client, file);
    await applyFunctions(client);
    const unsent =
      params.sendsOn === true
        ? { messages: 0, notices: 0 }
        : await leaveUnsent(askOf(client), new Date());
    if (params.sendsOn !== true) await leaveRequests(askOf(client), new Date());
    const verdict = await checkBooks(async (text) => (await client.query(text)).rows);
    if (verdict.breaches.length > 0 && !params.acceptBroken) throw new BrokenBooks(verdict);
    await client.query("COMMIT");
    await client.query("ANALYZE");
    await client.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
    // Creates the job queue's tables, as a server would at its start.
    await migrate(connection);
    return { manifest, origin, verdict, migrated: newer.map(({ name }) => name), unsent };
  });
}

/** The backup is undamaged, but its books break invariants. */
export class BrokenBooks extends BackupError {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super("The books in this backup break what must hold of them; nothing was restored.");
    this.verdict = verdict;
  }
}

async function requireEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ found: string }>(
    `SELECT relname AS found FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
      ORDER BY relname LIMIT 1`,
  );
  if (rows[0] !== undefined)
    throw new BackupError(
      `The database is not empty (it has ${rows[0].found}), and nothing in it is overwritten. ` +
        "Name a new folder by DATA_DIR, or a new database by DATABASE_URL.",
    );
}

/** Loads the files, checks the tables against the manifest, and returns the manifest and who signed it. */
async function load(
  client: ClientBase,
  entries: AsyncIterable<TarEntry>,
): Promise<{ manifest: Manifest; origin: Origin }> {
  const files: Record<string, string> = {};
  let opened: { header: Header; restoreGuards: () => Promise<void> } | null = null;
  let manifest: { content: Buffer; says: Manifest } | null = null;
  let signature: Buffer | null = null;
  for await (const { name, content } of entries) {
    if (manifest !== null) {
      if (name !== SIGNATURE_NAME || signature !== null)
        throw altered("something follows its manifest");
      signature = content;
      continue;
    }
    if (name === MANIFEST_NAME) {
      manifest = { content, says: readManifest(content) };
      continue;
    }
    files[name] = createHash("sha256").update(content).digest("hex");
    if (name === HEADER_NAME && opened === null) opened = await open(client, readHeader(content));
    else if (opened !== null) await loadPart(client, opened.header, { name, content });
    else throw altered("it does not begin with its description");
  }
  if (opened === null || manifest === null)
    throw new BackupError("The backup is cut off: its end is missing.");
  const { says, content } = manifest;
  requireSameFiles(says.files, files);
  await restoreSequences(client, says);
  await restoreOrRefuse(opened.restoreGuards);
  const found = await readProof(client, Object.keys(opened.header.tables));
  const difference = findDifference(says, found);
  if (difference !== null) throw altered(difference);
  return { manifest: says, origin: readOrigin(content, signature) };
}

/**
 * Makes the tables of the backup's own release, empty and without triggers and foreign keys, so that rows load
 * unchanged.
 */
async function open(client: ClientBase, header: Header) {
  const missing = await findMissing(client);
  const known = new Set(missing.map(({ name }) => name));
  const unknown = header.migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup was made by a newer release of Akiba (${unknown} is not known here): restore it with that release.`,
    );
  for (const file of missing)
    if (header.migrations.includes(file.name)) await applyMigration(client, file);
  const tables = await readStoredTables(client);
  for (const [table, columns] of Object.entries(header.tables))
    if (columns.some((column) => tables[table]?.includes(column) !== true))
      throw altered(`its table ${table} is not that of its release`);
  const restoreGuards = await suspendGuards(client);
  const names = Object.keys(tables).map((table) => client.escapeIdentifier(table));
  await client.query(`TRUNCATE ${names.join(", ")}`);
  return { header, restoreGuards };
}

async function loadPart(client: ClientBase, header: Header, { name, content }: TarEntry) {
  const table = /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1] ?? "";
  const columns = header.tables[table];
  if (columns === undefined) throw altered(`it holds ${name}`);
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const copy = `COPY ${client.escapeIdentifier(table)} (${list}) FROM STDIN`;
  try {
    await pipeline(Readable.from([content], { objectMode: false }), client.query(copyFrom(copy)));
  } catch (error) {
    throw error instanceof DatabaseError ? altered(error.message, error) : error;
  }
}

function requireSameFiles(promised: Record<string, string>, found: Record<string, string>): void {
  for (const name of new Set([...Object.keys(promised), ...Object.keys(found)]))
    if (promised[name] !== found[name]) throw altered(`${name} is not what the manifest says`);
}

async function restoreSequences(client: ClientBase, manifest: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(manifest.sequences))
    await client.query("SELECT setval(quote_ident($1)::regclass, $2::bigint)", [name, last]);
}

/** Restores the triggers and foreign keys; the foreign keys check all rows. Refuses the backup if a row breaks one. */
async function restoreOrRefuse(restoreGuards: () => Promise<void>): Promise<void> {
  try {
    await restoreGuards();
  } catch (error) {
    throw error instanceof DatabaseError ? altered(error.message, error) : error;
  }
}

function altered(how: string, cause?: unknown): BackupError {
  return new BackupError(`The backup was altered or is damaged: ${how}.`, { cause });
}

// Removes triggers and foreign keys for a restore, and puts them back. The tables' owner has this right on every host.

const SCHEMA = "relnamespace = current_schema()::regnamespace";

const enabling: Record<string, string> = {
  O: "ENABLE TRIGGER",
  A: "ENABLE ALWAYS TRIGGER",
  R: "ENABLE REPLICA TRIGGER",
};

/**
 * Disables the triggers and drops the foreign keys, in the open transaction. The returned function restores them, and the
 * foreign keys check every row.
 */
export async function suspendGuards(client: ClientBase): Promise<() => Promise<void>> {
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
