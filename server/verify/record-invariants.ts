// Checks against the audit log what is neither money nor an account, and yet tells people of both (I61): notices, messages, checks and
// backups as each night's entry witnessed them; how members are notified, browsers, devices, limits and accounts of statements.
import { hashOf, type Invariant } from "./invariant.ts";

/**
 * The earliest moment of the audit log since the newest nightly witness, whose number tells which that is; what is older and
 * in none was put in. Where the clock was put back since, the log has earlier moments after the witness. An hour, since a
 * change has its moment before its commit.
 */
const lastWitness = `(
  SELECT min(since.at) - interval '1 hour' FROM audit_entries since
   WHERE since.id >= (SELECT max(w.id) FROM audit_entries w WHERE w.action = 'books.witness'))`;

/** Compares the hash of all rows of each witness with what the audit log says. `from` has `witnessed_in`, `place` and `hash`. */
const together = (key: string, from: string) => `
  SELECT coalesce(told.subject_id, kept.witnessed_in) AS id, '${key} are not as the night witnessed them' AS found
    FROM (SELECT subject_id, witness ->> '${key}' AS hash FROM audit_entries WHERE action = 'books.witness' AND witness ? '${key}') told
    FULL JOIN (SELECT witnessed_in, encode(sha256(string_agg(hash, ''::bytea ORDER BY place)), 'hex') AS hash
                 FROM (${from}) each GROUP BY witnessed_in) kept ON kept.witnessed_in = told.subject_id
   WHERE told.hash IS DISTINCT FROM kept.hash`;

const notice = `
  SELECT n.witnessed_in, n.id AS place, sha256(convert_to(jsonb_strip_nulls(
           to_jsonb(n) - '{read_at, dispatched_at, restored_at, witnessed_in}'::text[])::text, 'UTF8')) AS hash
    FROM notices n WHERE n.witnessed_in IS NOT NULL`;
const message = `
  SELECT m.witnessed_in, m.id AS place, sha256(convert_to(jsonb_build_array(
           m.id, m.notice_id, m.member_id, m.channel, m.recipient, m.text, m.parts, m.cost_units, m.claimed_at, m.gateway_id, m.created_at,
           m.sent_at, a.answers)::text, 'UTF8')) AS hash
    FROM notice_messages m
    LEFT JOIN (SELECT message_id, jsonb_agg(to_jsonb(r) ORDER BY r.id) AS answers FROM sms_answers r GROUP BY message_id) a ON a.message_id = m.id
   WHERE m.witnessed_in IS NOT NULL`;

/** Compares each row of a table, of which the newest `stored` are stored, with the hash that the audit log has of it. */
const each = (key: string, table: string, stored: number) => `
  WITH told AS (SELECT hash.key::int AS id, hash.value AS hash
                  FROM audit_entries a CROSS JOIN jsonb_each_text(a.witness -> '${key}') hash WHERE a.action = 'books.witness')
  SELECT coalesce(told.id, r.id) AS id, '${table}: ' || CASE WHEN r.id IS NULL THEN 'is gone' ELSE 'is not as it was witnessed' END AS found
    FROM told FULL JOIN ${table} r ON r.id = told.id
   WHERE CASE WHEN r.id IS NULL THEN told.id > (SELECT greatest(max(t.id), (SELECT max(id) FROM ${table})) FROM told t) - ${stored}
              WHEN told.id IS NULL THEN r.id <= (SELECT max(t.id) FROM told t)
              ELSE told.hash <> ${hashOf("to_jsonb(r)")} END`;

/** The hashes under `key` that the audit log has of each member: \`whom\`, \`hash\`. */
const witnessedOf = (key: string) => `
  (SELECT a.subject_id AS whom, jsonb_array_elements_text(a.witness -> '${key}') AS hash
     FROM audit_entries a WHERE a.subject = 'member' AND a.witness ? '${key}' OFFSET 0)`;

const choices = `jsonb_build_object(
  'choices', (SELECT jsonb_agg(jsonb_build_array(c.kind, c.channel, c.is_on) ORDER BY c.kind, c.channel) FROM notice_choices c WHERE c.member_id = m.id),
  'preferences', (SELECT to_jsonb(p) FROM notice_preferences p WHERE p.member_id = m.id))`;

// What the gateway answers or reports of a number that gets no more (server/core/notices/sms).
const refusals = "('userinblacklist', 'invalidphonenumber', 'unsupportednumbertype')";

export const recordInvariants: readonly Invariant[] = [
  {
    name: "notices-as-witnessed",
    proves: ["I61", "I124"],
    holds:
      "Each notice is as it was written, and none is gone or was put in before the last nightly witness.",
    sql: `${together("notices", notice)}
          UNION ALL
          SELECT n.id::int, 'notice ' || n.id || ' was put in' FROM notices n WHERE n.witnessed_in IS NULL AND n.created_at < ${lastWitness}`,
  },
  {
    name: "messages-as-witnessed",
    proves: ["I61", "I124"],
    holds:
      "Each message went to whom, when and with the words that the night witnessed, with each answer of the gateway, and none is gone.",
    sql: `${together("messages", message)}
          UNION ALL
          SELECT m.id::int, 'message ' || m.id || ' was put in' FROM notice_messages m
           WHERE m.witnessed_in IS NULL AND m.settled_at < ${lastWitness} AND m.state IN ('sent', 'delivered', 'failed', 'rejected', 'skipped')`,
  },
  {
    name: "checks-as-witnessed",
    proves: ["I61"],
    holds: "Each check of the books and each backup is as it was when the audit log witnessed it.",
    sql: `SELECT * FROM (${each("checks", "verify_runs", 400)}) checks UNION ALL SELECT * FROM (${each("backups", "backup_runs", 100)}) backups`,
  },
  {
    name: "choices-as-witnessed",
    proves: ["I61"],
    holds: "Each member is notified as they last chose, or as everybody begins.",
    sql: `SELECT m.id, 'is notified otherwise than they chose' AS found FROM members m
            LEFT JOIN LATERAL (SELECT a.witness ->> 'choices' AS hash FROM audit_entries a
                                WHERE a.subject = 'member' AND a.subject_id = m.id AND a.witness ? 'choices' ORDER BY a.id DESC LIMIT 1) told ON true
           WHERE coalesce(told.hash, ${hashOf("'{}'::jsonb")}) <> ${hashOf(choices)}`,
  },
  {
    name: "browsers-were-added",
    proves: ["I61"],
    holds: "Each browser that gets push was added by its member, as the audit log tells.",
    sql: `SELECT s.member_id AS id, 'a browser of ' || s.created_at || ' was added by nobody' AS found FROM push_subscriptions s
           WHERE NOT EXISTS (SELECT FROM ${witnessedOf("browsers")} told
                              WHERE told.whom = s.member_id AND told.hash = ${hashOf("to_jsonb(s) - 'created_at'")})`,
  },
  {
    name: "devices-as-witnessed",
    proves: ["I34", "I61"],
    holds: "Each known device is the one of a sign-in of its member.",
    sql: `SELECT d.member_id AS id, 'a device first seen ' || d.first_seen_at || ' is not the one that signed in' AS found FROM known_devices d
           WHERE NOT EXISTS (SELECT FROM ${witnessedOf("devices")} told
                              WHERE told.whom = d.member_id AND told.hash = ${hashOf("to_jsonb(d) - 'last_seen_at'")})`,
  },
  {
    name: "limits-as-witnessed",
    proves: ["I38"],
    holds:
      "Each limit of what one person may do counts from the moment that the audit log witnessed, or begins with the group; none is gone.",
    sql: `WITH told AS MATERIALIZED (
            SELECT jsonb_array_elements_text(a.witness -> 'limits') AS hash FROM audit_entries a
             WHERE a.subject = 'group_settings' AND a.witness ? 'limits'),
          begun (what, above_cents) AS (VALUES ('fine', 500000), ('fine_sum', 0), ('unmatch', 0))
          SELECT coalesce(l.id, 0) AS id,
                 CASE WHEN l.id IS NULL THEN 'a limit is gone' ELSE format('%s from %s is not as it was witnessed', l.above_cents, l.counts_from) END AS found
            FROM (SELECT *, ${hashOf("to_jsonb(r)")} AS hash FROM second_person_limits r) l FULL JOIN told USING (hash)
           WHERE l.id IS NULL
              OR (NOT EXISTS (SELECT FROM told WHERE told.hash = l.hash)
                  AND NOT (l.counts_from = '-infinity' AND l.proposal_id IS NULL AND l.after_entry IS NULL AND (l.what, l.above_cents) IN (SELECT what, above_cents FROM begun)))
          UNION ALL
          SELECT 0, 'the first limit of ' || b.what || ' is gone' FROM begun b
           WHERE NOT EXISTS (SELECT FROM second_person_limits l WHERE (l.what, l.above_cents) = (b.what, b.above_cents))`,
  },
  {
    name: "accounts-as-witnessed",
    proves: ["I48"],
    holds:
      "Each account of statements has the name, kind, number and mapping that the audit log last witnessed, and none is gone.",
    sql: `SELECT coalesce(c.id, told.account) AS id, CASE WHEN c.id IS NULL THEN 'is gone' ELSE 'is not as it was witnessed' END AS found
            FROM statement_accounts c
            FULL JOIN (SELECT DISTINCT ON (account) account, hash FROM (
                         SELECT a.id, a.subject_id AS account, a.witness ->> 'row' AS hash FROM audit_entries a
                          WHERE a.subject = 'statement_account' AND a.witness ? 'row'
                         UNION ALL
                         SELECT a.id, (a.witness -> 'account' ->> 'id')::int, a.witness -> 'account' ->> 'hash' FROM audit_entries a
                          WHERE a.witness ? 'account') each ORDER BY account, id DESC) told ON told.account = c.id
           WHERE told.hash IS DISTINCT FROM ${hashOf("to_jsonb(c)")}`,
  },
  {
    name: "stops-are-explained",
    proves: ["I61"],
    holds:
      "A number gets no SMS only since the gateway answered or reported so of a message to it, and each that it named gets none.",
    sql: `WITH refused AS (
            SELECT m.recipient AS phone, replace(a.outcome, '-', '_') AS reason, a.at FROM sms_answers a JOIN notice_messages m ON m.id = a.message_id
             WHERE a.outcome IN ('wrong-number', 'opted-out')
            UNION ALL
            SELECT m.recipient, CASE lower(m.failure) WHEN 'userinblacklist' THEN 'opted_out' ELSE 'wrong_number' END, m.settled_at
              FROM notice_messages m
             WHERE m.channel = 'sms' AND m.state <> 'delivered' AND lower(m.failure) IN ${refusals})
          SELECT 0 AS id, s.phone || ' was stopped by nobody' AS found FROM sms_stops s
           WHERE NOT EXISTS (SELECT FROM refused r WHERE (r.phone, r.reason, r.at) = (s.phone, s.reason, s.at))
          UNION ALL
          SELECT 0, r.phone || ' was refused and is not stopped' FROM refused r
           WHERE r.phone IS NOT NULL AND NOT EXISTS (SELECT FROM sms_stops s WHERE s.phone = r.phone)`,
  },
  {
    name: "reconciliation-begins-as-stated",
    proves: ["I42"],
    holds: "Books and bank are compared from the first day of any statement that ever counted.",
    sql: `SELECT 0 AS id, format('begins %s, the first statement %s', r.from_day, first.day) AS found
            FROM (SELECT min(s.period_from) FILTER (WHERE s.withdrawn_at IS NULL AND (s.breaks = '[]' OR s.accepted_at IS NOT NULL)) AS counts,
                         min(s.period_from) FILTER (WHERE s.breaks = '[]' OR s.accepted_at IS NOT NULL) AS day FROM statements s) first
            FULL JOIN reconciliation_start r ON true
           WHERE r.only_row IS NULL OR (r.from_day IS DISTINCT FROM first.day AND r.from_day IS DISTINCT FROM first.counts)`,
  },
  {
    name: "automatic-matches-have-their-moment",
    proves: ["I46"],
    holds:
      "What the application matched by itself was matched when the statement came or counted, or when the audit log tells of that line, of its twin, or of the statement of its twin.",
    sql: `SELECT m.id, 'line ' || m.line_id || ' was matched at ' || m.matched_at || ', when nothing happened' AS found FROM statement_matches m
           WHERE m.matched_by IS NULL
             AND NOT EXISTS (SELECT FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
                              WHERE o.line_id = m.line_id AND m.matched_at IN (s.uploaded_at, s.accepted_at))
             AND NOT EXISTS (SELECT FROM audit_entries a WHERE a.subject = 'statement_line' AND a.subject_id = m.line_id AND a.at = m.matched_at)
             -- Earlier releases told only of the line that was set aside, with its twins, and of the statement that was withdrawn.
             AND NOT EXISTS (SELECT FROM audit_entries a WHERE a.action = 'statement-lines.set-aside' AND a.at = m.matched_at
                                AND m.line_id::text = ANY (string_to_array(a.after ->> 'twins', ', ')))
             AND NOT EXISTS (SELECT FROM statement_twins t JOIN statement_line_sources o ON o.line_id = t.line_id JOIN statements s ON s.id = o.statement_id
                              WHERE t.twin_id = m.line_id AND s.withdrawn_at = m.matched_at)`,
  },
  {
    name: "noted-heads-as-told",
    proves: ["I33"],
    holds: "Each tree head that the officials were told of is noted, in its month.",
    sql: `SELECT 0 AS id, 'the head of ' || told.size || ' entries is not noted' AS found
            FROM (SELECT DISTINCT n.facts ->> 'size' AS size, n.facts ->> 'fingerprint' AS root, n.created_at FROM notices n WHERE n.event = 'tree_head') told
           WHERE NOT EXISTS (SELECT FROM noted_heads h
                              WHERE h.size::text = told.size AND encode(h.root, 'hex') = told.root AND h.noted_at = told.created_at
                                AND h.month = date_trunc('month', h.noted_at AT TIME ZONE 'Africa/Nairobi')::date)`,
  },
];
