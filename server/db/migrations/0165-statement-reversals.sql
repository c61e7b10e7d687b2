-- Money that came and was taken back again by the issuer: the line that takes it back names the one that brought it, as the code in its
-- narration or as its linked transaction. Such a payment is confirmed by nothing (STAT-21), and the two lines cancel out (STAT-8).

-- As in 0085, and `reversed`: the line says that the money left again.
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
       ORDER BY m.payment_id = evidence_of.payment_id DESC NULLS LAST, l.amount_cents = evidence_of.amount_cents DESC,
                l.kind = 'payment_in' DESC, l.id
       LIMIT 1) found ON true
    LEFT JOIN LATERAL (
      SELECT r.id FROM statement_lines r
       WHERE r.code_key = ANY (found.keys) AND r.account_id = found.account_id AND r.amount_cents = -found.amount_cents
         AND r.kind = 'payment_out' AND r.is_proved AND r.on_day >= found.on_day
       ORDER BY r.id LIMIT 1) back ON true
$$;

-- As in 0130; what was taken back is no payment any more.
CREATE OR REPLACE FUNCTION lines_with_payments(lines int[], payers int[])
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
       AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.line_id = n.line_id AND m.undone_at IS NULL)
       AND NOT EXISTS (
         SELECT FROM statement_lines l JOIN statement_lines r
           ON r.code_key = ANY (ARRAY[l.reference_key, l.code_key]) AND r.account_id = l.account_id AND r.amount_cents = -l.amount_cents
          WHERE l.id = n.line_id AND r.kind = 'payment_out' AND r.is_proved AND r.on_day >= l.on_day)),
  ranked AS (
    SELECT f.line_id, f.payment_id, f.reason,
           row_number() OVER (PARTITION BY f.line_id ORDER BY f.payment_id) AS of_line,
           row_number() OVER (PARTITION BY f.payment_id ORDER BY f.line_id) AS of_payment
      FROM free f)
  SELECT r.line_id, r.payment_id, r.reason FROM ranked r WHERE r.of_line = r.of_payment ORDER BY r.line_id;
END $$;

-- As in 0081, and within one account the two lines of money that went back: the later one names the earlier.
CREATE OR REPLACE FUNCTION pair_transfers(lines int[]) RETURNS int LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  made int;
BEGIN
  WITH arrived AS (
    SELECT l.* FROM statement_lines l
     WHERE l.id = ANY (lines) AND l.state = 'open' AND l.is_proved AND l.kind IN ('payment_in', 'payment_out')),
  near AS (
    SELECT a.id AS one, o.id AS other, true AS by_code
      FROM arrived a CROSS JOIN LATERAL (VALUES (a.reference_key), (a.code_key)) own (key)
      JOIN statement_lines o ON o.reference_key = own.key
     WHERE o.amount_cents = -a.amount_cents
       AND (o.account_id <> a.account_id OR own.key = a.code_key AND o.on_day <= a.on_day)
    UNION ALL
    SELECT a.id, o.id, true
      FROM arrived a CROSS JOIN LATERAL (VALUES (a.reference_key), (a.code_key)) own (key)
      JOIN statement_lines o ON o.code_key = own.key
     WHERE o.amount_cents = -a.amount_cents
       AND (o.account_id <> a.account_id OR o.on_day >= a.on_day OR own.key = a.code_key)
    UNION ALL
    SELECT a.id, o.id, false
      FROM arrived a JOIN statement_lines o ON o.amount_cents = -a.amount_cents AND o.on_day = a.on_day AND o.state = 'open'
     WHERE o.account_id <> a.account_id),
  fitting AS (
    SELECT outgoing.id AS out_id, incoming.id AS in_id, bool_or(n.by_code) AS by_code
      FROM near n
      JOIN statement_lines outgoing ON outgoing.id IN (n.one, n.other) AND outgoing.kind = 'payment_out'
      JOIN statement_lines incoming ON incoming.id IN (n.one, n.other) AND incoming.kind = 'payment_in'
     WHERE outgoing.state = 'open' AND outgoing.is_proved AND incoming.state = 'open' AND incoming.is_proved
       AND (n.by_code OR incoming.code IS NULL AND NOT EXISTS (
              SELECT FROM members m WHERE lower(m.reg_number) = lower(incoming.account_typed)
               UNION ALL SELECT FROM members m WHERE lower(m.username) = lower(incoming.account_typed)))
     GROUP BY outgoing.id, incoming.id),
  counted AS (
    SELECT *, count(*) OVER (PARTITION BY out_id, by_code) AS of_out, count(*) OVER (PARTITION BY in_id, by_code) AS of_in,
           bool_or(by_code) OVER (PARTITION BY out_id) AS out_has_code, bool_or(by_code) OVER (PARTITION BY in_id) AS in_has_code
      FROM fitting),
  pairs AS (
    SELECT out_id, in_id FROM counted
     WHERE of_out = 1 AND of_in = 1 AND (by_code OR NOT (out_has_code OR in_has_code))),
  paired AS (
    UPDATE statement_lines l SET pair_id = CASE l.id WHEN p.out_id THEN p.in_id ELSE p.out_id END, state = 'ignored'
      FROM pairs p WHERE l.id IN (p.out_id, p.in_id)
    RETURNING l.id)
  SELECT count(*) / 2 INTO made FROM paired;
  RETURN made;
END $$;

-- The first of several first names, by which a payer's names find a member.
CREATE INDEX members_by_first_word ON members (((regexp_split_to_array(lower(first_name), '[^[:alpha:]'']+'))[1]));
