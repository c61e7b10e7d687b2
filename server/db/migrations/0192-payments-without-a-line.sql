-- As in 0081. A payment that no line of a statement names is matched with none: most are submitted before their statement arrives, and
-- `lines_with_payments` is planned each time that it runs.
CREATE OR REPLACE FUNCTION match_payments(payers int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, payment_id int) LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM lock_matching(false);
  IF EXISTS (SELECT FROM payments p JOIN statement_lines l ON l.reference_key = p.reference_key WHERE p.id = ANY (payers))
     OR EXISTS (SELECT FROM payments p JOIN statement_lines l ON l.code_key = p.reference_key WHERE p.id = ANY (payers)) THEN
    RETURN QUERY SELECT m.match_id, m.line_id, m.payment_id FROM match_lines(NULL, payers, moment) m;
  END IF;
END $$;
