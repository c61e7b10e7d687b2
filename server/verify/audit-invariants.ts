// The audit log: nothing in it was changed or taken away, and what it tells is how things stand (I5, I11, I33).
import type { Invariant } from "./invariant.ts";

// Written out again here, apart from the code that seals.
const canonical = `(jsonb_build_array(
  e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  e.actor_id, e.action, e.subject, e.subject_id, e.before, e.after, e.address)
  || CASE WHEN e.witness IS NULL THEN '[]' ELSE jsonb_build_array(e.witness) END)::text`;

export const auditInvariants: readonly Invariant[] = [
  {
    name: "audit-chain-unbroken",
    proves: ["I5", "I11", "I33"],
    holds: "Every sealed audit entry is there unchanged, and every seal follows the one before it.",
    // How the seals follow one another needs their order; what each seals does not, and is asked of the tables as they lie.
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
    // Only what was slipped in: a server that was down seals what is left in its order, and a clock set back seals at once.
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
                    'late_fine_after_months', g.late_fine_after_months,
                    'late_fine_amount', g.late_fine_cents / 100.0,
                    'contribution_due_day', g.contribution_due_day,
                    'interest_share', g.interest_share_bp / 100.0,
                    'second_person_above',
                      (SELECT l.above_cents / 100.0 FROM second_person_limits l ORDER BY l.counts_from DESC, l.id DESC LIMIT 1),
                    'officials_two_step', g.officials_two_step,
                    'office_delay_hours', g.office_delay_hours,
                    'require_evidence', g.require_evidence,
                    'sms_monthly_cap', g.sms_monthly_cap_cents / 100.0,
                    'reminder_days', g.reminder_days,
                    'quiet_from', to_char(g.quiet_from, 'HH24:MI'),
                    'quiet_to', to_char(g.quiet_to, 'HH24:MI'),
                    'pay_to', g.pay_to,
                    'financial_year_start',
                      to_char(g.year_start_month, 'FM00') || '-' || to_char(g.year_start_day, 'FM00'))) fact) stands
              ON stands.key = told.key
           WHERE stands.value <> told.value`,
  },
];
