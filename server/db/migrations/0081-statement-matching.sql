-- How lines find what they are (STAT-8, STAT-11): a whole file in one query, by indexes alone.

CREATE INDEX payments_by_reference_key ON payments (reference_key) WHERE status <> 'rejected';
CREATE INDEX statement_lines_by_amount ON statement_lines (amount_cents, on_day) WHERE state = 'open';

-- What a search of lines looks through, as that of the journal does.
CREATE INDEX statement_lines_by_words ON statement_lines USING gin (journal_words(left(
    coalesce(reference, '') || ' ' || coalesce(code, '') || ' ' || coalesce(party, '') || ' ' || coalesce(account_typed, '') || ' ' || details, 500)))
  WITH (fastupdate = on, gin_pending_list_limit = 4096);

-- Whoever matches a file holds the lock alone, whoever submits a payment shares it: of a payment and a line that come at the same
-- moment one sees the other.
CREATE FUNCTION lock_matching(alone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF alone THEN PERFORM pg_advisory_xact_lock(7265006); ELSE PERFORM pg_advisory_xact_lock_shared(7265006); END IF;
END $$;

-- Payments whose reference is that of an open line, or the code in its narration, with the same amount (STAT-11). Of several that
-- would do, the first takes the first. A transfer that was only supposed, by day and amount, gives way.
-- Gives the matches that were made; every one is of the lines and payments named, null is all of them.
CREATE FUNCTION match_lines(lines int[], payers int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, payment_id int) LANGUAGE plpgsql AS $$
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
      FROM free f),
  made AS (
    INSERT INTO statement_matches (line_id, payment_id, matched_at, reason)
    SELECT r.line_id, r.payment_id, moment, r.reason FROM ranked r WHERE r.of_line = r.of_payment ORDER BY r.line_id
    RETURNING id, statement_matches.line_id, statement_matches.payment_id),
  unpaired AS (
    UPDATE statement_lines o SET pair_id = NULL, state = 'open'
      FROM made JOIN statement_lines l ON l.id = made.line_id WHERE o.id = l.pair_id),
  stated AS (
    UPDATE statement_lines l SET state = 'matched', pair_id = NULL FROM made WHERE l.id = made.line_id)
  SELECT made.id, made.line_id, made.payment_id FROM made;
END $$;

-- For payments that were just submitted: all of it in one call.
CREATE FUNCTION match_payments(payers int[], moment timestamptz)
RETURNS TABLE (match_id int, line_id int, payment_id int) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_matching(false);
  RETURN QUERY SELECT m.match_id, m.line_id, m.payment_id FROM match_lines(NULL, payers, moment) m;
END $$;

-- Money from one of our accounts to another (STAT-8): the same code, or the same day and amount where nothing else fits and it
-- is no member's payment by what the payer typed. Gives how many pairs were made.
CREATE FUNCTION pair_transfers(lines int[]) RETURNS int LANGUAGE plpgsql AS $$
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
     WHERE o.account_id <> a.account_id AND o.amount_cents = -a.amount_cents
    UNION ALL
    SELECT a.id, o.id, true
      FROM arrived a CROSS JOIN LATERAL (VALUES (a.reference_key), (a.code_key)) own (key)
      JOIN statement_lines o ON o.code_key = own.key
     WHERE o.account_id <> a.account_id AND o.amount_cents = -a.amount_cents
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
