// Checks what offices accepted as reconciled (I42), as of the moment when they did: rows that came later do not count, and rows that were
// withdrawn or undone later do. It shares no code with the functions that compute the figures.
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

/** Whether a statement counted as proof: it adds up or both offices had accepted it, and nobody had withdrawn it. */
const stoodThen = (s: string) =>
  `${s}.id <= a.last_statement_id AND (${s}.withdrawn_at IS NULL OR ${s}.withdrawn_at > a.accepted_at)`;
const countedThen = (s: string) => `(${stoodThen(s)} AND (${s}.breaks = '[]'
  OR 2 = (SELECT count(DISTINCT c.office) FROM statement_acceptances c WHERE c.statement_id = ${s}.id AND c.accepted_at <= a.accepted_at)))`;

/**
 * What of a line a match with it is: the amount of the payment, or the whole line if an official said why they differ. The
 * cents that M-PESA could not send are a match of their own, and the rest of that line its other one.
 */
const partCents = `CASE WHEN m.payment_id IS NOT NULL AND m.explanation IS NULL THEN p.amount_cents
       WHEN m.reason = 'cents' THEN entry.cents
       ELSE l.amount_cents - coalesce((
         SELECT sum(b.amount_cents) FROM statement_matches c JOIN postings b ON b.entry_id = c.entry_id AND b.account = 'bank'
          WHERE c.line_id = m.line_id AND c.reason = 'cents' AND c.id <= a.last_match_id
            AND (c.undone_at IS NULL OR c.undone_at > a.accepted_at)), 0) END`;

/** The figures of acceptance `a`, and what of its lists was open. `until` is the last day that counts. */
const lists = (until: string) => `
  loose AS (
    SELECT line.id, line.amount_cents - coalesce((SELECT sum(part.cents) FROM part WHERE part.line_id = line.id
                                                     AND part.business_date BETWEEN begun.on_day AND ${until}), 0) AS cents
      FROM line CROSS JOIN begun
     WHERE line.on_day <= ${until}
       AND NOT EXISTS (SELECT FROM line o WHERE o.id = line.pair_id AND o.on_day <= ${until})
       AND NOT (line.kind = 'internal' AND (SELECT sum(o.amount_cents) FROM line o WHERE o.kind = 'internal' AND o.on_day <= ${until}
         AND o.account_id = line.account_id AND o.reference IS NOT DISTINCT FROM line.reference) = 0)),
  booked AS (
    SELECT entry.*, (SELECT sum(part.cents) FROM part WHERE part.entry_id = entry.id AND part.on_day <= ${until}) AS on_statement,
           (SELECT sum(part.cents) FROM part WHERE part.entry_id = entry.id) AS in_all
      FROM entry CROSS JOIN begun WHERE entry.business_date BETWEEN begun.on_day AND ${until}),
  left_over AS (
    SELECT id, CASE WHEN on_statement IS NULL THEN cents ELSE in_all - on_statement END AS cents,
           CASE WHEN on_statement IS NULL THEN 0 ELSE in_all - cents END AS differing
      FROM booked
     WHERE on_statement IS DISTINCT FROM cents AND cents <> 0
       AND NOT (on_statement IS NULL AND EXISTS (
         SELECT FROM booked o WHERE o.on_statement IS NULL AND o.cents <> 0 AND (o.reverses = booked.id OR o.id = booked.reverses))))`;

const recomputed = `
  WITH begun AS (SELECT min(s.period_from) AS on_day FROM statements s WHERE ${countedThen("s")}),
  line AS MATERIALIZED (
    SELECT l.id, l.account_id, l.on_day, l.amount_cents, l.pair_id, l.kind, l.reference FROM statement_lines l
     WHERE l.kind <> 'failed' AND EXISTS (SELECT FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
                                           WHERE o.line_id = l.id AND ${countedThen("s")})),
  entry AS MATERIALIZED (
    SELECT e.id, e.reverses, e.business_date, e.source_kind, e.source_id, sum(p.amount_cents) AS cents
      FROM entries e JOIN postings p ON p.entry_id = e.id AND p.account = 'bank' WHERE e.id <= a.last_entry_id GROUP BY e.id),
  part AS MATERIALIZED (
    SELECT m.line_id, l.on_day, entry.id AS entry_id, entry.business_date, ${partCents} AS cents
      FROM statement_matches m JOIN line l ON l.id = m.line_id LEFT JOIN payments p ON p.id = m.payment_id
      JOIN entry ON entry.id = m.entry_id OR (entry.source_kind = 'payment' AND entry.source_id = m.payment_id)
     WHERE m.id <= a.last_match_id AND (m.undone_at IS NULL OR m.undone_at > a.accepted_at)),
  then_open AS (
    WITH ${lists("'infinity'::date")}
    SELECT loose.id AS line_id, NULL::int AS entry_id, abs(loose.cents) AS cents FROM loose
    UNION ALL SELECT part.line_id, NULL, abs(left_over.differing) FROM left_over JOIN part ON part.entry_id = left_over.id
    UNION ALL SELECT part.line_id, NULL, -abs(entry.cents) FROM part JOIN entry ON entry.id = part.entry_id CROSS JOIN begun
               WHERE part.business_date < begun.on_day
    UNION ALL SELECT NULL, left_over.id, abs(left_over.cents) + abs(left_over.differing) FROM left_over),
  ${lists("a.on_day")},
  listed AS (
    SELECT cents, least(abs(cents), greatest(0, (SELECT sum(o.cents) FROM then_open o WHERE o.line_id = loose.id))) AS open FROM loose WHERE cents <> 0
    UNION ALL
    SELECT cents, least(abs(cents), (SELECT coalesce(sum(o.cents), 0) FROM then_open o WHERE o.entry_id = left_over.id)) FROM left_over WHERE cents <> 0),
  totals AS (
    SELECT coalesce(sum(ends.closing), 0) AS statements,
           (SELECT coalesce(sum(cents), 0) FROM entry WHERE business_date <= a.on_day) AS books,
           coalesce(sum(ends.opening), 0) - (SELECT coalesce(sum(cents), 0) FROM entry CROSS JOIN begun WHERE business_date < begun.on_day) AS opening_difference
      FROM statement_accounts t
      JOIN LATERAL (
        SELECT (array_agg(coalesce(s.opening_cents, 0) ORDER BY s.period_from, s.id))[1] AS opening,
               (array_agg(coalesce(CASE WHEN s.period_to <= a.on_day THEN s.closing_cents END,
                  s.opening_cents + (SELECT coalesce(sum(l.amount_cents), 0) FROM statement_lines l
                    JOIN statement_line_sources o ON o.line_id = l.id
                   WHERE o.statement_id = s.id AND l.on_day <= a.on_day AND l.kind <> 'failed'),
                  (SELECT coalesce(sum(line.amount_cents), 0) FROM line WHERE line.account_id = t.id AND line.on_day <= a.on_day))
                  ORDER BY least(s.period_to, a.on_day) DESC, s.period_to, s.id DESC))[1] AS closing
          FROM statements s WHERE s.account_id = t.id AND s.period_from <= a.on_day AND ${countedThen("s")}
        HAVING count(*) > 0) ends ON true)
  SELECT totals.*,
         (SELECT coalesce(sum(cents) FILTER (WHERE cents > 0), 0) FROM loose) AS in_not_booked,
         (SELECT coalesce(-sum(cents) FILTER (WHERE cents < 0), 0) FROM loose) AS out_not_booked,
         (SELECT coalesce(sum(cents) FILTER (WHERE cents > 0), 0) FROM left_over) AS booked_in,
         (SELECT coalesce(-sum(cents) FILTER (WHERE cents < 0), 0) FROM left_over) AS booked_out,
         (SELECT count(*) FILTER (WHERE open > 0) FROM listed) AS open_count,
         (SELECT coalesce(sum(open), 0) FROM listed) AS open_cents,
         EXISTS (SELECT FROM left_over WHERE differing <> 0)
           OR EXISTS (SELECT FROM statement_twins w JOIN line ON line.id = w.line_id JOIN line o ON o.id = w.twin_id
                       WHERE line.on_day <= a.on_day AND NOT EXISTS (
                         SELECT FROM statement_set_asides x WHERE x.line_id IN (w.line_id, w.twin_id) AND x.set_at <= a.accepted_at
                            AND (x.undone_at IS NULL OR x.undone_at > a.accepted_at)))
           OR EXISTS (SELECT FROM statements s CROSS JOIN LATERAL jsonb_array_elements(s.breaks) b (found)
                        LEFT JOIN statement_line_sources o ON o.statement_id = s.id AND o.line = (b.found ->> 'line')::int
                        LEFT JOIN statement_lines l ON l.id = o.line_id
                       WHERE ${stoodThen("s")} AND b.found ? 'line' AND coalesce(l.on_day, s.period_to) <= a.on_day) AS is_strange
    FROM totals`;

/** Whether a match of the line began or ended after the acceptance, or its statement was withdrawn. */
const changedSince = (l: string) => `(
  EXISTS (SELECT FROM statement_matches m WHERE m.line_id = ${l}.id AND (m.id > a.last_match_id OR m.undone_at > a.accepted_at))
  OR EXISTS (SELECT FROM statement_line_sources s JOIN statements w ON w.id = s.statement_id
              WHERE s.line_id = ${l}.id AND w.withdrawn_at > a.accepted_at))`;

/**
 * Whether something happened in the same moment, before or after the acceptance; or money out and money in that may have
 * been a transfer then are something else since, or the other way round: of pairs only the last state is stored.
 */
const unclear = `(
  EXISTS (SELECT FROM statements s WHERE s.withdrawn_at = a.accepted_at OR s.accepted_at = a.accepted_at)
  OR EXISTS (SELECT FROM statement_matches m WHERE m.undone_at = a.accepted_at)
  OR EXISTS (SELECT FROM statement_set_asides x WHERE a.accepted_at IN (x.set_at, x.undone_at))
  OR EXISTS (SELECT FROM statement_lines o JOIN statement_lines l ON l.amount_cents = -o.amount_cents
              WHERE o.kind = 'payment_out' AND l.kind = 'payment_in' AND least(o.on_day, l.on_day) <= a.on_day
                AND (o.account_id <> l.account_id AND o.on_day = l.on_day OR o.code_key IN (l.code_key, l.reference_key)
                     OR o.reference_key IN (l.code_key, l.reference_key))
                AND (${changedSince("o")} OR ${changedSince("l")})))`;

const isOther = (pairs: readonly string[]) =>
  pairs.map((name) => `a.${name}_cents IS DISTINCT FROM r.${name}`).join(" OR ");

export const reconciliationInvariants: readonly Invariant[] = [
  {
    name: "reconciliations-recompute",
    proves: ["I42"],
    holds:
      "What an office accepted as reconciled recomputes, to the cent, from what the database held at that moment: each figure, what was open, and whether all of it was explained.",
    sql: `SELECT a.id, format('%s of %s: accepted %s, %s open, then %s, %s open', a.office, a.on_day, a.figures, a.open_cents,
                   concat_ws(' ', r.statements, r.books, r.in_not_booked, r.out_not_booked, r.booked_in, r.booked_out, r.opening_difference), r.open_cents) AS found
            FROM reconciliation_acceptances a CROSS JOIN LATERAL (${recomputed}) r
           WHERE NOT ${unclear}
             AND (${isOther(FIGURES.filter((name) => name !== "difference"))}
                  OR a.difference_cents <> r.statements - (r.books + r.opening_difference + r.in_not_booked - r.out_not_booked
                                                           - r.booked_in + r.booked_out)
                  OR a.open_count <> r.open_count OR a.open_cents <> r.open_cents
                  OR a.is_explained <> (r.open_count = 0 AND NOT r.is_strange AND a.difference_cents = 0))`,
  },
  {
    name: "reconciliations-by-two",
    proves: ["I42"],
    holds:
      "Nobody accepted the same figures of a day for both offices, and each day that was not explained was accepted with a reason.",
    sql: `SELECT a.id, 'accepted by one person for both offices' AS found
            FROM reconciliation_acceptances a JOIN reconciliation_acceptances b
              ON b.on_day = a.on_day AND b.figures = a.figures AND b.member_id = a.member_id AND b.office <> a.office
          UNION ALL
          SELECT a.id, 'accepted without a reason' FROM reconciliation_acceptances a
           WHERE (a.difference_cents <> 0 OR NOT a.is_explained) AND coalesce(a.reason, '') !~ '\\S'`,
  },
  {
    name: "reconciliations-as-audited",
    proves: ["I42", "I33"],
    holds:
      "Each acceptance is told by the audit log: who, when, for which office and day, every figure, what was open and the reason.",
    sql: `SELECT coalesce(a.id, t.subject_id) AS id, coalesce(a.office || ' of ' || a.on_day, 'told and gone') AS found
            FROM reconciliation_acceptances a
            FULL JOIN (SELECT * FROM audit_entries WHERE action = 'reconciliation.accept') t ON t.subject_id = a.id
           WHERE a.id IS NULL OR t.id IS NULL OR t.actor_id <> a.member_id OR t.at <> a.accepted_at
              OR t.after ->> 'office' <> a.office OR (t.after ->> 'date')::date <> a.on_day
              OR t.after ->> 'reason' IS DISTINCT FROM a.reason
              OR (t.after ->> 'open_items')::int IS DISTINCT FROM a.open_count
              OR round((t.after ->> 'open_total')::numeric * 100) IS DISTINCT FROM a.open_cents
              OR (t.after ->> 'explained')::boolean IS DISTINCT FROM a.is_explained
              OR ${FIGURES.map((name) => `round((t.after ->> '${name}')::numeric * 100) IS DISTINCT FROM a.${name}_cents`).join(" OR ")}`,
  },
];
