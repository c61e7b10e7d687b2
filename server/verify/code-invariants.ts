// Checks that a receipt is one sum of money (STAT-60): its twins, and the lines that an office set aside (I120).
import { hashOf, type Invariant } from "./invariant.ts";

/** A reference as payments and lines are compared. */
export const plain = (column: string) => `regexp_replace(upper(${column}), '[-/ ]', '', 'g')`;

const isMpesa = (key: string) =>
  `${key} ~ '^[A-Z]{2}[A-Z0-9]{8}$' AND substr(${key}, 3) ~ '^[A-Z]*[0-9]'`;

/** Each line in with its receipts, from the columns as they were written. */
const receipts = `
  SELECT l.id, l.account_id, l.on_day, l.amount_cents, a.kind AS account_kind, keys.key, (${isMpesa("keys.key")}) AS is_mpesa
    FROM statement_lines l JOIN statement_accounts a ON a.id = l.account_id
    CROSS JOIN LATERAL (SELECT ${plain("l.reference")} AS key UNION SELECT ${plain("coalesce(l.code, l.learned_code)")}) keys
   WHERE l.kind = 'payment_in' AND keys.key <> ''
     AND (a.kind <> 'bank' OR (${isMpesa("keys.key")})
          OR (length(keys.key) >= 6 AND keys.key ~ '[A-Z]' AND keys.key ~ '[0-9]'))`;

/** Payments whose second approval relied on a line that confirms them. */
const confirmed = `
  SELECT p.*, (greatest(p.treasurer_at, p.sec_gen_at) AT TIME ZONE 'Africa/Nairobi')::date AS approved_on FROM payments p
   WHERE p.status = 'approved'
     AND CASE WHEN p.treasurer_at > p.sec_gen_at THEN p.treasurer_evidence ELSE p.sec_gen_evidence END = 'confirmed'`;

export const codeInvariants: readonly Invariant[] = [
  {
    name: "twins-as-derived",
    proves: ["I120"],
    holds:
      "Two lines in with one receipt, of two accounts or amounts, are recorded as twins, both ways round, and no other lines are.",
    sql: `WITH receipt AS MATERIALIZED (${receipts})
          SELECT coalesce(t.line_id, d.line_id) AS id,
                 CASE WHEN t.line_id IS NULL THEN 'is no twin of ' || d.twin_id ELSE 'is twin of ' || t.twin_id END AS found
            FROM statement_twins t
            FULL JOIN (SELECT DISTINCT one.id AS line_id, other.id AS twin_id
                         FROM receipt one JOIN receipt other ON other.key = one.key AND other.id <> one.id
                        WHERE one.account_id <> other.account_id
                           OR (one.amount_cents <> other.amount_cents
                               AND (one.is_mpesa OR one.account_kind <> 'bank' OR one.on_day = other.on_day))) d
                   ON d.line_id = t.line_id AND d.twin_id = t.twin_id
           WHERE t.line_id IS NULL OR d.line_id IS NULL`,
  },
  {
    name: "codes-are-learned",
    proves: ["I120"],
    holds:
      "A code beside a line that came without one is what a file has of it that adds up, or that both offices accepted; no such file's code is missing.",
    sql: `WITH told AS MATERIALIZED (
            SELECT o.line_id, o.code, s.withdrawn_at FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
             WHERE o.code IS NOT NULL
               AND (jsonb_array_length(s.breaks) = 0
                    OR 2 = (SELECT count(DISTINCT a.office) FROM statement_acceptances a WHERE a.statement_id = s.id)))
          SELECT l.id, 'has learned ' || l.learned_code || ' from no file' AS found FROM statement_lines l
           WHERE l.learned_code IS NOT NULL AND NOT EXISTS (SELECT FROM told t WHERE t.line_id = l.id AND t.code = l.learned_code)
          UNION ALL
          SELECT t.line_id, 'has a code of its own beside ' || t.code FROM told t JOIN statement_lines l ON l.id = t.line_id
           WHERE l.code IS NOT NULL OR (${isMpesa(plain("l.reference"))})
          UNION ALL
          SELECT t.line_id, 'has not learned ' || t.code FROM told t JOIN statement_lines l ON l.id = t.line_id
           WHERE t.withdrawn_at IS NULL AND l.learned_code IS NULL`,
  },
  {
    name: "set-asides-are-audited",
    proves: ["I11", "I33", "I120"],
    holds:
      "Each line that an office set aside has a twin or one of its account, day and amount, a reason and its audit row by that office; so has each that is back.",
    sql: `SELECT s.line_id AS id, 'was set aside behind the log' AS found FROM statement_set_asides s
           WHERE NOT EXISTS (SELECT FROM audit_entries a
                              WHERE a.action = 'statement-lines.set-aside' AND a.subject_id = s.line_id AND a.actor_id = s.set_by AND a.at = s.set_at
                                AND a.after ->> 'office' = s.office AND a.after ->> 'reason' = s.reason
                                AND a.witness ->> 'set_aside' = ${hashOf("to_jsonb(s) - '{undone_by, undone_at}'::text[]")})
          UNION ALL
          SELECT s.line_id, 'has no twin' FROM statement_set_asides s JOIN statement_lines l ON l.id = s.line_id
           WHERE NOT EXISTS (SELECT FROM statement_twins t WHERE t.line_id = s.line_id)
             AND NOT EXISTS (SELECT FROM statement_lines o WHERE o.id <> l.id
                              AND (o.account_id, o.on_day, o.amount_cents) = (l.account_id, l.on_day, l.amount_cents))
          UNION ALL
          SELECT s.line_id, 'is back behind the log' FROM statement_set_asides s
           WHERE s.undone_at IS NOT NULL AND NOT EXISTS (
                   SELECT FROM audit_entries a WHERE a.action = 'statement-lines.unmatch' AND a.subject_id = s.line_id
                      AND a.actor_id = s.undone_by AND a.at = s.undone_at)
          UNION ALL
          SELECT a.subject_id, 'was set aside, and nothing says so' FROM audit_entries a
           WHERE a.action = 'statement-lines.set-aside' AND NOT EXISTS (
                   SELECT FROM statement_set_asides s WHERE s.line_id = a.subject_id
                      AND a.witness ->> 'set_aside' = ${hashOf("to_jsonb(s) - '{undone_by, undone_at}'::text[]")})`,
  },
  {
    name: "codes-come-to-one-line",
    proves: ["I120"],
    holds:
      "Payments of a reference that were approved as confirmed come to no more than its one line, or the equal lines of one account, that no office set aside.",
    sql: `WITH receipt AS MATERIALIZED (
            SELECT keys.key, l.id, l.account_id, l.amount_cents
              FROM statement_lines l CROSS JOIN LATERAL (SELECT ${plain("l.reference")} AS key UNION SELECT ${plain("coalesce(l.code, l.learned_code)")}) keys
             WHERE l.kind = 'payment_in' AND keys.key <> ''
               AND NOT EXISTS (SELECT FROM statement_set_asides s WHERE s.line_id = l.id AND s.undone_at IS NULL)),
          shown AS (
            SELECT key, max(cents) AS cents FROM (
              SELECT key, sum(amount_cents) AS cents FROM receipt GROUP BY key, account_id, amount_cents) alike GROUP BY key),
          approved AS (
            SELECT p.id, ${plain("p.reference")} AS key, p.amount_cents FROM (${confirmed}) p
             WHERE NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL AND NOT EXISTS (
                                 SELECT FROM receipt r WHERE r.id = m.line_id AND r.key = ${plain("p.reference")})))
          SELECT min(a.id) AS id, format('%s: approved %s, shown %s', a.key, sum(a.amount_cents), shown.cents) AS found
            FROM approved a JOIN shown ON shown.key = a.key
           GROUP BY a.key, shown.cents HAVING sum(a.amount_cents) > shown.cents`,
  },
  {
    name: "confirmed-for-whom-the-line-names",
    proves: ["I120"],
    holds:
      "No payment was approved as confirmed whose line has typed the RegNo of another member than the one who claimed it.",
    sql: `SELECT p.id, 'line ' || l.id || ' names member ' || other.id AS found
            FROM (${confirmed}) p JOIN members payer ON payer.id = p.member_id
            JOIN statement_matches m ON m.payment_id = p.id AND m.undone_at IS NULL JOIN statement_lines l ON l.id = m.line_id
            JOIN members other ON ${plain("other.reg_number")} = ${plain("l.account_typed")}
           WHERE other.id <> p.member_id AND ${plain("payer.reg_number")} <> ${plain("l.account_typed")}
             AND other.approved_on < p.approved_on
             AND 1 = (SELECT count(*) FROM members o WHERE ${plain("o.reg_number")} = ${plain("l.account_typed")})`,
  },
];
