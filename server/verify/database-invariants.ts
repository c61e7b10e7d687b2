// What must hold of the database itself: counters, sessions and locks (I4, I34).
import type { Invariant } from "./invariant.ts";

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
