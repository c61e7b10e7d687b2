// Offices: each is explained by the log, and none counted before its time without another official (I35, MEM-24); what signing in
// rests on; and the seats of auditors.
import type { Invariant } from "./invariant.ts";
import { hashOf } from "./witness-invariants.ts";

// The few rows of a long log that are about offices, read once.
const audited = `told AS MATERIALIZED (SELECT * FROM audit_entries WHERE action LIKE 'roles.%' AND subject = 'member')`;

export const officeInvariants: readonly Invariant[] = [
  {
    name: "offices-are-explained",
    proves: ["I20", "I35"],
    holds: "Each office was given by an audit row, and no later one tells another thing of it.",
    sql: `WITH told AS MATERIALIZED (
            SELECT id, subject_id, action, after ->> 'office' AS office FROM audit_entries
             WHERE subject = 'member' AND after ? 'office'
               AND subject_id IN (SELECT id FROM members WHERE office IS NOT NULL))
          SELECT m.id, m.username || ' is ' || m.office || ', which nobody gave' AS found FROM members m
           WHERE m.office IS NOT NULL
             AND NOT EXISTS (
                   SELECT FROM told given
                    WHERE given.subject_id = m.id AND given.office = m.office
                      AND given.action IN ('roles.assign', 'roles.appoint', 'setup.found')
                      AND NOT EXISTS (SELECT FROM told later
                                       WHERE later.subject_id = m.id AND later.id > given.id
                                         AND later.office IS DISTINCT FROM m.office))`,
  },
  {
    name: "offices-wait-their-time",
    proves: ["I35"],
    holds:
      "A proposed office counts when its delay is over, or when an official agrees who neither proposed it nor is to hold it.",
    sql: `SELECT id, office || ' of member ' || member_id || ' counted ' || decided_at || ', due ' || effective_at AS found
            FROM office_proposals
           WHERE outcome = 'counted'
             AND (decided_by IS NULL AND decided_at < effective_at OR decided_by IN (proposed_by, member_id))`,
  },
  {
    name: "proposals-wait-as-was-decided",
    proves: ["I35"],
    holds: "Each proposal waits as long as the setting said when it was made.",
    sql: `WITH ${audited}, set_to AS MATERIALIZED (
            SELECT id, (after ->> 'office_delay_hours')::int AS hours FROM audit_entries
             WHERE action = 'settings.change' AND after ? 'office_delay_hours')
          SELECT p.id, 'waits until ' || p.effective_at || ', where the setting was ' || hours.decided || ' hours' AS found
            FROM office_proposals p
            JOIN told ON told.action = 'roles.propose' AND (told.after ->> 'proposal_id')::int = p.id
            CROSS JOIN LATERAL (
                   SELECT coalesce((SELECT s.hours FROM set_to s WHERE s.id < told.id ORDER BY s.id DESC LIMIT 1), 24) AS decided) hours
           WHERE p.effective_at <> p.proposed_at + hours.decided * interval '1 hour'`,
  },
  {
    name: "proposals-as-audited",
    proves: ["I11", "I35"],
    holds: "Each proposal was made and decided as the audit log tells: by whom, when and why.",
    sql: `WITH ${audited}
          SELECT p.id, 'proposed by ' || p.proposed_by || ', ' || coalesce(p.outcome, 'waiting') || coalesce(' by ' || p.decided_by, '') AS found
            FROM office_proposals p
           WHERE NOT EXISTS (
                   SELECT FROM told
                    WHERE told.action = 'roles.propose' AND told.subject_id = p.member_id
                      AND (told.after ->> 'proposal_id')::int = p.id AND told.after ->> 'role' = p.office
                      AND told.actor_id = p.proposed_by AND told.at = p.proposed_at
                      AND (told.after ->> 'effective_at')::timestamptz = p.effective_at)
              OR (SELECT ARRAY[count(*), count(*) FILTER (
                           WHERE told.action = CASE p.outcome WHEN 'counted' THEN 'roles.assign' WHEN 'objected' THEN 'roles.object'
                                                              WHEN 'withdrawn' THEN 'roles.withdraw' ELSE 'roles.lapse' END
                             AND told.subject_id = p.member_id AND told.actor_id IS NOT DISTINCT FROM p.decided_by
                             AND told.at = p.decided_at AND told.after ->> 'reason' IS NOT DISTINCT FROM p.reason)]
                    FROM told
                   WHERE told.action <> 'roles.propose'
                     AND coalesce(told.after ->> 'proposal_id', told.before ->> 'proposal_id')::int = p.id)
                 <> array_fill((p.outcome IS NOT NULL)::int::bigint, ARRAY[2])`,
  },
  {
    name: "offices-are-proposed",
    proves: ["I35"],
    holds:
      "Once the books have begun, no office is given through the application but by a proposal that counted.",
    // What was given before the first proposal was made may be older than this rule.
    sql: `WITH ${audited}
          SELECT told.id, 'member ' || subject_id || ' was given ' || (after ->> 'office') AS found FROM told
           WHERE action = 'roles.assign' AND NOT after ? 'proposal_id'
             AND id > (SELECT min(id) FROM told WHERE action = 'roles.propose')
          UNION ALL
          SELECT told.id, 'proposal ' || (after ->> 'proposal_id') || ' did not count' FROM told
           WHERE action = 'roles.assign' AND after ? 'proposal_id'
             AND NOT EXISTS (SELECT FROM office_proposals p
                              WHERE p.id = (told.after ->> 'proposal_id')::int AND p.member_id = told.subject_id
                                AND p.office = told.after ->> 'office' AND p.outcome = 'counted')`,
  },
  {
    name: "offices-are-for-contributors",
    proves: ["I35"],
    holds:
      "Whoever was proposed for an office that counted has an approved contribution, or one of the group's book.",
    sql: `SELECT p.id, 'member ' || p.member_id || ' has no approved contribution' AS found FROM office_proposals p
           WHERE p.outcome = 'counted'
             AND NOT EXISTS (SELECT FROM payments c
                              WHERE c.member_id = p.member_id AND c.kind = 'contribution' AND c.status = 'approved')
             AND NOT EXISTS (SELECT FROM opening_members b WHERE b.member_id = p.member_id AND b.savings_cents > 0)`,
  },
  {
    name: "who-is-proposed-may-hold-it",
    proves: ["I35"],
    holds: "Who waits for an office is active and holds none.",
    sql: `SELECT p.id, m.username || ' is ' || coalesce(m.office, m.status) AS found
            FROM office_proposals p JOIN members m ON m.id = p.member_id
           WHERE p.outcome IS NULL
             AND (m.office IS NOT NULL OR NOT m.is_active OR m.status <> 'active' OR m.exited_on IS NOT NULL)`,
  },
];

// What must hold of signing in besides sessions: recovery codes and known devices.

export const signInInvariants: readonly Invariant[] = [
  {
    name: "two-step-with-recovery-codes",
    proves: ["I34"],
    holds:
      "Whoever has two-step sign-in has ten recovery codes, spent or not; who has not proven the app yet has none.",
    sql: `SELECT t.member_id AS id, format('%s codes, %s', count(c.code_hash),
                 CASE WHEN t.confirmed_at IS NULL THEN 'not proven' ELSE 'on' END) AS found
            FROM two_step t LEFT JOIN recovery_codes c ON c.member_id = t.member_id
           GROUP BY t.member_id HAVING count(c.code_hash) <> CASE WHEN t.confirmed_at IS NULL THEN 0 ELSE 10 END`,
  },
  {
    name: "devices-of-proven-accounts",
    proves: ["I34"],
    holds:
      "A device is known only of who has proven their email address or set up the group, and was never seen before it was first seen.",
    sql: `SELECT d.member_id AS id, 'first seen ' || d.first_seen_at || ', last ' || d.last_seen_at AS found
            FROM known_devices d JOIN members m ON m.id = d.member_id
           WHERE m.email_verified_at IS NULL AND NOT m.is_founder OR d.last_seen_at < d.first_seen_at`,
  },
  {
    name: "accounts-are-whole",
    proves: ["I34"],
    holds:
      "Who signs in has an email address, a phone and a password; only who came with the group's book may have none, and has no session before the address is proven.",
    sql: `SELECT m.id, m.username || ' lacks an account' AS found FROM members m
           WHERE (m.email IS NULL OR m.phone IS NULL OR m.password_hash IS NULL)
             AND (NOT m.is_brought_in OR m.email_verified_at IS NOT NULL)
          UNION ALL
          SELECT m.id, m.username || ' has a session before the address is proven' FROM members m
           WHERE m.is_brought_in AND m.email_verified_at IS NULL AND EXISTS (SELECT FROM sessions s WHERE s.member_id = m.id)`,
  },
];

// What must hold of auditors' seats (MEM-40): each is as the audit log tells, and nobody sits in one that was not given (I34, I49).

export const auditorInvariants: readonly Invariant[] = [
  {
    name: "auditors-as-audited",
    proves: ["I33", "I49"],
    holds:
      "Each auditor's seat was given by the Chairperson whom the audit log names, and ended when and by whom it says.",
    sql: `SELECT coalesce(a.id, told.subject_id) AS id,
                 CASE WHEN a.id IS NULL THEN 'was given and is gone' WHEN told.id IS NULL THEN 'was never given'
                      ELSE 'is not as audit entry ' || told.id || ' witnessed it' END AS found
            FROM auditors a
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'auditors.invite') told ON told.subject_id = a.id
           WHERE told.witness ->> 'row' IS DISTINCT FROM ${hashOf("to_jsonb(a) - '{ended_by, ended_at, last_entered_at}'::text[]")}
              OR told.actor_id IS DISTINCT FROM a.invited_by
          UNION ALL
          SELECT a.id, format('ended %s by %s, told %s by %s', a.ended_at, a.ended_by, told.at, told.actor_id)
            FROM auditors a LEFT JOIN audit_entries told ON told.action = 'auditors.end' AND told.subject_id = a.id
           WHERE (a.ended_at, a.ended_by) IS DISTINCT FROM (told.at, told.actor_id)`,
  },
  {
    name: "auditors-enter-by-their-link",
    proves: ["I34", "I49"],
    holds:
      "Each link of a seat is the one that was given with it, and each session of an auditor was entered by it, while the seat lasts.",
    sql: `SELECT l.auditor_id AS id, 'the link was never given' AS found
            FROM auditor_links l JOIN auditors a ON a.id = l.auditor_id
           WHERE a.ended_at IS NOT NULL OR NOT EXISTS (
                   SELECT FROM audit_entries told
                    WHERE told.action = 'auditors.invite' AND told.subject_id = a.id
                      AND told.witness ->> 'link' = ${hashOf("to_jsonb(l)")})
          UNION ALL
          SELECT s.auditor_id, 'session ' || s.id || ' of ' || s.created_at || ' was never entered'
            FROM auditor_sessions s JOIN auditors a ON a.id = s.auditor_id
           WHERE a.ended_at IS NOT NULL OR s.last_used_at < s.created_at OR s.created_at > a.last_entered_at
              OR s.created_at >= a.expires_at OR NOT EXISTS (
                   SELECT FROM audit_entries told
                    WHERE told.action = 'auditors.enter' AND told.subject_id = a.id
                      AND told.witness -> 'sessions' ? ${hashOf("to_jsonb(s) - 'last_used_at'")})`,
  },
];
