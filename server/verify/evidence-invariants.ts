// What must hold of the database by what is known besides it: the list of what the migrations make, and the tree heads
// that stand in backups (docs/decisions/024-tampering.md).
import type { SchemaList } from "#server/db/expected-schema.ts";
import type { Invariant } from "./invariant.ts";
import { lostHeads } from "./log-invariants.ts";
import { schemaObjects } from "./schema-objects.ts";

/** A head of the log as it was once written down outside of the database; `root` in hexadecimal. */
export type StoredHead = { whence: string; size: number; root: string };

export type Evidence = {
  /** What a database has that only the migrations of this release made. */
  schema: SchemaList;
  heads: readonly StoredHead[];
};

const literal = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

export const evidenceInvariants = ({ schema, heads }: Evidence): readonly Invariant[] => [
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
    sql: lostHeads(`SELECT row_number() OVER () AS id, 'of ' || whence AS whence, size, decode(root, 'hex') AS root
                      FROM json_to_recordset(${literal(heads)}) AS kept (whence text, size bigint, root text)`),
  },
];
