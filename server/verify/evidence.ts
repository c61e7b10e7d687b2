// Checks the database itself: its schema against what the migrations make, its log against the tree heads in backups
// (docs/decisions/024-tampering.md), and its counters, sessions and locks (I4, I34).
import { randomBytes } from "node:crypto";
import { readStoredHeads } from "#server/backup/backup-folder.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { readGuardsSwitchedOff, readRoles } from "#server/db/held-back.ts";
import { applyFunctions, applyMigration, findMissing } from "#server/db/migrate.ts";
import { withClient } from "#server/db/primary.ts";
import { HEADS_FILE, readSeenHeads, type SeenHeads } from "#server/db/seen-heads.ts";
import type { Invariant } from "./invariant.ts";
import { lostHeads } from "./log-invariants.ts";
import { embeddedRoles, writerInvariants, type Roles } from "./writer-invariants.ts";

/** A tree head of the log that was once stored outside of the database; `root` in hexadecimal. */
type StoredHead = { whence: string; size: number; root: string };

export type Evidence = {
  /** The schema that the migrations of this release make. */
  schema: SchemaList;
  heads: readonly StoredHead[];
  /** What the server has seen of the log, by its own folder and by the copy beside the backups; null in tests of other things. */
  seen: SeenLog | null;
  /** Who may write; null in tests of other things. */
  writers: Writers | null;
};

type SeenLog = Omit<SeenHeads, "heads"> & { heads: readonly StoredHead[] };

type Writers = {
  roles: Roles;
  /** Whether the PostgreSQL is our own, in which nobody else has a role. */
  isEmbedded: boolean;
  /** The settings of the server's own connections that switch a guard off. */
  switchedOff: readonly string[];
};

type SchemaObject = { kind: string; name: string; definition: string };

type SchemaList = {
  objects: readonly SchemaObject[];
  /** The default settings. */
  settings: Readonly<Record<string, unknown>>;
};

/**
 * Reads the evidence for one check, so that it is that of the running program. `owner` must be allowed to make a schema
 * in the database. The tree heads are those of the backups in `backupDir`, none if it is null, and those seen by the server whose
 * folder is `dataDir`.
 */
export async function readEvidence({
  server,
  owner,
  isEmbedded,
  dataDir,
  backupDir,
}: {
  server: ConnectionOptions;
  owner: ConnectionOptions;
  isEmbedded: boolean;
  dataDir: string | null;
  backupDir: string | null;
}): Promise<Evidence> {
  const schema = await readExpectedSchema(owner);
  const roles = await readRoles({ server, owner });
  const switchedOff = await readGuardsSwitchedOff(server, roles);
  const heads = backupDir === null ? [] : await readStoredHeads(backupDir);
  const seen = dataDir === null ? null : await readSeenLog(server, { dataDir, backupDir });
  return { schema, heads, seen, writers: { roles, isEmbedded, switchedOff } };
}

async function readSeenLog(
  server: ConnectionOptions,
  { dataDir, backupDir }: { dataDir: string; backupDir: string | null },
): Promise<SeenLog> {
  const database = await withClient(server, async (client) => {
    const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
    return rows[0]?.name ?? "";
  });
  const copies = backupDir === null ? [] : [backupDir];
  const seen = await readSeenHeads([dataDir, ...copies], database);
  return {
    ...seen,
    heads: seen.heads.map(({ at, size, root }) => ({
      whence: `that the server saw on ${at}`,
      size,
      root,
    })),
  };
}

/**
 * The number of audit entries that are newer than the newest head stored outside of the database, so that nothing outside tells whether
 * they are as they were written; `size` is that of the newest head, 0 if there is none.
 */
export function sinceNewestHead({ heads, seen }: Evidence): { size: number; sql: string } {
  const sizes = [...heads, ...(seen?.heads ?? [])].map((head) => head.size);
  const size = sizes.reduce((most, each) => Math.max(most, each), 0);
  return {
    size,
    sql: `SELECT ((SELECT count(*) FROM audit_entries)
                  - (SELECT count(*) FROM log_leaves WHERE seal_seq IS NOT NULL AND position < ${size}))::int AS entries`,
  };
}

/** What this check cannot compare, one sentence each: who administers the PostgreSQL is not to be read there. */
export function notCompared({ writers, seen }: Evidence): string[] {
  return [...unseen(seen), ...unreadableWriters(writers)];
}

function unseen(seen: SeenLog | null): string[] {
  if (seen === null) return [];
  const { own, unread, isCopyRead } = seen;
  const instead = isCopyRead
    ? "only the copy beside the backups tells what a server has seen of the log."
    : "the log is not compared with what a server has seen of it.";
  return [
    ...(own === "missing" ? [`DATA_DIR has no ${HEADS_FILE}: ${instead}`] : []),
    ...(own === "empty" ? [`${HEADS_FILE} in DATA_DIR says nothing of this log: ${instead}`] : []),
    ...(unread === 0
      ? []
      : [
          `${unread} lines of ${HEADS_FILE} cannot be read: what they say of the log is not compared.`,
        ]),
  ];
}

function unreadableWriters(writers: Writers | null): string[] {
  if (writers === null || writers.isEmbedded) return [];
  const { server, owner } = writers.roles;
  return [
    ...(server === owner
      ? [
          `The server signs in as ${owner}, the owner of the tables, which nothing holds back: its own rights are not compared, those of others are (docs/operations.md, a role for the server).`,
        ]
      : []),
    "Whoever administers this PostgreSQL may write everywhere: superusers, its configuration files, pg_hba.conf and preloaded libraries are not compared.",
  ];
}

const literal = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

export const evidenceInvariants = ({
  schema,
  heads,
  seen,
  writers,
}: Evidence): readonly Invariant[] => [
  ...(writers === null ? [] : writersInvariants(writers)),
  {
    name: "schema-as-migrated",
    proves: ["I5"],
    holds:
      "Tables, columns, constraints, keys, triggers, functions and accounts are those that the migrations make: none is missing, altered, disabled or besides.",
    sql: `SELECT row_number() OVER (ORDER BY kind, name) AS id,
                 kind || ' ' || name || CASE WHEN wanted.definition IS NULL THEN ' is made by no migration: ' || found.definition
                   WHEN found.definition IS NULL THEN ' is missing'
                   ELSE ' is altered: ' || left(found.definition, 200) END AS found
            FROM json_to_recordset(${literal(schema.objects)}) AS wanted (kind text, name text, definition text)
            FULL JOIN (${schemaObjects}) found USING (kind, name)
           WHERE wanted.definition IS DISTINCT FROM found.definition`,
  },
  {
    name: "settings-as-witnessed",
    proves: ["I11"],
    holds:
      "Each setting is what the audit log last witnessed of it, or what the group was founded with.",
    sql: `SELECT 0 AS id, stands.key || ' is ' || stands.value || ', last witnessed ' || coalesce(told.value, founded.value)::text AS found
            FROM group_settings g CROSS JOIN jsonb_each(to_jsonb(g) - 'only_row') stands
            JOIN jsonb_each(${literal(schema.settings)}::jsonb) founded ON founded.key = stands.key
            LEFT JOIN LATERAL (SELECT a.witness -> 'settings' -> stands.key AS value FROM audit_entries a
                                WHERE a.witness -> 'settings' ? stands.key ORDER BY a.id DESC LIMIT 1) told ON true
           WHERE stands.value <> coalesce(told.value, founded.value)
          UNION ALL
          SELECT 0, 'there are no settings' WHERE NOT EXISTS (SELECT FROM group_settings)`,
  },
  {
    name: "backed-up-heads-hold",
    proves: ["I5", "I33"],
    holds: "The log still begins with the head that each backup in BACKUP_DIR carries.",
    sql: lostHeads(headsOf(heads.map((head) => ({ ...head, whence: `of ${head.whence}` })))),
  },
  {
    name: "seen-heads-hold",
    proves: ["I5", "I33"],
    holds: "The log still begins with every head that the server stored outside of the database.",
    sql: lostHeads(headsOf(seen?.heads ?? [])),
  },
  {
    name: "seen-heads-are-written-by-servers",
    proves: ["I5", "I33"],
    holds: `Each whole line of ${HEADS_FILE} is one that a server writes.`,
    sql: `SELECT row_number() OVER () AS id, 'no server writes ' || found AS found FROM json_array_elements_text(${literal(
      (seen?.altered ?? []).map(printable),
    )}) AS found`,
  },
];

/** At most 120 characters, without those that a terminal or PostgreSQL takes for something else. */
const printable = (text: string) =>
  text
    .slice(0, 120)
    .replaceAll(/[^ -~]/g, "?")
    .replaceAll("\\", "?");

const headsOf = (heads: readonly StoredHead[]) => `
  SELECT row_number() OVER () AS id, whence, size, decode(root, 'hex') AS root
    FROM json_to_recordset(${literal(heads.map((head) => ({ ...head, whence: printable(head.whence) })))}) AS kept (whence text, size bigint, root text)`;

const writersInvariants = ({ roles, isEmbedded, switchedOff }: Writers): readonly Invariant[] => [
  ...writerInvariants(roles),
  ...(isEmbedded ? [embeddedRoles(roles)] : []),
  {
    name: "server-works-with-the-guards",
    proves: ["I60"],
    holds: "On the server's own connections no setting switches off what guards the books.",
    sql: `SELECT 0 AS id, found FROM json_array_elements_text(${literal(switchedOff)}) AS found`,
  },
];

// Makes the tables and functions of this release in a second schema, within a transaction that is rolled back, and lists them.
// The list is so never out of date, and each release of PostgreSQL writes the definitions in its own way.

function readExpectedSchema(owner: ConnectionOptions): Promise<SchemaList> {
  return withClient({ ...owner, application_name: "akiba verify" }, async (client) => {
    const scratch = `akiba_scratch_${randomBytes(6).toString("hex")}`;
    await client.query(`BEGIN; CREATE SCHEMA ${scratch}; SET LOCAL search_path = ${scratch}`);
    for (const file of await findMissing(client)) await applyMigration(client, file);
    await applyFunctions(client);
    const { rows } = await client.query<SchemaObject>(schemaObjects);
    const founded = await client.query<{ settings: Record<string, unknown> }>(
      "SELECT to_jsonb(g) - 'only_row' AS settings FROM group_settings g",
    );
    await client.query("ROLLBACK");
    return { objects: rows, settings: founded.rows[0]?.settings ?? {} };
  });
}

// Lists everything in the connection's schema that protects the books, one row each: kind, name and definition. The
// same query reads the real schema and the one that the migrations make.

const inSchema = (oid: string, catalog: string) =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;
const tables = `(SELECT * FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND ${inSchema("c.oid", "pg_class")})`;

const schemaObjects = `
  SELECT kind, name, replace(definition, quote_ident(current_schema()) || '.', '') AS definition FROM (
    SELECT 'relation' AS kind, c.relname::text AS name,
           concat_ws(' ', c.relkind::text, c.relpersistence::text, c.relrowsecurity, c.relforcerowsecurity, c.relispartition,
                     CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid, true) END) AS definition
      FROM ${tables} c WHERE c.relkind NOT IN ('i', 'I', 't')
    UNION ALL
    SELECT 'column', c.relname || '.' || a.attname,
           concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, nullif(a.attidentity, ''), nullif(a.attgenerated, ''),
                     pg_get_expr(d.adbin, d.adrelid, true))
      FROM ${tables} c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relkind IN ('r', 'p')
    UNION ALL
    -- A foreign key is enforced by internal triggers, which may be disabled.
    SELECT 'constraint', c.relname || '.' || k.conname,
           concat_ws(' ', pg_get_constraintdef(k.oid, true), k.convalidated, k.condeferrable, k.condeferred,
                     (SELECT string_agg(t.tgenabled::text, '' ORDER BY t.tgenabled) FROM pg_trigger t
                       WHERE t.tgconstraint = k.oid AND t.tgisinternal))
      FROM pg_constraint k JOIN ${tables} c ON c.oid = k.conrelid WHERE k.contype <> 'n'
    UNION ALL
    SELECT 'index', c.relname::text, concat_ws(' ', pg_get_indexdef(i.indexrelid, 0, true), i.indisunique, i.indisvalid, i.indisready,
                                               i.indislive, i.indimmediate)
      FROM pg_index i JOIN ${tables} c ON c.oid = i.indexrelid
    UNION ALL
    SELECT 'trigger', c.relname || '.' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid, true), t.tgenabled::text)
      FROM pg_trigger t JOIN ${tables} c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION ALL
    SELECT 'rule', c.relname || '.' || r.rulename, concat_ws(' ', pg_get_ruledef(r.oid, true), r.ev_enabled::text)
      FROM pg_rewrite r JOIN ${tables} c ON c.oid = r.ev_class WHERE r.rulename <> '_RETURN'
    UNION ALL
    SELECT 'policy', c.relname || '.' || p.polname, concat_ws(' ', p.polcmd::text, p.polpermissive, pg_get_expr(p.polqual, p.polrelid, true),
                                                              pg_get_expr(p.polwithcheck, p.polrelid, true))
      FROM pg_policy p JOIN ${tables} c ON c.oid = p.polrelid
    UNION ALL
    SELECT 'function', f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')',
           concat_ws(' ', pg_get_function_result(f.oid), l.lanname, f.prokind::text, f.provolatile::text, f.proparallel::text, f.prosecdef,
                     f.proisstrict, f.proconfig::text, encode(sha256(convert_to(f.prosrc, 'UTF8')), 'hex'))
      FROM pg_proc f JOIN pg_language l ON l.oid = f.prolang
     WHERE f.pronamespace = current_schema()::regnamespace AND ${inSchema("f.oid", "pg_proc")}
    UNION ALL
    -- Rows of a table that inherits from one of ours show in it, without its triggers and keys.
    SELECT 'heir', c.relname || '.' || i.inhrelid::regclass, '' FROM pg_inherits i JOIN ${tables} c ON c.oid = i.inhparent
    UNION ALL
    SELECT 'counter', c.relname::text, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
      FROM pg_sequence s JOIN ${tables} c ON c.oid = s.seqrelid
    UNION ALL
    SELECT 'operator', o.oprname || ' ' || o.oprleft::regtype || ' ' || o.oprright::regtype, o.oprcode::text FROM pg_operator o
     WHERE o.oprnamespace = current_schema()::regnamespace AND ${inSchema("o.oid", "pg_operator")}
    UNION ALL
    SELECT 'account', code, class FROM accounts
    UNION ALL
    SELECT 'migration', name, 'applied' FROM migrations) objects`;

// Counters, sessions and locks.

const numbered = [
  "entries",
  "payments",
  "loans",
  "fines",
  "settlements",
  "members",
  "audit_entries",
];

export const databaseInvariants: readonly Invariant[] = [
  {
    name: "numbers-come-from-their-counter",
    proves: ["I4"],
    holds: "No number was given that its counter has not reached, so none is given twice.",
    sql: numbered
      .map(
        (table) =>
          `SELECT max(id) AS id, '${table} counted to ' || coalesce(pg_sequence_last_value(pg_get_serial_sequence('${table}', 'id')::regclass), 0) AS found
             FROM ${table} HAVING max(id) > coalesce(pg_sequence_last_value(pg_get_serial_sequence('${table}', 'id')::regclass), 0)`,
      )
      .join(" UNION ALL "),
  },
  {
    name: "numbers-are-unique",
    proves: ["I4"],
    holds:
      "The keys that keep a number, a source and a payment reference from standing twice are there and hold.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['entries_pkey', 'entries_source_once', 'entries_reversed_once', 'payments_pkey', 'payments_reference_key',
                              'audit_seals_seq', 'audit_seals_no_fork']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
                              WHERE c.relname = wanted.name AND i.indisunique AND i.indisvalid)`,
  },
  {
    name: "triggers-are-not-switched-off",
    proves: ["I5"],
    holds: "No setting of the server, the database or a role switches triggers off.",
    sql: `SELECT 0 AS id, 'session_replication_role is ' || current_setting('session_replication_role') AS found
           WHERE current_setting('session_replication_role') <> 'origin'
          UNION ALL
          SELECT 0, setting || coalesce(' for ' || s.setrole::regrole::text, '')
            FROM pg_db_role_setting s, unnest(s.setconfig) setting
           WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
             AND setting LIKE 'session_replication_role=%' AND setting <> 'session_replication_role=origin'`,
  },
  {
    name: "tokens-open-once",
    proves: ["I34"],
    holds: "A mailed token ends after it began, and was spent within that time.",
    sql: `SELECT member_id AS id, purpose || ' spent ' || spent_at || ', lives to ' || expires_at AS found FROM mail_tokens
           WHERE expires_at <= created_at OR spent_at > expires_at`,
  },
  {
    name: "nobody-keeps-others-waiting",
    proves: ["I34"],
    holds:
      "No connection of the application idles in a transaction for 15 seconds or waits for a lock for 10.",
    sql: `SELECT pid AS id, application_name || ': ' || state || ' since ' || state_change AS found FROM pg_stat_activity
           WHERE datname = current_database() AND application_name LIKE 'akiba%' AND pid <> pg_backend_pid()
             AND application_name NOT IN ('akiba backup', 'akiba restore')
             AND ((state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - interval '15 seconds')
                  OR (state = 'active' AND wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '10 seconds'))`,
  },
];
