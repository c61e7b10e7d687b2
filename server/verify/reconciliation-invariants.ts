// What both offices accepted is what the books and the statements still say (I42), by plain SQL that shares nothing with the
// functions that work the figures out.
import type { Invariant } from "./invariant.ts";

const FIGURES = [
  "statements",
  "books",
  "in_not_booked",
  "out_not_booked",
  "booked_in",
  "booked_out",
  "opening_difference",
  "difference",
] as const;

/** Whether a statement counts: it adds up or both offices accepted it, and nobody withdrew it. */
const counts = (
  statement: string,
) => `(${statement}.withdrawn_at IS NULL AND (${statement}.breaks = '[]'
  OR 2 = (SELECT count(DISTINCT c.office) FROM statement_acceptances c WHERE c.statement_id = ${statement}.id)))`;

const proved = `EXISTS (SELECT FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
  WHERE o.line_id = l.id AND ${counts("s")})`;

/** Money on statements up to the day of acceptance `a`, each line with the day on which the books have it, if they do. */
const lines = `
  SELECT l.id, l.account_id, l.amount_cents, l.pair_id, l.kind, l.reference, e.id AS entry_id, e.business_date
    FROM statement_lines l
    LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
    LEFT JOIN entries e ON e.id = m.entry_id OR (e.source_kind = 'payment' AND e.source_id = m.payment_id)
   WHERE l.on_day <= a.on_day AND l.kind <> 'failed' AND ${proved}`;

const recomputed = `
  SELECT totals.closing AS statements, totals.books, sums.line_in AS in_not_booked, sums.line_out AS out_not_booked,
         sums.book_in AS booked_in, sums.book_out AS booked_out, totals.opening AS opening_difference
    FROM (SELECT coalesce(sum(ends.closing), 0) AS closing, min(ends.begun) AS begun,
                 coalesce(sum(ends.opening), 0) - coalesce((SELECT sum(p.amount_cents) FROM postings p
                   WHERE p.account = 'bank' AND p.business_date < (SELECT min(s.period_from) FROM statements s WHERE ${counts("s")})), 0) AS opening,
                 coalesce((SELECT sum(p.amount_cents) FROM postings p WHERE p.account = 'bank' AND p.business_date <= a.on_day), 0) AS books
            FROM statement_accounts t
            JOIN LATERAL (
              SELECT (array_agg(coalesce(s.opening_cents, 0) ORDER BY s.period_from, s.id))[1] AS opening, min(s.period_from) AS begun,
                     (array_agg(coalesce(CASE WHEN s.period_to <= a.on_day THEN s.closing_cents END,
                        s.opening_cents + (SELECT coalesce(sum(l.amount_cents), 0) FROM statement_lines l
                          JOIN statement_line_sources o ON o.line_id = l.id
                         WHERE o.statement_id = s.id AND l.on_day <= a.on_day AND l.kind <> 'failed'),
                        (SELECT coalesce(sum(l.amount_cents), 0) FROM statement_lines l
                          WHERE l.account_id = t.id AND l.on_day <= a.on_day AND l.kind <> 'failed' AND ${proved}))
                        ORDER BY least(s.period_to, a.on_day) DESC, s.period_to, s.id DESC))[1] AS closing
                FROM statements s WHERE s.account_id = t.id AND s.period_from <= a.on_day AND ${counts("s")}
              HAVING count(*) > 0) ends ON true) totals
    CROSS JOIN LATERAL (
      WITH line AS (${lines}),
      loose AS (SELECT amount_cents FROM line
                 WHERE (business_date IS NULL OR business_date NOT BETWEEN totals.begun AND a.on_day)
                   AND (pair_id IS NULL OR pair_id NOT IN (SELECT id FROM line))
                   AND NOT (kind = 'internal' AND (SELECT sum(o.amount_cents) FROM line o WHERE o.kind = 'internal'
                     AND o.account_id = line.account_id AND o.reference IS NOT DISTINCT FROM line.reference) = 0)),
      booked AS (
        SELECT e.id, e.reverses, sum(p.amount_cents) AS cents,
               (SELECT sum(line.amount_cents) FROM line WHERE line.entry_id = e.id) AS on_statement,
               (SELECT sum(l.amount_cents) FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
                 WHERE m.undone_at IS NULL AND ${proved}
                   AND (m.entry_id = e.id OR (e.source_kind = 'payment' AND m.payment_id = e.source_id))) AS in_all
          FROM entries e JOIN postings p ON p.entry_id = e.id AND p.account = 'bank'
         WHERE e.business_date BETWEEN totals.begun AND a.on_day GROUP BY e.id),
      left_over AS (
        SELECT CASE WHEN on_statement IS NULL THEN cents ELSE in_all - on_statement END AS cents FROM booked
         WHERE on_statement IS DISTINCT FROM cents AND cents <> 0
           AND NOT (on_statement IS NULL AND EXISTS (SELECT FROM booked o WHERE o.on_statement IS NULL AND (o.reverses = booked.id OR o.id = booked.reverses))))
      SELECT (SELECT coalesce(sum(amount_cents), 0) FROM loose WHERE amount_cents > 0) AS line_in,
             (SELECT coalesce(-sum(amount_cents), 0) FROM loose WHERE amount_cents < 0) AS line_out,
             (SELECT coalesce(sum(cents), 0) FROM left_over WHERE cents > 0) AS book_in,
             (SELECT coalesce(-sum(cents), 0) FROM left_over WHERE cents < 0) AS book_out) sums`;

/** Something came or went after the acceptance that may change its day; then it is open again, and shown so. */
const reopened = `(
  EXISTS (SELECT FROM entries e JOIN postings p ON p.entry_id = e.id AND p.account = 'bank'
           WHERE e.id > a.last_entry_id AND e.business_date <= a.on_day)
  OR EXISTS (SELECT FROM statements s WHERE s.period_from <= a.on_day
              AND (s.id > a.last_statement_id OR s.withdrawn_at >= a.accepted_at OR s.accepted_at >= a.accepted_at))
  OR EXISTS (SELECT FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
              WHERE l.on_day <= a.on_day AND (m.id > a.last_match_id OR m.undone_at >= a.accepted_at)))`;

export const reconciliationInvariants: readonly Invariant[] = [
  {
    name: "reconciliations-recompute",
    proves: ["I42"],
    holds:
      "What an office accepted as reconciled recomputes to what was accepted, unless an entry, a statement or a match of its days came or went since.",
    sql: `SELECT a.id, format('%s of %s: accepted %s, now %s', a.office, a.on_day, a.figures,
                   concat_ws(' ', r.statements, r.books, r.in_not_booked, r.out_not_booked, r.booked_in, r.booked_out, r.opening_difference)) AS found
            FROM reconciliation_acceptances a CROSS JOIN LATERAL (${recomputed}) r
           WHERE NOT ${reopened}
             AND ((a.statements_cents, a.books_cents, a.in_not_booked_cents, a.out_not_booked_cents, a.booked_in_cents, a.booked_out_cents,
                   a.opening_difference_cents)
                  IS DISTINCT FROM (r.statements, r.books, r.in_not_booked, r.out_not_booked, r.booked_in, r.booked_out, r.opening_difference)
                  OR a.difference_cents <> r.statements - (r.books + r.opening_difference + r.in_not_booked - r.out_not_booked
                                                           - r.booked_in + r.booked_out))`,
  },
  {
    name: "reconciliations-as-audited",
    proves: ["I42", "I33"],
    holds:
      "Each acceptance is told by the audit log: who, when, for which office and day, every figure and the reason.",
    sql: `SELECT coalesce(a.id, t.subject_id) AS id, coalesce(a.office || ' of ' || a.on_day, 'told and gone') AS found
            FROM reconciliation_acceptances a
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'reconciliation.accept') t ON t.subject_id = a.id
           WHERE a.id IS NULL OR t.id IS NULL OR t.actor_id <> a.member_id OR t.at <> a.accepted_at
              OR t.after ->> 'office' <> a.office OR (t.after ->> 'date')::date <> a.on_day
              OR t.after ->> 'reason' IS DISTINCT FROM a.reason
              OR ${FIGURES.map((name) => `round((t.after ->> '${name}')::numeric * 100) IS DISTINCT FROM a.${name}_cents`).join(" OR ")}`,
  },
];
