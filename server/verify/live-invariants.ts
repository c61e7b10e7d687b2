// Checks what M-PESA itself said of payments: every body that it posted was read, and what is only told proves nothing (I62).
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import type { Invariant } from "./invariant.ts";

/** The newest audit entries of what M-PESA said of a line, beside the line. */
const auditOf = (action: string) => `EXISTS (
  SELECT FROM audit_entries a
   WHERE a.subject = 'statement_line' AND a.subject_id = l.id AND a.action = 'statement-lines.${action}'
     AND a.after ->> 'payment_Reference_Code' = l.reference AND (a.after ->> 'amount')::numeric * 100 = l.amount_cents`;

export const liveInvariants: readonly Invariant[] = [
  {
    name: "posted-bodies-are-read",
    proves: ["I62"],
    holds:
      "Every body that M-PESA posted became a line, an answer or a refusal with its name, and none that is an hour older than one that was read waits still.",
    sql: `SELECT c.id, CASE WHEN c.outcome IS NULL THEN 'waits since ' || c.received_at ELSE 'is of another line' END AS found
            FROM daraja_callbacks c LEFT JOIN statement_lines l ON l.id = c.line_id
           WHERE (c.outcome IS NULL AND EXISTS (
                   SELECT FROM daraja_callbacks newer WHERE newer.id > c.id AND newer.read_at > c.received_at + interval '1 hour'))
              OR (c.outcome = 'line' AND c.body IS NOT NULL AND c.kind = 'confirmation'
                  AND position(upper(l.reference) IN upper(encode(c.body, 'escape'))) = 0)`,
  },
  {
    name: "posted-bodies-as-they-came",
    proves: ["I62"],
    holds:
      "A body is as it came until it goes after 90 days, and the first that told of a line is the one that the audit log names.",
    sql: `SELECT c.id, 'is not as it came' AS found FROM daraja_callbacks c WHERE c.body IS NOT NULL AND sha256(c.body) <> c.sha256
          UNION ALL
          SELECT l.id, 'was told by a body that is gone' FROM statement_lines l JOIN live_lines s ON s.line_id = l.id
           WHERE s.told_at IS NOT NULL
             AND NOT EXISTS (SELECT FROM audit_entries a JOIN daraja_callbacks c ON encode(c.sha256, 'hex') = a.after ->> 'sha256'
                              WHERE a.subject = 'statement_line' AND a.subject_id = l.id AND a.action = 'statement-lines.tell'
                                AND a.at = s.told_at AND c.line_id = l.id)`,
  },
  {
    name: "live-lines-as-said",
    proves: ["I62"],
    holds:
      "What M-PESA said of a line, and when, is as the audit log has it: told, checked, denied, or with another amount.",
    sql: `SELECT l.id, 'is ' || coalesce(l.live, 'in files alone') || ', and M-PESA did not say so' AS found
            FROM statement_lines l LEFT JOIN live_lines s ON s.line_id = l.id
           WHERE (l.live IS NULL AND s.line_id IS NOT NULL AND num_nonnulls(s.told_at, s.checked_at, s.denied_at) > 0)
              OR (l.live = 'told' AND s.told_at IS NULL AND s.contradicted_at IS NULL)
              OR (l.live = 'told' AND s.denied_at IS NOT NULL AND s.checked_at IS NULL)
              OR (l.live = 'checked' AND s.checked_at IS NULL)
              OR (l.live = 'denied' AND s.denied_at IS NULL)
              OR (s.told_at IS NOT NULL AND NOT ${auditOf("tell")} AND a.at = s.told_at))
              OR (s.checked_at IS NOT NULL AND NOT ${auditOf("check")} AND a.at = s.checked_at))
              OR (s.denied_at IS NOT NULL AND NOT ${auditOf("deny")} AND a.at = s.denied_at))
              OR (s.contradicted_at IS NOT NULL AND NOT EXISTS (
                    SELECT FROM audit_entries a WHERE a.subject = 'statement_line' AND a.subject_id = l.id
                       AND a.action = 'statement-lines.contradict' AND a.at = s.contradicted_at))
              OR (s.lacking_at IS NOT NULL AND NOT ${auditOf("lack")} AND a.at = s.lacking_at))
          UNION ALL
          SELECT a.subject_id, 'M-PESA said more of it: ' || a.action FROM audit_entries a LEFT JOIN live_lines s ON s.line_id = a.subject_id
           WHERE a.subject = 'statement_line'
             AND CASE a.action WHEN 'statement-lines.tell' THEN s.told_at IS DISTINCT FROM a.at
                               WHEN 'statement-lines.check' THEN s.checked_at IS DISTINCT FROM a.at
                               WHEN 'statement-lines.deny' THEN s.denied_at IS DISTINCT FROM a.at
                               WHEN 'statement-lines.contradict' THEN s.contradicted_at IS DISTINCT FROM a.at
                               WHEN 'statement-lines.lack' THEN s.lacking_at IS DISTINCT FROM a.at ELSE false END`,
  },
  {
    name: "lines-of-mpesa-alone",
    proves: ["I62"],
    holds:
      "A line counts in the reconciliation only once a statement that counts has it, whatever M-PESA itself said.",
    sql: `SELECT l.id, CASE WHEN l.live_only THEN 'is in a statement' ELSE 'is in no statement' END AS found FROM statement_lines l
           WHERE l.live IS NOT NULL
             AND l.live_only = EXISTS (SELECT FROM statement_line_sources o JOIN statements t ON t.id = o.statement_id
                                        WHERE o.line_id = l.id AND t.is_proof AND t.withdrawn_at IS NULL)`,
  },
  {
    name: "recorded-by-account",
    proves: ["I62"],
    holds:
      "What was entered by M-PESA is a contribution with the receipt and amount of a line that M-PESA confirmed, as the audit log has it.",
    sql: `SELECT l.id, 'entered payment ' || p.id AS found
            FROM live_lines s JOIN statement_lines l ON l.id = s.line_id JOIN payments p ON p.id = s.payment_id
           WHERE p.kind <> '${CONTRIBUTION}' OR p.entered_by IS NOT NULL OR p.amount_cents <> l.amount_cents OR p.reference <> l.reference
              OR s.checked_at IS NULL
              OR NOT EXISTS (SELECT FROM audit_entries a
                              WHERE a.subject = 'statement_line' AND a.subject_id = l.id AND a.action = 'statement-lines.record'
                                AND a.actor_id IS NULL AND (a.after ->> 'payment_id')::int = p.id)
          UNION ALL
          SELECT a.subject_id, 'entered payment ' || (a.after ->> 'payment_id') || ', and does not tell' FROM audit_entries a
           WHERE a.subject = 'statement_line' AND a.action = 'statement-lines.record' AND a.actor_id IS NULL
             AND NOT EXISTS (SELECT FROM live_lines s
                              WHERE s.line_id = a.subject_id AND s.payment_id = (a.after ->> 'payment_id')::int)`,
  },
  {
    name: "told-lines-prove-nothing",
    proves: ["I62"],
    holds:
      "A line that no statement which counts has is proved only if M-PESA confirmed it to us; it has one receipt, and what is not proved is matched with nothing.",
    sql: `SELECT l.id, 'is proved by nothing' AS found FROM statement_lines l
           WHERE l.is_proved AND l.live IS NOT NULL AND l.live <> 'checked'
             AND NOT EXISTS (SELECT FROM statement_line_sources o JOIN statements t ON t.id = o.statement_id
                              WHERE o.line_id = l.id AND t.is_proof AND t.withdrawn_at IS NULL)
             AND NOT EXISTS (SELECT FROM statement_matches m LEFT JOIN payments p ON p.id = m.payment_id
                              WHERE m.line_id = l.id AND m.undone_at IS NULL AND coalesce(p.status, 'approved') = 'approved')
          UNION ALL
          SELECT l.id, 'is matched and not proved' FROM statement_lines l JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
           WHERE l.live IS NOT NULL AND NOT l.is_proved
          UNION ALL
          SELECT l.id, 'has the receipt of line ' || o.id
            FROM statement_lines l JOIN statement_lines o ON o.reference = l.reference AND o.account_id = l.account_id AND o.id < l.id
           WHERE l.live IS NOT NULL AND o.live IS NOT NULL AND sign(o.amount_cents) = sign(l.amount_cents)`,
  },
];
