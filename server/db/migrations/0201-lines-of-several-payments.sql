-- One payment for several things (STAT-63): a line is one entry, or the payments of one member with one reference that add up to it. A
-- match with a payment is for the amount of the payment; where an official said why the amounts differ, it is for the whole line.

DROP INDEX statement_matches_line_once;
CREATE UNIQUE INDEX statement_matches_line_once ON statement_matches (line_id)
  WHERE undone_at IS NULL AND (payment_id IS NULL OR explanation IS NOT NULL);
CREATE INDEX statement_matches_by_line ON statement_matches (line_id) WHERE undone_at IS NULL;

-- A payment beside it was rejected or came, and what is left does not add up to the line any more.
ALTER TABLE statement_matches DROP CONSTRAINT statement_matches_undone_why,
  ADD CONSTRAINT statement_matches_undone_why CHECK (undone_why IN ('unmatched', 'withdrawn', 'rejected', 'reversed', 'apart'));

-- As in 0080. Who matched the line at the same moment was first: the other tries again, which is what the error's code means.
CREATE OR REPLACE FUNCTION check_statement_matches() RETURNS trigger LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  wrong int;
BEGIN
  SELECT min(m.id) INTO wrong FROM new_matches m
    JOIN statement_lines l ON l.id = m.line_id
    LEFT JOIN payments p ON p.id = m.payment_id
   WHERE NOT l.is_proved OR l.kind IN ('failed', 'internal')
      OR p.status = 'rejected'
      OR (m.reason = 'reference' AND p.reference_key IS DISTINCT FROM l.reference_key)
      OR (m.reason = 'code' AND p.reference_key IS DISTINCT FROM l.code_key);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'match % is of an unproved line, or does not agree with it', wrong
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_matches_agree';
  END IF;
  SELECT min(n.line_id) INTO wrong
    FROM (SELECT DISTINCT line_id FROM new_matches) n JOIN statement_lines l ON l.id = n.line_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS things, count(p.id) FILTER (WHERE m.explanation IS NULL) AS parts, sum(p.amount_cents) AS cents,
             count(DISTINCT (p.member_id, p.reference_key)) AS claims
        FROM statement_matches m LEFT JOIN payments p ON p.id = m.payment_id
       WHERE m.line_id = n.line_id AND m.undone_at IS NULL) now
   WHERE now.things > 1 AND (now.parts < now.things OR now.claims > 1 OR now.cents > l.amount_cents);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'line % is something else already', wrong USING ERRCODE = 'serialization_failure';
  END IF;
  SELECT min(m.id) INTO wrong
    FROM new_matches m JOIN statement_lines l ON l.id = m.line_id
   WHERE m.payment_id IS NOT NULL AND m.explanation IS NULL
     AND l.amount_cents <> (SELECT sum(p.amount_cents) FROM statement_matches o JOIN payments p ON p.id = o.payment_id
                             WHERE o.line_id = l.id AND o.undone_at IS NULL);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'match % is of an unproved line, or does not agree with it', wrong
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_matches_agree';
  END IF;
  RETURN NULL;
END $$;

-- As in 0087, with the KES cents of the line that each match is for.
DROP FUNCTION matched_entries();
CREATE FUNCTION matched_entries() RETURNS TABLE (match_id int, line_id int, entry_id int, undone_at timestamptz, cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT m.id, m.line_id, coalesce(m.entry_id, e.id), m.undone_at,
         CASE WHEN m.payment_id IS NULL OR m.explanation IS NOT NULL
              THEN (SELECT l.amount_cents FROM statement_lines l WHERE l.id = m.line_id) ELSE p.amount_cents END
    FROM statement_matches m
    LEFT JOIN payments p ON p.id = m.payment_id
    -- Written so that, without statistics too, it is found by its source.
    LEFT JOIN entries e ON e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose || '' = p.kind
$$;

CREATE OR REPLACE FUNCTION cleared_cents(entry int, kind text, source int, day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT sum(coalesce(part.amount_cents, l.amount_cents))::bigint
    FROM (SELECT m.line_id, NULL::int AS part_id FROM statement_matches m WHERE m.entry_id = entry AND m.undone_at IS NULL
          UNION ALL
          SELECT m.line_id, CASE WHEN m.explanation IS NULL THEN m.payment_id END FROM statement_matches m
           WHERE cleared_cents.kind = 'payment' AND m.payment_id = source AND m.undone_at IS NULL) matched
    JOIN statement_lines l ON l.id = matched.line_id
    LEFT JOIN payments part ON part.id = matched.part_id
   WHERE l.is_proved AND l.kind <> 'failed' AND l.on_day <= cleared_cents.day AND account_begins(l.account_id) <= cleared_cents.day
$$;

-- As in 0166, for all things that a line is.
CREATE OR REPLACE FUNCTION settle_reconciliation(batch int) RETURNS int
LANGUAGE plpgsql SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
DECLARE
  done int;
  begun date;
BEGIN
  IF NOT EXISTS (SELECT FROM reconciliation_changes) OR NOT pg_try_advisory_xact_lock(7265008) THEN RETURN 0; END IF;
  SELECT from_day INTO begun FROM reconciliation_start FOR SHARE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  WITH taken AS (
    DELETE FROM reconciliation_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM reconciliation_changes LIMIT batch))
    RETURNING line_id, entry_id),
  named_lines AS MATERIALIZED (SELECT DISTINCT line_id AS id FROM taken WHERE line_id IS NOT NULL),
  named_entries AS MATERIALIZED (SELECT DISTINCT entry_id AS id FROM taken WHERE entry_id IS NOT NULL),
  these_entries AS MATERIALIZED (
    SELECT id FROM named_entries
    UNION SELECT r.id FROM named_entries n JOIN entries r ON r.reverses = n.id
    UNION SELECT e.reverses FROM named_entries n JOIN entries e ON e.id = n.id WHERE e.reverses IS NOT NULL
    UNION SELECT m.entry_id FROM named_lines n JOIN matched_entries() m ON m.line_id = n.id AND m.undone_at IS NULL WHERE m.entry_id IS NOT NULL),
  these_lines AS MATERIALIZED (
    SELECT id FROM named_lines
    UNION SELECT l.pair_id FROM named_lines n JOIN statement_lines l ON l.id = n.id WHERE l.pair_id IS NOT NULL
    UNION SELECT o.id FROM named_lines n JOIN statement_lines l ON l.id = n.id JOIN statement_lines o
             ON o.kind = 'internal' AND o.account_id = l.account_id AND coalesce(o.reference_key, '') = coalesce(l.reference_key, '')
           WHERE l.kind = 'internal'
    UNION SELECT m.line_id FROM named_entries n JOIN statement_matches m ON m.entry_id = n.id WHERE m.undone_at IS NULL
    UNION SELECT m.line_id FROM named_entries n JOIN entries e ON e.id = n.id AND e.source_kind = 'payment'
            JOIN statement_matches m ON m.payment_id = e.source_id WHERE m.undone_at IS NULL),
  begins AS MATERIALIZED (SELECT id AS account_id, account_begins(id) AS on_day FROM statement_accounts),
  line_ends AS (
    SELECT l.id, l.on_day, l.account_id, CASE WHEN booked.cents IS NULL AND l.pair_id IS NULL AND l.kind <> 'internal' THEN l.amount_cents END AS alone_cents,
           CASE WHEN booked.first_day < greatest(l.on_day, b.on_day) THEN booked.first_day END AS other_day,
           CASE WHEN booked.cents IS NOT NULL THEN CASE WHEN booked.cents = l.amount_cents THEN booked.last_day END
                WHEN pair.id IS NOT NULL THEN greatest(pair.on_day, pair_begins.on_day)
                WHEN swept.cents = 0 THEN swept.on_day END AS until
      FROM these_lines t JOIN statement_lines l ON l.id = t.id JOIN begins b ON b.account_id = l.account_id
      LEFT JOIN LATERAL (
        SELECT sum(m.cents) AS cents, min(e.business_date) AS first_day, max(e.business_date) AS last_day
          FROM matched_entries() m JOIN entries e ON e.id = m.entry_id WHERE m.line_id = l.id AND m.undone_at IS NULL) booked ON true
      LEFT JOIN statement_lines pair ON pair.id = l.pair_id AND pair.is_proved AND pair.kind <> 'failed'
      LEFT JOIN begins pair_begins ON pair_begins.account_id = pair.account_id
      LEFT JOIN LATERAL (
        SELECT sum(o.amount_cents) AS cents, max(o.on_day) AS on_day FROM statement_lines o
         WHERE o.kind = 'internal' AND o.account_id = l.account_id AND coalesce(o.reference_key, '') = coalesce(l.reference_key, '')
           AND o.is_proved) swept ON l.kind = 'internal'
     WHERE l.is_proved AND l.kind <> 'failed' AND l.amount_cents <> 0),
  entry_ends AS (
    SELECT e.id, e.business_date AS on_day, CASE WHEN cleared.cents IS NULL AND NOT undone.is_so THEN bank.cents END AS alone_cents,
           CASE WHEN reversal.on_day < e.business_date THEN reversal.on_day END AS other_day,
           CASE WHEN cleared.cents IS NULL THEN reversal.on_day WHEN cleared.cents = bank.cents THEN cleared.on_day END AS until
      FROM these_entries t JOIN entries e ON e.id = t.id
      JOIN LATERAL (SELECT sum(p.amount_cents) AS cents FROM postings p WHERE p.entry_id = e.id AND p.account = 'bank' AND p.business_date = e.business_date) bank ON bank.cents <> 0
      LEFT JOIN LATERAL (
        SELECT sum(coalesce(part.amount_cents, l.amount_cents)) AS cents, max(greatest(l.on_day, b.on_day)) AS on_day
          FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id AND l.is_proved JOIN begins b ON b.account_id = l.account_id
          LEFT JOIN payments part ON part.id = m.payment_id AND m.explanation IS NULL
         WHERE m.id IN (
           SELECT own.id FROM statement_matches own WHERE own.entry_id = e.id AND own.undone_at IS NULL
            UNION ALL SELECT own.id FROM statement_matches own
             WHERE e.source_kind = 'payment' AND own.payment_id = e.source_id AND own.undone_at IS NULL)) cleared ON true
      LEFT JOIN LATERAL (
        SELECT min(o.business_date) AS on_day FROM entries o
         WHERE (o.reverses = e.id OR o.id = e.reverses)
           AND EXISTS (SELECT FROM postings p WHERE p.entry_id = o.id AND p.account = 'bank' AND p.business_date = o.business_date)
           AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.entry_id = o.id AND m.undone_at IS NULL)
           AND NOT EXISTS (SELECT FROM statement_matches m WHERE o.source_kind = 'payment' AND m.payment_id = o.source_id AND m.undone_at IS NULL)
      ) reversal ON true
      CROSS JOIN LATERAL (SELECT e.reverses IS NOT NULL OR EXISTS (SELECT FROM entries o WHERE o.reverses = e.id) AS is_so) undone
     WHERE e.business_date >= begun),
  ends AS MATERIALIZED (
    SELECT id AS line_id, NULL::int AS entry_id, account_id, alone_cents, on_day, until, other_day FROM line_ends
    UNION ALL
    SELECT NULL, id, NULL, alone_cents, on_day, until, other_day FROM entry_ends),
  spans AS MATERIALIZED (
    SELECT line_id, entry_id, account_id, alone_cents, other_day, daterange(on_day, greatest(until, CASE WHEN until IS NOT NULL THEN on_day END)) AS days
      FROM ends WHERE until IS NULL OR until > on_day OR other_day IS NOT NULL),
  gone_lines AS (
    DELETE FROM reconciliation_spans s USING these_lines t
     WHERE s.line_id = t.id AND NOT EXISTS (SELECT FROM spans WHERE spans.line_id = t.id)),
  gone_entries AS (
    DELETE FROM reconciliation_spans s USING these_entries t
     WHERE s.entry_id = t.id AND NOT EXISTS (SELECT FROM spans WHERE spans.entry_id = t.id)),
  of_lines AS (
    INSERT INTO reconciliation_spans AS s (line_id, account_id, alone_cents, days, other_day)
    SELECT line_id, account_id, alone_cents, days, other_day FROM spans WHERE line_id IS NOT NULL
    ON CONFLICT (line_id) DO UPDATE SET account_id = excluded.account_id, alone_cents = excluded.alone_cents, days = excluded.days, other_day = excluded.other_day
     WHERE (s.account_id, s.alone_cents, s.days, s.other_day) IS DISTINCT FROM (excluded.account_id, excluded.alone_cents, excluded.days, excluded.other_day)),
  of_entries AS (
    INSERT INTO reconciliation_spans AS s (entry_id, account_id, alone_cents, days, other_day)
    SELECT entry_id, account_id, alone_cents, days, other_day FROM spans WHERE entry_id IS NOT NULL
    ON CONFLICT (entry_id) DO UPDATE SET account_id = excluded.account_id, alone_cents = excluded.alone_cents, days = excluded.days, other_day = excluded.other_day
     WHERE (s.account_id, s.alone_cents, s.days, s.other_day) IS DISTINCT FROM (excluded.account_id, excluded.alone_cents, excluded.days, excluded.other_day))
  SELECT count(*) INTO done FROM taken;
  RETURN done;
END $$;

-- As in 0166: of a line that is several payments, what is not in the books by that day is open.
CREATE OR REPLACE FUNCTION reconciliation_open(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint, on_day date)
LANGUAGE sql STABLE SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
  WITH begins AS MATERIALIZED (
    SELECT id AS account_id, account_begins(id) AS on_day FROM statement_accounts WHERE account_begins(id) <= reconciliation_open.day),
  begun AS MATERIALIZED (SELECT min(on_day) AS on_day FROM begins),
  -- What was written since spans were worked out, and what stands beside it: each is looked at itself.
  changed AS MATERIALIZED (
    SELECT c.line_id, c.entry_id FROM reconciliation_changes c
    UNION SELECT NULL, q.entry_id FROM postings_to_sum q WHERE q.account = 'bank' AND q.entry_id IS NOT NULL),
  touched AS MATERIALIZED (
    SELECT c.line_id, c.entry_id FROM changed c
    UNION SELECT NULL, r.id FROM changed c JOIN entries r ON r.reverses = c.entry_id
    UNION SELECT NULL, e.reverses FROM changed c JOIN entries e ON e.id = c.entry_id WHERE e.reverses IS NOT NULL
    UNION SELECT NULL, m.entry_id FROM changed c JOIN matched_entries() m ON m.line_id = c.line_id AND m.undone_at IS NULL WHERE m.entry_id IS NOT NULL
    UNION SELECT l.pair_id, NULL FROM changed c JOIN statement_lines l ON l.id = c.line_id WHERE l.pair_id IS NOT NULL
    UNION SELECT m.line_id, NULL FROM changed c JOIN statement_matches m ON m.entry_id = c.entry_id WHERE m.undone_at IS NULL
    UNION SELECT m.line_id, NULL FROM changed c JOIN entries e ON e.id = c.entry_id AND e.source_kind = 'payment'
            JOIN statement_matches m ON m.payment_id = e.source_id WHERE m.undone_at IS NULL),
  -- What nothing stands beside: it is open from its day on, for all that it moves.
  alone AS (
    SELECT s.line_id, s.entry_id, s.alone_cents AS cents, lower(s.days) AS on_day FROM reconciliation_spans s
     WHERE s.alone_cents IS NOT NULL AND lower(s.days) <= reconciliation_open.day
       AND CASE WHEN s.entry_id IS NULL THEN s.account_id = ANY (ARRAY(SELECT account_id FROM begins)) ELSE lower(s.days) >= (SELECT on_day FROM begun) END
       AND (NOT EXISTS (SELECT FROM touched)
            OR NOT EXISTS (SELECT FROM touched t WHERE t.line_id = s.line_id OR t.entry_id = s.entry_id))),
  candidates AS MATERIALIZED (
    SELECT s.line_id, s.entry_id FROM reconciliation_spans s WHERE s.alone_cents IS NULL AND s.days @> reconciliation_open.day
    UNION SELECT s.line_id, s.entry_id FROM reconciliation_spans s WHERE s.other_day < (SELECT on_day FROM begun)
    UNION SELECT t.line_id, t.entry_id FROM touched t),
  unbooked AS (
    SELECT l.id, l.amount_cents - coalesce(booked.cents, 0) AS amount_cents, l.on_day
      FROM candidates c JOIN statement_lines l ON l.id = c.line_id JOIN begins USING (account_id)
      LEFT JOIN LATERAL (
        SELECT sum(m.cents)::bigint AS cents FROM matched_entries() m JOIN entries e ON e.id = m.entry_id
         WHERE m.line_id = l.id AND m.undone_at IS NULL
           AND e.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_open.day) booked ON true
     WHERE l.is_proved AND l.kind <> 'failed' AND l.on_day <= reconciliation_open.day
       -- Both ends of a transfer between our accounts, and what moves within one, cancel out.
       AND NOT EXISTS (SELECT FROM statement_lines other JOIN begins USING (account_id)
                        WHERE other.id = l.pair_id AND other.is_proved AND other.kind <> 'failed' AND other.on_day <= reconciliation_open.day)
       AND NOT (l.kind = 'internal' AND 0 = (SELECT sum(other.amount_cents) FROM statement_lines other
                 WHERE other.kind = 'internal' AND other.account_id = l.account_id
                   AND coalesce(other.reference_key, '') = coalesce(l.reference_key, '')
                   AND other.is_proved AND other.on_day <= reconciliation_open.day))),
  booked AS (
    SELECT e.id AS entry_id, e.business_date AS on_day, e.reverses, bank.cents, cleared.by_day, cleared.in_all
      FROM candidates c JOIN entries e ON e.id = c.entry_id
      JOIN LATERAL (SELECT sum(p.amount_cents)::bigint AS cents FROM postings p
                     WHERE p.entry_id = e.id AND p.account = 'bank' AND p.business_date = e.business_date HAVING count(*) > 0) bank ON true
      LEFT JOIN LATERAL (
        SELECT sum(coalesce(part.amount_cents, l.amount_cents))::bigint AS in_all,
               (sum(coalesce(part.amount_cents, l.amount_cents)) FILTER (WHERE l.kind <> 'failed' AND l.on_day <= reconciliation_open.day
                  AND begins.account_id IS NOT NULL))::bigint AS by_day
          FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id AND l.is_proved LEFT JOIN begins USING (account_id)
          LEFT JOIN payments part ON part.id = m.payment_id AND m.explanation IS NULL
         WHERE m.id IN (
           SELECT own.id FROM statement_matches own WHERE own.entry_id = e.id AND own.undone_at IS NULL
            UNION ALL SELECT own.id FROM statement_matches own
             WHERE e.source_kind = 'payment' AND own.payment_id = e.source_id AND own.undone_at IS NULL)) cleared ON true
     WHERE e.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_open.day),
  open AS (
    SELECT b.entry_id, b.on_day,
           CASE WHEN b.by_day IS NULL THEN b.cents ELSE b.in_all - b.by_day END AS cents,
           CASE WHEN b.by_day IS NULL THEN 0 ELSE b.in_all - b.cents END AS differing_cents
      FROM booked b
     WHERE b.cents IS DISTINCT FROM b.by_day AND b.cents <> 0
       -- An entry and its reversal, neither of them on a statement.
       AND NOT (b.by_day IS NULL AND EXISTS (
         SELECT FROM entries o
          WHERE (o.reverses = b.entry_id OR o.id = b.reverses)
            AND o.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_open.day
            AND EXISTS (SELECT FROM postings p WHERE p.entry_id = o.id AND p.account = 'bank' AND p.business_date = o.business_date)
            AND cleared_cents(o.id, o.source_kind, o.source_id, reconciliation_open.day) IS NULL)))
  SELECT CASE WHEN entry_id IS NULL THEN CASE WHEN cents > 0 THEN 'in_not_booked' ELSE 'out_not_booked' END
              WHEN cents > 0 THEN 'booked_in' ELSE 'booked_out' END, line_id, entry_id, abs(cents), on_day FROM alone
  UNION ALL
  SELECT CASE WHEN amount_cents > 0 THEN 'in_not_booked' ELSE 'out_not_booked' END, id, NULL::int, abs(amount_cents), on_day FROM unbooked
   WHERE amount_cents <> 0
  UNION ALL
  SELECT CASE WHEN cents > 0 THEN 'booked_in' ELSE 'booked_out' END, NULL, entry_id, abs(cents), on_day FROM open WHERE cents <> 0
  UNION ALL
  SELECT 'differing', NULL, entry_id, differing_cents, on_day FROM open WHERE differing_cents <> 0
$$;
