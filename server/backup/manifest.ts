// A backup's own description: first what is needed to read it (`backup.json`), last what it must prove
// (`manifest.json`).
import type { ClientBase } from "pg";
import * as z from "zod";
import { presentHead } from "#server/verify/log-invariants.ts";
import { BackupError } from "#server/platform/command.ts";

export const HEADER_NAME = "backup.json";
export const MANIFEST_NAME = "manifest.json";

/** The number of entries in the log, and the root of its tree in hexadecimal. */
export const logHeadSchema = z.object({
  size: z.int().nonnegative(),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});
export type StoredLogHead = z.infer<typeof logHeadSchema>;

const headerSchema = z.object({
  format: z.literal("akiba-backup"),
  version: z.literal(1),
  made_at: z.string(),
  /** The names of the applied migrations, in their order. */
  migrations: z.array(z.string()).min(1),
  /** Each table with its columns, in the order of its COPY text. */
  tables: z.record(z.string(), z.array(z.string())),
  /** The log's tree head; missing in backups of earlier releases. */
  log_head: z.optional(z.nullable(logHeadSchema)),
});
export type Header = z.infer<typeof headerSchema>;

const proofSchema = z.object({
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** The number of journal entries. */
  entries: z.number(),
  /** Each account's balance in cents, debit positive. */
  trial_balance: z.record(z.string(), z.string()),
  audit_head: z.nullable(z.object({ seq: z.string(), hash: z.string() })),
  /** Missing in backups of earlier releases. */
  log_head: z.optional(z.nullable(logHeadSchema)),
});
/** What must be equal in the backed-up and in the restored database. */
type Proof = z.infer<typeof proofSchema>;

const manifestSchema = proofSchema.extend({
  made_at: z.string(),
  /** SHA-256 of each file before this one. */
  files: z.record(z.string(), z.string()),
  /** The last number that each counter returned. */
  sequences: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function readHeader(content: Buffer): Header {
  return parse(headerSchema, content);
}

export function readManifest(content: Buffer): Manifest {
  return parse(manifestSchema, content);
}

function parse<T>(schema: z.ZodType<T>, content: Buffer): T {
  try {
    return schema.parse(JSON.parse(content.toString("utf8")));
  } catch (error) {
    throw new BackupError("This is not a backup that this release of Akiba can read.", {
      cause: error,
    });
  }
}

/** Reads the proof from the connected database, by plain SQL as `npm run verify`. */
export async function readProof(client: ClientBase, tables: readonly string[]): Promise<Proof> {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const counted = await client.query<{ count: string }>(
      `SELECT count(*)::text AS count FROM ${client.escapeIdentifier(table)}`,
    );
    rows[table] = Number(counted.rows[0]?.count);
  }
  const balances = await client.query<{ account: string; cents: string }>(
    "SELECT account, sum(amount_cents)::text AS cents FROM postings GROUP BY account ORDER BY account",
  );
  const head = await client.query<{ seq: string; hash: string }>(
    "SELECT seq::text, encode(hash, 'hex') AS hash FROM audit_seals ORDER BY audit_seals.seq DESC LIMIT 1",
  );
  return {
    rows,
    entries: rows["entries"] ?? 0,
    trial_balance: Object.fromEntries(balances.rows.map(({ account, cents }) => [account, cents])),
    audit_head: head.rows[0] ?? null,
    log_head: await readTreeHead(client),
  };
}

/** The log's tree head, by the same SQL as `verify`; null before its first entry, and in a schema without the log. */
export async function readTreeHead(client: ClientBase): Promise<StoredLogHead | null> {
  const known = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('log_leaves') IS NOT NULL AS exists",
  );
  if (known.rows[0]?.exists !== true) return null;
  const { rows } = await client.query<{ size: string; root: string | null }>(
    `SELECT size::text, encode(root, 'hex') AS root FROM (${presentHead}) head`,
  );
  const { size, root } = rows[0] ?? { size: "0", root: null };
  return root === null ? null : { size: Number(size), root };
}

/** The first difference as a sentence; null if there is none. */
export function findDifference(promised: Proof, found: Proof): string | null {
  const parts = [
    ["the trial balance", promised.trial_balance, found.trial_balance],
    ["the head of the audit log", promised.audit_head, found.audit_head],
    ["the head of the log", promised.log_head ?? null, promised.log_head && found.log_head],
    ["the number of journal entries", promised.entries, found.entries],
    ["the number of rows", promised.rows, found.rows],
  ] as const;
  for (const [what, one, other] of parts)
    if (canonical(one) !== canonical(other))
      return `${what} is ${canonical(other)}, the manifest says ${canonical(one)}`;
  return null;
}

function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(fields));
}

// A backup contains every table of the schema, except those that a restore must not bring back.

/** The tables that are left out, and why. All others are backed up, also those of later releases. */
export const leftOut: Readonly<Record<string, string>> = {
  migrations: "written again, as the backup's level says",
  sessions: "a restore signs everybody out",
  auditor_sessions: "a restore signs every auditor out",
  auditor_links: "a seat that was ended since would open again",
  mail_tokens: "a link that was mailed before opens nothing afterwards",
  phone_codes: "a code is entered with such a link",
  mails: "carry such links",
  invitation_links: "an invitation that was sent before is made again",
  setup_links: "a link of the server before opens nothing",
  push_keys: "are made again, and browsers subscribe again after signing in",
  push_subscriptions: "carry secrets of browsers, which a restore signs out",
  throttle: "counts the last minutes",
};

/** Each table with its columns, without generated ones. */
export async function readStoredTables(client: ClientBase): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
      GROUP BY c.relname ORDER BY c.relname`,
    [Object.keys(leftOut)],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}
