-- As before; a line that stands for something else goes no longer before one that stands for nothing yet.
CREATE OR REPLACE FUNCTION evidence_of(payment_id int, reference_key text, amount_cents bigint, paid_on date)
RETURNS TABLE (state text, reason text, line_id int) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE WHEN found.id IS NULL
              THEN CASE WHEN daterange(paid_on - 3, paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'missing' ELSE 'none' END
              WHEN back.id IS NOT NULL OR found.reason IN ('amount', 'direction', 'taken') THEN 'differs' ELSE 'confirmed' END,
         CASE WHEN back.id IS NOT NULL THEN 'reversed' WHEN found.id IS NOT NULL THEN found.reason
              WHEN daterange(paid_on - 3, paid_on + 3, '[]') <@ (SELECT covered_days()) THEN 'covered' ELSE 'not_covered' END,
         coalesce(back.id, found.id)
    FROM (VALUES (true)) payment (stands)
    LEFT JOIN LATERAL (
      SELECT l.id, l.account_id, l.on_day, l.amount_cents, ARRAY[l.reference_key, l.code_key] AS keys,
             CASE WHEN l.amount_cents < 0 THEN 'direction'
                  WHEN l.amount_cents <> evidence_of.amount_cents THEN 'amount'
                  WHEN m.payment_id <> evidence_of.payment_id OR m.entry_id IS NOT NULL OR l.pair_id IS NOT NULL THEN 'taken'
                  WHEN l.reference_key = evidence_of.reference_key THEN 'reference'
                  WHEN l.code_key = evidence_of.reference_key THEN 'code'
                  ELSE 'by_hand' END AS reason
        FROM (SELECT named.id FROM statement_lines named WHERE named.reference_key = evidence_of.reference_key
              UNION SELECT coded.id FROM statement_lines coded WHERE coded.code_key = evidence_of.reference_key
              UNION SELECT own.line_id FROM statement_matches own
                     WHERE own.payment_id = evidence_of.payment_id AND own.undone_at IS NULL) candidate
        JOIN statement_lines l ON l.id = candidate.id
        LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
       WHERE l.is_proved AND l.kind NOT IN ('failed', 'internal')
       ORDER BY coalesce(m.payment_id = evidence_of.payment_id, false) DESC, l.amount_cents = evidence_of.amount_cents DESC,
                l.kind = 'payment_in' DESC, l.id
       LIMIT 1) found ON true
    LEFT JOIN LATERAL (
      SELECT r.id FROM statement_lines r
       WHERE r.code_key = ANY (found.keys) AND r.account_id = found.account_id AND r.amount_cents = -found.amount_cents
         AND r.kind = 'payment_out' AND r.is_proved AND r.on_day >= found.on_day
       ORDER BY r.id LIMIT 1) back ON true
$$;
