// What must hold of auditors' seats (MEM-40): each is as the audit log tells, and nobody sits in one that was not given (I34, I49).
import { hashOf } from "./witness-invariants.ts";
import type { Invariant } from "./invariant.ts";

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
