// Checks the log: its tree agrees with the seals and the journal and still contains the tree heads noted earlier,
// nothing in the audit log was changed or removed, and the database is as the audit log says (I5, I11, I33).
import { type Invariant, ofItsMoment } from "./invariant.ts";

const utf8 = (text: string) => `convert_to((${text})::text, 'UTF8')`;

// Builds the hashed text of an entry and of its lines again, independently of the code that writes the log.
const entryText = `jsonb_build_array(
  e.id, to_char(e.business_date, 'YYYY-MM-DD'), e.description, e.source_kind, e.source_id, e.purpose, e.reverses, e.author_id,
  to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`;
const lineText = `(jsonb_build_array(
  p.entry_id, p.line, to_char(p.business_date, 'YYYY-MM-DD'), e.description, p.account, p.amount_cents, p.member_id, p.loan_id)
  || CASE WHEN p.fund_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(p.fund_id) END)`;
const part = (number: string, text: string) =>
  `sha256(sha256(l.salt || int4send((${number})::int)) || ${utf8(text)})`;

/** Adds to each tree head of `heads` its `hash`: the root over `size` entries, folded from their complete subtrees. */
const folded = (heads: string) => `(
  WITH RECURSIVE heads AS (${heads}), folded AS (
    SELECT id, whence, size, root, 0 AS level, NULL::bytea AS hash FROM heads
    UNION ALL
    SELECT f.id, f.whence, f.size, f.root, f.level + 1,
           CASE WHEN (f.size >> f.level) % 2 = 0 THEN f.hash
                WHEN f.hash IS NULL THEN node.hash
                ELSE sha256('\\x01'::bytea || node.hash || f.hash) END
      FROM folded f
      LEFT JOIN log_tree node ON node.level = f.level AND node.position = (f.size >> f.level) - 1
     WHERE f.size >> f.level > 0)
  SELECT id, whence, size, root, hash FROM folded WHERE size >> level = 0)`;

/** Finds the tree heads (`id`, `whence`, `size`, `root`) with which the log no longer begins. */
export const lostHeads = (heads: string) => `
  SELECT id, 'the first ' || size || ' entries are no longer those ' || whence AS found
    FROM ${folded(heads)} head WHERE hash IS DISTINCT FROM root`;

/** The present tree head: no row before the log's first entry, and a null root if the tree is incomplete. */
export const presentHead = `
  SELECT size, hash AS root FROM ${folded(`
    SELECT 0 AS id, '' AS whence, position + 1 AS size, NULL::bytea AS root FROM log_leaves ORDER BY position DESC LIMIT 1`)} head`;

export const logInvariants: readonly Invariant[] = [
  {
    name: "entries-as-logged",
    proves: ["I5", "I33"],
    holds: "Every journal entry is, with each of its lines, what it was when the log took it in.",
    sql: `WITH lines AS (
            SELECT e.id, string_agg(${part("p.line", lineText)}, ''::bytea ORDER BY p.line) AS parts
              FROM log_leaves l JOIN entries e ON e.id = l.entry_id JOIN postings p ON p.entry_id = e.id
             GROUP BY e.id)
          SELECT l.entry_id AS id,
                 CASE WHEN e.id IS NULL THEN 'is number ' || l.position + 1 || ' of the log and gone from the journal'
                      ELSE 'was altered after the log took it in, as number ' || l.position + 1 END AS found
            FROM log_leaves l
            LEFT JOIN entries e ON e.id = l.entry_id
            LEFT JOIN lines ON lines.id = l.entry_id
            LEFT JOIN log_tree leaf ON leaf.level = 0 AND leaf.position = l.position
           WHERE l.entry_id IS NOT NULL
             AND leaf.hash IS DISTINCT FROM sha256('\\x004a'::bytea || ${part("0", entryText)} || lines.parts)`,
  },
  {
    name: "seals-as-logged",
    proves: ["I5", "I33"],
    holds: "Every seal of the audit log is what it was when the log took it in.",
    sql: `SELECT coalesce(s.audit_id, 0) AS id, 'seal ' || l.seal_seq || ' is not number ' || l.position + 1 || ' of the log' AS found
            FROM log_leaves l
            LEFT JOIN audit_seals s ON s.seq = l.seal_seq
            LEFT JOIN log_tree leaf ON leaf.level = 0 AND leaf.position = l.position
           WHERE l.seal_seq IS NOT NULL
             AND leaf.hash IS DISTINCT FROM sha256('\\x0041'::bytea || s.hash)`,
  },
  {
    name: "log-tree-adds-up",
    proves: ["I5"],
    holds:
      "Each node of the log's tree follows from the two below it, and none is missing or besides.",
    sql: `SELECT node.position AS id, format('node of level %s over numbers %s to %s does not follow from those below', node.level,
                 (node.position << node.level) + 1, (node.position + 1) << node.level) AS found
            FROM log_tree node
            LEFT JOIN log_tree one ON one.level = node.level - 1 AND one.position = node.position * 2
            LEFT JOIN log_tree other ON other.level = node.level - 1 AND other.position = node.position * 2 + 1
           WHERE node.level > 0 AND node.hash IS DISTINCT FROM sha256('\\x01'::bytea || one.hash || other.hash)
          UNION ALL
          SELECT level, format('level %s has %s nodes up to place %s, for %s entries', level, coalesce(nodes, 0), last, leaves)
            FROM generate_series(0, 62) AS level
            CROSS JOIN (SELECT count(*) AS leaves, coalesce(max(position) + 1, 0) AS size FROM log_leaves) log
            LEFT JOIN (SELECT level, count(*) AS nodes, max(position) AS last FROM log_tree GROUP BY level) found USING (level)
           WHERE coalesce(nodes, 0) <> leaves >> level OR coalesce(last + 1, 0) <> size >> level`,
  },
  {
    name: "everything-is-logged",
    proves: ["I5", "I33"],
    holds:
      "No journal entry or seal waits for the log for more than a minute after a later one was taken in or sealed.",
    // Each journal entry has an audit entry of the same moment, so a log with later entries must have it too; unless the
    // clock went back, and that audit entry is one of the last.
    sql: `SELECT e.id, 'entry of ' || e.business_date || ' is not in the log' AS found
            FROM entries e LEFT JOIN (
                   SELECT a.id, a.at FROM audit_seals s JOIN audit_entries a ON a.id = s.audit_id
                    WHERE s.sealed_at < now() - interval '1 minute' ORDER BY s.seq DESC LIMIT 1) last ON true
           WHERE NOT EXISTS (SELECT FROM log_leaves l WHERE l.entry_id = e.id)
             AND (e.id < (SELECT max(entry_id) FROM log_leaves WHERE added_at < now() - interval '1 minute')
                  OR e.recorded_at < last.at - interval '2 minutes'
                     AND NOT EXISTS (SELECT FROM audit_entries own WHERE own.id > last.id AND ${ofItsMoment("own", "e")}))
          UNION ALL
          SELECT s.audit_id, 'seal ' || s.seq || ' is not in the log'
            FROM audit_seals s
           WHERE NOT EXISTS (SELECT FROM log_leaves l WHERE l.seal_seq = s.seq)
             AND (s.seq < (SELECT max(seal_seq) FROM log_leaves) OR s.sealed_at < now() - interval '1 minute')`,
  },
  {
    name: "noted-heads-hold",
    proves: ["I5", "I33"],
    holds: "The log still begins with every head that was mailed to the officials.",
    sql: lostHeads(
      "SELECT to_char(month, 'YYYYMMDD')::int AS id, 'of ' || month AS whence, size, root FROM noted_heads",
    ),
  },
  {
    name: "checked-heads-hold",
    proves: ["I5", "I33"],
    holds:
      "The log and the chain of the audit log still begin with what every kept check of the books found.",
    sql: `${lostHeads(
      "SELECT id, 'that the check of ' || finished_at || ' found' AS whence, log_size AS size, log_root AS root FROM verify_runs WHERE log_size IS NOT NULL",
    )}
          UNION ALL
          SELECT v.id, 'seal ' || v.audit_seq || ' is not the one that the check of ' || v.finished_at || ' found'
            FROM verify_runs v LEFT JOIN audit_seals s ON s.seq = v.audit_seq
           WHERE v.audit_seq IS NOT NULL AND s.hash IS DISTINCT FROM v.audit_hash`,
  },
  {
    name: "log-is-append-only",
    proves: ["I5", "I33"],
    holds:
      "The triggers that keep the log's tree and the noted heads as they were stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['log_leaves_append_only', 'log_leaves_no_truncate', 'log_tree_append_only', 'log_tree_no_truncate',
                              'noted_heads_append_only', 'noted_heads_no_truncate']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];

// Computes the audit log's seals again, independently of the code that writes them.

/** The text of the audit entry \`e\` that its seal is a hash of. */
export const canonical = `(jsonb_build_array(
  e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  e.actor_id, e.action, e.subject, e.subject_id, e.before, e.after, e.address)
  || CASE WHEN e.witness IS NULL THEN '[]' ELSE jsonb_build_array(e.witness) END)::text`;

export const auditInvariants: readonly Invariant[] = [
  {
    name: "audit-chain-unbroken",
    proves: ["I5", "I11", "I33"],
    holds: "Every sealed audit entry is there unchanged, and every seal follows the one before it.",
    // Only the chain of the seals is read in order. The entries that they seal are checked in the order of the tables,
    // which is faster.
    sql: `SELECT DISTINCT ON (id) id, found FROM (
            SELECT audit_id AS id, 1 AS place,
                   CASE WHEN seq <> seal_before + 1 THEN 'seals ' || seal_before + 1 || ' to ' || seq - 1 || ' are gone'
                        ELSE 'seal ' || seq || ' does not follow the one before' END AS found
              FROM (SELECT audit_id, seq, previous_hash, lag(seq, 1, 0::bigint) OVER in_order AS seal_before,
                           lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER in_order AS hash_before
                      FROM audit_seals WINDOW in_order AS (ORDER BY seq)) chain
             WHERE seq <> seal_before + 1 OR previous_hash <> hash_before
            UNION ALL
            SELECT s.audit_id, 2, CASE WHEN e.id IS NULL THEN 'was sealed and is gone' ELSE 'was altered after it was sealed' END
              FROM audit_seals s LEFT JOIN audit_entries e ON e.id = s.audit_id
             WHERE e.id IS NULL OR s.hash <> sha256(s.previous_hash || convert_to(${canonical}, 'UTF8'))) judged
           ORDER BY id, place`,
  },
  {
    name: "audit-sealed-in-time",
    proves: ["I33"],
    holds:
      "No audit entry waits for its seal for more than a minute while entries are sealed, nor when none was ever sealed.",
    sql: `SELECT e.id, 'written ' || e.recorded_at || ' and not sealed' AS found
            FROM audit_entries e
           WHERE e.recorded_at < now() - interval '1 minute'
             AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_id = e.id)
             AND ((SELECT sealed_at FROM audit_seals ORDER BY seq DESC LIMIT 1) > e.recorded_at + interval '1 minute'
                  OR EXISTS (SELECT FROM pg_stat_activity
                              WHERE application_name = 'akiba sealer' AND datname = current_database()
                                AND backend_start < now() - interval '1 minute')
                  OR (e.recorded_at < now() - interval '10 minutes' AND NOT EXISTS (SELECT FROM audit_seals)))`,
  },
  {
    name: "audit-sealed-in-order",
    proves: ["I5", "I33"],
    holds:
      "No audit entry was sealed an hour after it says it was written, behind entries that were written an hour later.",
    // Finds only entries that were slipped in: after a stop the server seals the rest in order, and with a clock set
    // back it seals at once.
    sql: `SELECT e.id, 'written ' || e.recorded_at || ', sealed ' || s.sealed_at || ' behind one of ' || newer.recorded_at AS found
            FROM audit_seals s JOIN audit_entries e ON e.id = s.audit_id
            JOIN audit_seals before ON before.seq = s.seq - 1 JOIN audit_entries newer ON newer.id = before.audit_id
           WHERE s.sealed_at > e.recorded_at + interval '1 hour' AND newer.recorded_at > e.recorded_at + interval '1 hour'`,
  },
  {
    name: "audit-is-append-only",
    proves: ["I5", "I33"],
    holds: "The triggers that keep the audit log as it was written stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['audit_append_only', 'audit_no_truncate', 'audit_seals_append_only', 'audit_seals_no_truncate'])
                 AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
  {
    name: "members-as-audited",
    proves: ["I11"],
    holds: "Each member's office, status and activity are what the audit log last tells of them.",
    sql: `SELECT m.id, told.key || ' is ' || stands.value || ', last told ' || told.value AS found
            FROM (SELECT DISTINCT ON (whom.id, fact.key) whom.id AS member_id, fact.key, fact.value
                    FROM audit_entries a,
                         LATERAL (SELECT CASE a.subject WHEN 'member' THEN a.subject_id ELSE (a.after ->> 'member_id')::int END) whom (id),
                         jsonb_each(a.after) fact
                   WHERE (a.subject = 'member' OR a.action = 'bad-debts.recover')
                     AND fact.key IN ('office', 'status', 'is_active')
                   ORDER BY whom.id, fact.key, a.id DESC) told
            JOIN members m ON m.id = told.member_id
            JOIN LATERAL jsonb_each(jsonb_build_object('office', m.office, 'status', m.status, 'is_active', m.is_active))
                 stands ON stands.key = told.key
           WHERE stands.value <> told.value`,
  },
  {
    name: "settings-as-audited",
    proves: ["I11"],
    holds: "Each setting of the group is what the audit log last tells of it.",
    sql: `SELECT 0 AS id, told.key || ' is ' || stands.value || ', last told ' || told.value AS found
            FROM (SELECT DISTINCT ON (fact.key) fact.key, fact.value
                    FROM audit_entries a, jsonb_each(a.after) fact
                   WHERE a.action = 'settings.change' ORDER BY fact.key, a.id DESC) told
            JOIN (SELECT fact.key, fact.value FROM group_settings g, jsonb_each(jsonb_build_object(
                    'group_name', g.name,
                    'bank_name', g.bank_name,
                    'monthly_contribution', g.monthly_contribution_cents / 100.0,
                    'normal_loan_rate', g.normal_loan_rate_bp / 100.0,
                    'emergency_loan_rate', g.emergency_loan_rate_bp / 100.0,
                    'normal_loan_term_months', g.normal_loan_term_months,
                    'emergency_loan_term_months', g.emergency_loan_term_months,
                    'loan_limit_multiple', g.loan_limit_multiple,
                    'plain_loans', g.plain_loans,
                    'guarantees_at_most', g.guarantees_at_most,
                    'officials_guarantee', g.officials_guarantee,
                    'late_fine_after_months', g.late_fine_after_months,
                    'late_fine_amount', g.late_fine_cents / 100.0,
                    'contribution_due_day', g.contribution_due_day,
                    'interest_share', g.interest_share_bp / 100.0,
                    'second_person_above',
                      (SELECT l.above_cents / 100.0 FROM second_person_limits l WHERE l.what = 'bank' ORDER BY l.id DESC LIMIT 1),
                    'fine_limit',
                      (SELECT l.above_cents / 100.0 FROM second_person_limits l WHERE l.what = 'fine' ORDER BY l.id DESC LIMIT 1),
                    'officials_two_step', g.officials_two_step,
                    'office_delay_hours', g.office_delay_hours,
                    'require_evidence', g.require_evidence,
                    'mpesa_record_by_account', g.mpesa_record_by_account,
                    'mpesa_refuse_unknown_accounts', g.mpesa_refuse_unknown_accounts,
                    'mpesa_payouts', g.mpesa_payouts,
                    'sms_monthly_cap', g.sms_monthly_cap_cents / 100.0,
                    'reminder_days', g.reminder_days,
                    'quiet_from', to_char(g.quiet_from, 'HH24:MI'),
                    'quiet_to', to_char(g.quiet_to, 'HH24:MI'),
                    'meetings', g.meetings,
                    'meeting_quorum', g.meeting_quorum,
                    'meeting_fine_late', g.meeting_fine_late_cents / 100.0,
                    'meeting_fine_absent', g.meeting_fine_absent_cents / 100.0,
                    'meeting_fine_apology', g.meeting_fine_apology_cents / 100.0,
                    'pay_to', g.pay_to,
                    'financial_year_start',
                      to_char(g.year_start_month, 'FM00') || '-' || to_char(g.year_start_day, 'FM00'))) fact) stands
              ON stands.key = told.key
           WHERE stands.value <> told.value`,
  },
];
