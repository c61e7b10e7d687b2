// Checks statements, their lines and matches (I45 to I48).
import { hashOf, type Invariant } from "./invariant.ts";

/**
 * Whether a statement that counts as evidence has the line, or M-PESA itself answered that it does. It reads only written columns, not
 * those computed from them.
 */
const proved = (
  line: string,
) => `(EXISTS (SELECT FROM statement_lines own WHERE own.id = ${line} AND own.live = 'checked') OR EXISTS (
  SELECT FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
   WHERE o.line_id = ${line} AND s.withdrawn_at IS NULL
     AND (jsonb_array_length(s.breaks) = 0
          OR (SELECT count(DISTINCT a.office) = 2 AND count(DISTINCT a.member_id) = 2 FROM statement_acceptances a WHERE a.statement_id = s.id))))`;

const stands = (line: string) => `EXISTS (
  SELECT FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
   WHERE o.line_id = ${line} AND s.withdrawn_at IS NULL)`;

/** The lines of a statement as the audit log hashes them, each with the code that the statement adds to it. */
const linesHash = (statement: string) => `(
  SELECT encode(sha256(convert_to(string_agg(concat_ws(' ', o.line, l.id, l.account_id, encode(l.identity, 'hex'),
           extract(epoch FROM l.at), l.on_day, l.reference, l.code, l.details, l.party, l.account_typed, l.kind,
           l.amount_cents, l.balance_cents, o.code), E'\\n' ORDER BY o.line), 'UTF8')), 'hex')
    FROM statement_line_sources o JOIN statement_lines l ON l.id = o.line_id WHERE o.statement_id = ${statement})`;

/**
 * Whether match `m` of line `l` with payment `p` is for the line's amount, alone or with the matches beside it. Those
 * that are approved stay when one beside them is rejected.
 */
const addsUp = `(p.amount_cents = l.amount_cents OR (p.amount_cents < l.amount_cents AND (
  m.undone_at IS NOT NULL
  OR l.amount_cents = (SELECT sum(q.amount_cents) FROM statement_matches o JOIN payments q ON q.id = o.payment_id
                        WHERE o.line_id = l.id AND o.undone_at IS NULL)
  OR p.status = 'approved' AND EXISTS (SELECT FROM statement_matches o WHERE o.line_id = l.id AND o.undone_why = 'rejected'))))`;

export const statementInvariants: readonly Invariant[] = [
  {
    name: "line-is-one-thing",
    proves: ["I45"],
    holds:
      "A line is at most one entry, with that of the cents which M-PESA could not send, or payments of one member with one reference that come to no more than it; a payment is at most one line. None is rejected or reversed.",
    sql: `SELECT min(m.id) AS id, 'line ' || m.line_id || ' is ' || count(*) || ' things' AS found
            FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id LEFT JOIN payments p ON p.id = m.payment_id
           WHERE m.undone_at IS NULL AND m.reason <> 'cents' GROUP BY m.line_id
          HAVING count(*) > 1
             AND (bool_or(p.id IS NULL OR m.explanation IS NOT NULL) OR sum(p.amount_cents) > min(l.amount_cents)
                  OR count(DISTINCT (p.member_id, regexp_replace(upper(p.reference), '[-/ ]', '', 'g'))) > 1)
          UNION ALL
          SELECT min(id), 'payment ' || payment_id || ' is ' || count(*) || ' lines' FROM statement_matches
           WHERE undone_at IS NULL AND payment_id IS NOT NULL GROUP BY payment_id HAVING count(*) > 1
          UNION ALL
          SELECT m.id, 'match of ' || coalesce('payment ' || m.payment_id, 'entry ' || m.entry_id, 'nothing')
            FROM statement_matches m LEFT JOIN payments p ON p.id = m.payment_id LEFT JOIN entries e ON e.id = m.entry_id
           WHERE m.undone_at IS NULL
             AND ((p.id IS NULL) = (e.id IS NULL) OR p.status = 'rejected' OR e.reverses IS NOT NULL
                  OR EXISTS (SELECT FROM entries r WHERE r.reverses = e.id))`,
  },
  {
    name: "matches-agree",
    proves: ["I46"],
    holds:
      "A line has the amount of its payment, and the lines of an entry no more than it moves on the bank, the same way; or an official said why. What the application matched by itself has the same reference or code.",
    sql: `SELECT m.id, format('line %s of %s, payment %s of %s', l.id, l.amount_cents, p.id, p.amount_cents) AS found
            FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id JOIN payments p ON p.id = m.payment_id
           WHERE (coalesce(m.explanation, '') !~ '\\S' AND NOT ${addsUp})
              OR (m.matched_by IS NULL AND m.explanation IS NOT NULL)
              OR (m.matched_by IS NULL AND regexp_replace(upper(p.reference), '[-/ ]', '', 'g')
                    IS DISTINCT FROM regexp_replace(upper(CASE m.reason WHEN 'code' THEN coalesce(l.code, l.learned_code) ELSE l.reference END), '[-/ ]', '', 'g'))
          UNION ALL
          SELECT m.id, format('line %s, entry %s', l.id, m.entry_id)
            FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id LEFT JOIN entry_references r ON r.entry_id = m.entry_id
           WHERE m.entry_id IS NOT NULL AND m.matched_by IS NULL AND m.reason <> 'cents'
             AND regexp_replace(upper(r.reference), '[-/ ]', '', 'g')
                 IS DISTINCT FROM regexp_replace(upper(CASE m.reason WHEN 'code' THEN coalesce(l.code, l.learned_code) ELSE l.reference END), '[-/ ]', '', 'g')
          UNION ALL
          SELECT min(m.id), format('entry %s moves %s, its lines %s', m.entry_id, min(bank.cents), sum(l.amount_cents))
            FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
            JOIN LATERAL (SELECT coalesce(sum(p.amount_cents), 0) AS cents FROM postings p
                           WHERE p.entry_id = m.entry_id AND p.account = 'bank') bank ON true
           WHERE m.undone_at IS NULL AND m.entry_id IS NOT NULL AND m.reason <> 'cents'
           GROUP BY m.entry_id
          HAVING bool_and(m.explanation IS NULL)
             AND (abs(sum(l.amount_cents)) > abs(min(bank.cents)) OR sign(sum(l.amount_cents)) <> sign(min(bank.cents)))`,
  },
  {
    name: "matched-lines-are-proved",
    proves: ["I47"],
    holds:
      "Each matched line stands in a statement that adds up, or that two people accepted for both offices, and that nobody withdrew; or M-PESA answered that it is so.",
    sql: `SELECT m.id, 'line ' || m.line_id || ' proves nothing' AS found FROM statement_matches m
           WHERE m.undone_at IS NULL AND NOT ${proved("m.line_id")}`,
  },
  {
    name: "line-states-as-derived",
    proves: ["I45", "I47"],
    holds:
      "The state of each line follows from its statements, from what M-PESA says of it and from its match, and transfers pair two lines with each other.",
    sql: `SELECT l.id, format('is %s, proved %s', l.state, l.is_proved) AS found
            FROM statement_lines l
            LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
            LEFT JOIN statement_lines o ON o.id = l.pair_id
           WHERE l.is_proved <> ${proved("l.id")}
              OR l.state <> CASE WHEN NOT ${stands("l.id")} AND l.live IS NULL THEN 'withdrawn'
                                 WHEN NOT ${stands("l.id")} AND l.live = 'denied' THEN 'ignored' WHEN m.id IS NOT NULL THEN 'matched'
                                 WHEN l.kind IN ('failed', 'internal') OR l.pair_id IS NOT NULL
                                   OR EXISTS (SELECT FROM statement_set_asides aside WHERE aside.line_id = l.id AND aside.undone_at IS NULL)
                                 THEN 'ignored' ELSE 'open' END
              OR (l.pair_id IS NOT NULL AND (o.pair_id IS DISTINCT FROM l.id OR o.amount_cents <> -l.amount_cents
                                             OR m.id IS NOT NULL
                                             -- Within one account, the later line refers to the line that it reverses.
                                             OR o.account_id = l.account_id AND NOT (
                                               coalesce(l.code, l.learned_code) IN (o.reference, o.code, o.learned_code) IS TRUE OR coalesce(o.code, o.learned_code) IN (l.reference, l.code, l.learned_code) IS TRUE)))`,
  },
  {
    name: "statements-as-witnessed",
    proves: ["I5", "I33", "I48"],
    holds:
      "Each statement, its file to the byte, every line of it, its acceptances and its withdrawal are what the audit log witnessed, and its hash is that of its file.",
    sql: `SELECT s.id, CASE WHEN a.id IS NULL THEN 'was imported by nobody'
                            WHEN f.content IS NULL OR sha256(f.content) <> s.sha256 THEN 'the file is not the one of its hash'
                            ELSE 'is not as audit entry ' || a.id || ' witnessed it' END AS found
            FROM statements s
            LEFT JOIN statement_files f ON f.statement_id = s.id
            LEFT JOIN audit_entries a ON a.action = 'statements.import' AND a.subject = 'statement' AND a.subject_id = s.id
           WHERE a.id IS NULL OR f.content IS NULL OR sha256(f.content) <> s.sha256
              OR a.after ->> 'sha256' <> encode(s.sha256, 'hex') OR a.actor_id <> s.uploaded_by OR a.at <> s.uploaded_at
              OR a.witness ->> 'file' IS DISTINCT FROM encode(sha256(f.content), 'hex')
              OR a.witness ->> 'row' IS DISTINCT FROM ${hashOf("to_jsonb(s) - '{accepted_at, withdrawn_by, withdrawn_at, withdrawn_reason, is_proof}'::text[] - CASE WHEN s.period_source IS NULL THEN 'period_source' ELSE '' END")}
              OR a.witness ->> 'lines' IS DISTINCT FROM ${linesHash("s.id")}
          UNION ALL
          SELECT a.subject_id, 'is gone' FROM audit_entries a LEFT JOIN statements s ON s.id = a.subject_id
           WHERE a.subject = 'statement' AND s.id IS NULL
          UNION ALL
          SELECT c.statement_id, 'the acceptance of the ' || c.office || ' is not audited' FROM statement_acceptances c
           WHERE NOT EXISTS (SELECT FROM audit_entries a
                              WHERE a.action = 'statements.accept' AND a.subject_id = c.statement_id AND a.actor_id = c.member_id
                                AND a.witness ->> 'acceptance' = ${hashOf("to_jsonb(c)")})
          UNION ALL
          SELECT s.id, 'was withdrawn behind the log' FROM statements s
           WHERE s.withdrawn_at IS NOT NULL AND NOT EXISTS (
                   SELECT FROM audit_entries a WHERE a.action = 'statements.withdraw' AND a.subject_id = s.id AND a.actor_id = s.withdrawn_by
                      AND a.witness ->> 'withdrawal' = ${hashOf("jsonb_build_object('by', s.withdrawn_by, 'at', s.withdrawn_at, 'reason', s.withdrawn_reason)")})
          UNION ALL
          SELECT a.subject_id, 'was withdrawn, and stands again' FROM audit_entries a JOIN statements s ON s.id = a.subject_id
           WHERE a.action = 'statements.withdraw' AND s.withdrawn_at IS NULL`,
  },
  {
    name: "statements-add-up",
    proves: ["I48"],
    holds:
      "Opening plus completed lines is closing, unless the statement tells where it breaks; who accepted that are two people.",
    sql: `SELECT s.id, format('%s and %s is not %s', s.opening_cents, moved.cents, s.closing_cents) AS found
            FROM statements s
            JOIN LATERAL (SELECT coalesce(sum(l.amount_cents), 0) AS cents
                            FROM statement_line_sources o JOIN statement_lines l ON l.id = o.line_id
                           WHERE o.statement_id = s.id AND l.kind <> 'failed') moved ON true
           WHERE jsonb_array_length(s.breaks) = 0 AND s.opening_cents + moved.cents <> s.closing_cents
          UNION ALL
          SELECT s.id, 'counts since ' || s.accepted_at || ', not since its second acceptance' FROM statements s
           WHERE s.accepted_at <> (SELECT e.at FROM audit_entries e
                                    WHERE e.subject = 'statement' AND e.subject_id = s.id AND e.action = 'statements.accept' ORDER BY e.id DESC LIMIT 1)
          UNION ALL
          SELECT s.id, 'accepted by fewer than two' FROM statements s
           WHERE s.accepted_at IS NOT NULL
             AND (SELECT count(DISTINCT a.office) <> 2 OR count(DISTINCT a.member_id) <> 2 FROM statement_acceptances a WHERE a.statement_id = s.id)`,
  },
  {
    name: "matches-by-hand-are-audited",
    proves: ["I11", "I33", "I46"],
    holds:
      "Each match that a person made, and each that a person undid, has its audit row by them.",
    sql: `SELECT m.id, 'line ' || m.line_id || ' was matched behind the log' AS found FROM statement_matches m
           WHERE m.matched_by IS NOT NULL AND NOT EXISTS (
                   SELECT FROM audit_entries a WHERE a.subject = 'statement_line' AND a.subject_id = m.line_id AND a.actor_id = m.matched_by
                      AND (a.witness ->> 'match' = ${hashOf("to_jsonb(m) - '{undone_by, undone_at, undone_why}'::text[]")}
                           OR a.witness -> 'matches' ? ${hashOf("to_jsonb(m) - '{undone_by, undone_at, undone_why}'::text[]")}))
          UNION ALL
          SELECT m.id, 'line ' || m.line_id || ' was unmatched behind the log' FROM statement_matches m
           WHERE m.undone_why = 'unmatched' AND NOT EXISTS (
                   SELECT FROM audit_entries a WHERE a.action = 'statement-lines.unmatch' AND a.subject_id = m.line_id
                      AND a.actor_id = m.undone_by AND a.at = m.undone_at)
          UNION ALL
          SELECT a.subject_id, 'a match of audit entry ' || a.id || ' is gone' FROM audit_entries a
           WHERE a.subject = 'statement_line' AND a.witness ? 'match' AND NOT EXISTS (
                   SELECT FROM statement_matches m WHERE m.line_id = a.subject_id
                      AND a.witness ->> 'match' = ${hashOf("to_jsonb(m) - '{undone_by, undone_at, undone_why}'::text[]")})
          UNION ALL
          SELECT m.id, 'undone as ' || m.undone_why || ' without what undoes it' FROM statement_matches m
           WHERE (m.undone_why = 'rejected' AND NOT EXISTS (SELECT FROM payments p WHERE p.id = m.payment_id AND p.status = 'rejected'))
              OR (m.undone_why = 'apart' AND (m.matched_by IS NOT NULL OR m.undone_by IS NOT NULL OR m.payment_id IS NULL))
              OR (m.undone_why = 'reversed' AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = m.entry_id))`,
  },
  {
    name: "entered-payments-are-recorded",
    proves: ["I11", "I46"],
    holds:
      "Who entered a payment in a member's name did so from a line of a statement, or by hand as the audit log tells of that member.",
    sql: `SELECT p.id, 'entered by ' || p.entered_by || ' from no line' AS found FROM payments p
           WHERE p.entered_by IS NOT NULL AND NOT EXISTS (
                   SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.reason = 'recorded' AND m.matched_by = p.entered_by)
             AND NOT EXISTS (
                   SELECT FROM audit_entries a WHERE a.subject = p.kind AND a.subject_id = p.id AND a.after ? 'amount_paid'
                      AND a.actor_id = p.entered_by AND (a.after ->> 'member_id')::int = p.member_id)`,
  },
  {
    name: "lines-are-summed",
    proves: ["I42", "I45"],
    holds: "The sums of each account's days are those of its lines.",
    sql: `SELECT coalesce(d.account_id, l.account_id) AS id,
                 format('%s, %s: %s lines, summed %s', coalesce(d.on_day, l.on_day), coalesce(d.state, l.state), l.lines, d.lines) AS found
            FROM statement_line_days d
            FULL JOIN (SELECT account_id, on_day, state, count(*) AS lines,
                              coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0 AND kind <> 'failed'), 0) AS in_cents,
                              coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0 AND kind <> 'failed'), 0) AS out_cents,
                              coalesce(sum(amount_cents) FILTER (WHERE is_proved AND NOT live_only AND kind <> 'failed'), 0) AS proved_cents
                         FROM statement_lines GROUP BY 1, 2, 3) l USING (account_id, on_day, state)
           WHERE (coalesce(d.lines, 0), coalesce(d.in_cents, 0), coalesce(d.out_cents, 0), coalesce(d.proved_cents, 0))
              <> (coalesce(l.lines, 0), coalesce(l.in_cents, 0), coalesce(l.out_cents, 0), coalesce(l.proved_cents, 0))`,
  },
  {
    name: "statements-are-guarded",
    proves: ["I5", "I48"],
    holds:
      "The triggers that keep statements, lines and matches as they were written stand and are enabled.",
    sql: `SELECT 0 AS id, wanted.name AS found
            FROM unnest(ARRAY['statement_accounts_keep', 'statements_keep', 'statement_lines_keep', 'statement_matches_keep',
                              'statements_withdrawn_once', 'statement_lines_learned_once', 'statement_matches_undone_once', 'statement_matches_agree',
                              'statement_accounts_no_delete', 'statements_no_delete', 'statement_lines_no_delete', 'statement_matches_no_delete',
                              'statement_files_append_only', 'statement_acceptances_append_only', 'statement_line_sources_append_only',
                              'statement_files_no_truncate', 'statement_lines_no_truncate', 'statement_matches_no_truncate',
                              'statements_no_truncate', 'statement_lines_are_reconciled', 'statement_lines_are_reconciled_anew',
                              'statement_matches_are_reconciled', 'statement_matches_are_reconciled_anew', 'statements_are_reconciled']) AS wanted (name)
           WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted.name AND tgenabled IN ('O', 'A'))`,
  },
];
