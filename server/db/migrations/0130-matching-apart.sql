-- What lines are is found apart from writing it down. Finding is planned for what it is given, and within one function so was every
-- foreign key of every match: half the time of an import's matching.

-- The payments that open lines are, one each (STAT-11): whose reference is theirs, or the code in their narration, and whose amount.
-- Of several that would do, the first takes the first.
CREATE FUNCTION lines_with_payments(lines int[], payers int[])
RETURNS TABLE (line_id int, payment_id int, reason text) LANGUAGE plpgsql STABLE
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY
  WITH near AS (
    SELECT l.id AS line_id, p.id AS payment_id, 'reference' AS reason
      FROM statement_lines l JOIN payments p ON p.reference_key = l.reference_key
     WHERE (lines IS NULL OR l.id = ANY (lines)) AND (payers IS NULL OR p.id = ANY (payers))
       AND (l.state = 'open' OR l.pair_id IS NOT NULL) AND l.is_proved AND l.kind = 'payment_in' AND p.amount_cents = l.amount_cents
       AND p.status <> 'rejected' AND p.reference_standing <> 'waits'
    UNION ALL
    SELECT l.id, p.id, 'code'
      FROM statement_lines l JOIN payments p ON p.reference_key = l.code_key
     WHERE (lines IS NULL OR l.id = ANY (lines)) AND (payers IS NULL OR p.id = ANY (payers))
       AND (l.state = 'open' OR l.pair_id IS NOT NULL) AND l.is_proved AND l.kind = 'payment_in' AND p.amount_cents = l.amount_cents
       AND p.status <> 'rejected' AND p.reference_standing <> 'waits'
       AND l.code_key IS DISTINCT FROM l.reference_key),
  free AS (
    SELECT * FROM near n
     WHERE NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = n.payment_id AND m.undone_at IS NULL)
       AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = n.line_id AND m.undone_at IS NULL)),
  ranked AS (
    SELECT f.line_id, f.payment_id, f.reason,
           row_number() OVER (PARTITION BY f.line_id ORDER BY f.payment_id) AS of_line,
           row_number() OVER (PARTITION BY f.payment_id ORDER BY f.line_id) AS of_payment
      FROM free f)
  SELECT r.line_id, r.payment_id, r.reason FROM ranked r WHERE r.of_line = r.of_payment ORDER BY r.line_id;
END $$;

-- As before. A transfer that was only supposed, by day and amount, gives way.
CREATE OR REPLACE FUNCTION match_lines(lines int[], payers int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, payment_id int) LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  RETURN QUERY
  WITH made AS (
    INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
    SELECT f.line_id, f.payment_id, moment, f.reason FROM lines_with_payments(lines, payers) f
    RETURNING id, statement_matches.line_id, statement_matches.payment_id),
  unpaired AS (
    UPDATE statement_lines o SET pair_id = NULL, state = 'open'
      FROM made JOIN statement_lines l ON l.id = made.line_id WHERE o.id = l.pair_id),
  stated AS (
    UPDATE statement_lines l SET state = 'matched', pair_id = NULL FROM made WHERE l.id = made.line_id)
  SELECT made.id, made.line_id, made.payment_id FROM made;
END $$;
ALTER FUNCTION match_lines(int[], int[], timestamptz) RESET plan_cache_mode;
