// Stores what Daraja posts before it is answered (MPESA-3), on connections of its own: in the database, or in a synced
// file while the database is slow or away, because Daraja does not repeat what it could not deliver.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import {
  openDatabase,
  openPool,
  type ConnectionOptions,
  type Database,
} from "#server/db/connection.ts";
import { sha256 } from "#server/platform/secrets.ts";

export type Callback = {
  kind: "confirmation" | "validation" | "result" | "timeout";
  /** Of the address that it came to; null for a registered one. */
  nonceHash: Buffer | null;
  body: Buffer;
  receivedAt: Date;
};

/** `unknown`: no request of ours has this address. */
type Stored = "stored" | "unknown";

export type CallbackStore = {
  readonly db: Database;
  /** Resolves when it is on disk. */
  take(callback: Callback): Promise<Stored>;
  /** Stores what waits in files, at most some hundred at a time; returns how many that were. */
  takeFiles(): Promise<number>;
  stop(): Promise<void>;
};

const CONNECTIONS = 4;
const DATABASE_MS = 500;
const FILES_AT_ONCE = 200;

type Params = {
  connection: ConnectionOptions;
  dataDir: string;
  /** Says that the database did not take it in time. */
  warn: (error: unknown) => void;
};

export function openCallbackStore({ connection, dataDir, warn }: Params): CallbackStore {
  const pool = openPool(connection, CONNECTIONS, "akiba callbacks");
  const db = openDatabase(pool);
  const folder = join(dataDir, "mpesa-callbacks");

  return {
    db,
    take: async (callback) => {
      const stored = insertKnown(db, callback).catch((error: unknown) => {
        warn(error);
        return null;
      });
      const slow = wait(DATABASE_MS, null, { ref: false });
      const outcome = await Promise.race([stored, slow]);
      if (outcome !== null) return outcome;
      await writeFile(folder, callback);
      return "stored";
    },
    takeFiles: async () => {
      const names = await listFiles(folder);
      for (const name of names.slice(0, FILES_AT_ONCE)) await takeFile(db, join(folder, name));
      return names.length;
    },
    stop: () => pool.end(),
  };
}

/** Stores a callback whose address is known; the second of two equal ones changes nothing. */
async function insertKnown(db: Database, callback: Callback): Promise<Stored> {
  const { kind, nonceHash, body, receivedAt } = callback;
  const { rows } = await sql<{ is_known: boolean }>`
    WITH known AS (
      SELECT WHERE ${nonceHash}::bytea IS NULL
         OR EXISTS (SELECT FROM daraja_requests WHERE nonce_hash = ${nonceHash} AND expires_at > ${receivedAt})),
    stored AS (
      INSERT INTO daraja_callbacks (kind, nonce_hash, sha256, body, received_at, due_at)
      SELECT ${kind}, ${nonceHash}, ${sha256(body)}, ${body}, ${receivedAt}::timestamptz, ${receivedAt}::timestamptz FROM known
          ON CONFLICT ON CONSTRAINT daraja_callbacks_once DO NOTHING)
    SELECT EXISTS (SELECT FROM known) AS is_known`.execute(db);
  return rows[0]?.is_known === true ? "stored" : "unknown";
}

// The files: written under another name first, so that a half written one is never read.

const WRITING = ".part";
const UNREADABLE = ".unreadable";

const fileForm = z.object({
  kind: z.enum(["confirmation", "validation", "result", "timeout"]),
  nonceHash: z.nullable(z.base64()),
  body: z.base64(),
  receivedAt: z.iso.datetime(),
});

async function writeFile(
  folder: string,
  { nonceHash, body, ...callback }: Callback,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${callback.receivedAt.getTime()}-${randomUUID()}.json`);
  const written = {
    ...callback,
    nonceHash: nonceHash?.toString("base64") ?? null,
    body: body.toString("base64"),
  };
  const file = await open(path + WRITING, "wx", 0o600);
  try {
    await file.writeFile(JSON.stringify(written));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(path + WRITING, path);
  const directory = await open(folder, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** The oldest first. */
async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(".json")).toSorted();
}

/** Whether the address is known is found when it is read: the file was answered already. */
async function takeFile(db: Database, path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    // Another server with the same folder was faster.
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return;
  const read = fileForm.safeParse(parse(text));
  if (!read.success) return rename(path, path + UNREADABLE);
  const { kind, nonceHash, body, receivedAt } = read.data;
  const bytes = Buffer.from(body, "base64");
  await db
    .insertInto("daraja_callbacks")
    .values({
      kind,
      nonce_hash: nonceHash === null ? null : Buffer.from(nonceHash, "base64"),
      sha256: Buffer.from(sha256(bytes)),
      body: bytes,
      received_at: receivedAt,
      due_at: receivedAt,
    })
    .onConflict((same) => same.constraint("daraja_callbacks_once").doNothing())
    .execute();
  await rm(path, { force: true });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
