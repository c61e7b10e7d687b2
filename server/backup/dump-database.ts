// Reads a whole database on one snapshot as the files of a backup, one after another to save memory.
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { PrimaryClient } from "#server/db/primary.ts";
import { BackupError } from "#server/platform/command.ts";
import {
  readStoredTables,
  HEADER_NAME,
  MANIFEST_NAME,
  readTreeHead,
  readProof,
  type Header,
  type Manifest,
} from "./manifest.ts";
import { readOrigin, SIGNATURE_NAME, type Origin, type SigningKey } from "./signature.ts";
import type { TarEntry } from "./tar.ts";

/** A table's COPY text is cut at the end of a row into parts of about this many bytes. */
const PART_BYTES = 4 * 1024 * 1024;
const NEW_LINE = 0x0a;

/** `key` signs the manifest, and `onManifest` receives it. `madeAt` is the time of the snapshot. */
export async function* dumpDatabase(
  connection: ConnectionOptions,
  params: {
    madeAt: Date;
    key: SigningKey;
    onManifest: (manifest: Manifest, origin: Origin) => void;
  },
): AsyncGenerator<TarEntry> {
  const client = new PrimaryClient({ ...connection, application_name: "akiba backup" });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const files: Record<string, string> = {};
    const stored = (name: string, content: Buffer): TarEntry => {
      files[name] = createHash("sha256").update(content).digest("hex");
      return { name, content };
    };
    const header = await readHeaderOf(client, params.madeAt);
    yield stored(HEADER_NAME, toJson(header));
    for (const [table, columns] of Object.entries(header.tables)) {
      let part = 0;
      for await (const content of readTable(client, table, columns))
        yield stored(`tables/${table}/${String(++part).padStart(5, "0")}.copy`, content);
    }
    const manifest: Manifest = {
      made_at: header.made_at,
      files,
      sequences: await readSequences(client),
      ...(await readProof(client, Object.keys(header.tables))),
    };
    await client.query("COMMIT");
    const content = toJson(manifest);
    const signature = params.key.sign(content);
    params.onManifest(manifest, readOrigin(content, signature));
    yield { name: MANIFEST_NAME, content };
    yield { name: SIGNATURE_NAME, content: signature };
  } finally {
    await client.end();
  }
}

async function readHeaderOf(client: ClientBase, madeAt: Date): Promise<Header> {
  const known = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS exists",
  );
  if (known.rows[0]?.exists !== true)
    throw new BackupError("There is nothing to back up: the database is empty.");
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM migrations ORDER BY name",
  );
  return {
    format: "akiba-backup",
    version: 1,
    made_at: madeAt.toISOString(),
    migrations: rows.map(({ name }) => name),
    tables: await readStoredTables(client),
    log_head: await readTreeHead(client),
  };
}

/** Yields the table's COPY text in parts of whole rows; nothing for an empty table. */
async function* readTable(
  client: ClientBase,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Buffer> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const stream = client.query(
    copyTo(`COPY ${client.escapeIdentifier(table)} (${names}) TO STDOUT`),
  );
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    held.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size < PART_BYTES) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) yield all.subarray(0, end);
    held = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** A snapshot does not cover counters. They are read last, so that they are never behind the dumped rows. */
async function readSequences(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

function toJson(value: Header | Manifest): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
