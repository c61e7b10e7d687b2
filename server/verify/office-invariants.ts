// Offices: each is explained by the log, and none counted before its time without another official (I35, MEM-24).
import type { Invariant } from "./invariant.ts";

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
