-- The books of the bank against the statements, as of a day (docs/decisions/008-sums.md for `bank_balance`).

-- The balance of `bank` at the end of a day, from the sums.
CREATE OR REPLACE FUNCTION bank_balance(day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount_cents), 0)::bigint FROM (
    SELECT amount_cents FROM balance_months WHERE account = 'bank' AND month < date_trunc('month', day::timestamp)::date
    UNION ALL
    SELECT amount_cents FROM balance_days
     WHERE account = 'bank' AND business_date >= date_trunc('month', day::timestamp)::date AND business_date <= day
    UNION ALL
    SELECT amount_cents FROM postings_to_sum WHERE account = 'bank' AND business_date <= day) summed
$$;

-- From which day an account's lines count.
CREATE OR REPLACE FUNCTION account_begins(account int) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT period_from FROM statements WHERE account_id = account AND is_proof ORDER BY period_from LIMIT 1
$$;

-- The same of all accounts together.
CREATE OR REPLACE FUNCTION reconciliation_begins() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT min(account_begins(id)) FROM statement_accounts
$$;

-- What an account held at the end of a day by its statements: the printed closing, or the opening and the lines up to that day.
-- Without a printed balance it is what the lines of the days come to.
CREATE OR REPLACE FUNCTION account_balances(day date) RETURNS TABLE (account_id int, opened_on date, opening_cents bigint, closing_cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.id, first.period_from, coalesce(first.opening_cents, 0),
         coalesce(
           CASE WHEN last.period_to <= account_balances.day THEN last.closing_cents END,
           last.opening_cents + (
             SELECT coalesce(sum(l.amount_cents), 0)::bigint FROM statement_line_sources o JOIN statement_lines l ON l.id = o.line_id
              WHERE o.statement_id = last.id AND l.kind <> 'failed' AND l.on_day <= account_balances.day),
           coalesce(first.opening_cents, 0) + (
             SELECT coalesce(sum(d.proved_cents), 0)::bigint FROM statement_line_days d
              WHERE d.account_id = a.id AND d.on_day <= account_balances.day))
    FROM statement_accounts a
    JOIN LATERAL (SELECT s.* FROM statements s WHERE s.account_id = a.id AND s.is_proof AND s.period_from <= account_balances.day
                   ORDER BY s.period_from, s.id LIMIT 1) first ON true
    JOIN LATERAL (SELECT s.* FROM statements s WHERE s.account_id = a.id AND s.is_proof AND s.period_from <= account_balances.day
                   ORDER BY least(s.period_to, account_balances.day) DESC, s.period_to, s.id DESC LIMIT 1) last ON true
$$;

-- What of its line a match with an entry is: the cents that M-PESA could not send are their own entry (OUT-7), and the rest of that
-- line its other one.
CREATE OR REPLACE FUNCTION entry_part(line int, entry int, reason text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (CASE WHEN entry_part.reason = 'cents' THEN coalesce(sum(b.amount_cents) FILTER (WHERE m.entry_id = entry_part.entry), 0)
              ELSE (SELECT l.amount_cents FROM statement_lines l WHERE l.id = entry_part.line) - coalesce(sum(b.amount_cents), 0) END)::bigint
    FROM statement_matches m JOIN postings b ON b.entry_id = m.entry_id AND b.account = 'bank'
   WHERE m.line_id = entry_part.line AND m.reason = 'cents' AND m.undone_at IS NULL
$$;

-- The entries that matched lines are: by hand, or by their payments.
CREATE OR REPLACE FUNCTION matched_entries() RETURNS TABLE (match_id int, line_id int, entry_id int, undone_at timestamptz, cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT m.id, m.line_id, coalesce(m.entry_id, e.id), m.undone_at,
         CASE WHEN m.payment_id IS NULL AND EXISTS (SELECT FROM statement_matches c WHERE c.line_id = m.line_id AND c.reason = 'cents' AND c.undone_at IS NULL)
              THEN entry_part(m.line_id, m.entry_id, m.reason)
              WHEN m.payment_id IS NULL OR m.explanation IS NOT NULL
              THEN (SELECT l.amount_cents FROM statement_lines l WHERE l.id = m.line_id) ELSE p.amount_cents END
    FROM statement_matches m
    LEFT JOIN payments p ON p.id = m.payment_id
    -- Written so that, without statistics too, it is found by its source.
    LEFT JOIN entries e ON e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose || '' = p.kind
$$;

-- What the lines that an entry is matched with come to, by the end of a day.
CREATE OR REPLACE FUNCTION cleared_cents(entry int, kind text, source int, day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT sum(coalesce(part.amount_cents, entry_part(matched.line_id, matched.entry_id, matched.reason)))::bigint
    FROM (SELECT m.line_id, m.entry_id, m.reason, NULL::int AS part_id FROM statement_matches m WHERE m.entry_id = entry AND m.undone_at IS NULL
          UNION ALL
          SELECT m.line_id, m.entry_id, m.reason, CASE WHEN m.explanation IS NULL THEN m.payment_id END FROM statement_matches m
           WHERE cleared_cents.kind = 'payment' AND m.payment_id = source AND m.undone_at IS NULL) matched
    JOIN statement_lines l ON l.id = matched.line_id
    LEFT JOIN payments part ON part.id = matched.part_id
   WHERE l.is_printed AND l.kind <> 'failed' AND l.on_day <= cleared_cents.day AND account_begins(l.account_id) <= cleared_cents.day
$$;

-- What stands on one side only at the end of a day. `list`: in_not_booked, out_not_booked, booked_in, booked_out, all above 0; or
-- differing: what a line and the entry it is matched with differ by (bank less books).
CREATE OR REPLACE FUNCTION reconciliation_items(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT o.list, o.line_id, o.entry_id, o.cents FROM reconciliation_open(reconciliation_items.day) o
$$;

-- The same with the day of each, of the few that may be open on that day: its spans, and what changed or was posted since they were
-- worked out. Of a line that is several payments, what is not in the books by that day is open.
CREATE OR REPLACE FUNCTION reconciliation_open(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint, on_day date)
LANGUAGE sql STABLE AS $$
  WITH begins AS MATERIALIZED (
    SELECT id AS account_id, account_begins(id) AS on_day FROM statement_accounts WHERE account_begins(id) <= reconciliation_open.day),
  begun AS MATERIALIZED (SELECT min(on_day) AS on_day FROM begins),
  -- What was written since spans were worked out, and what stands beside it: each is looked at itself.
  changed AS MATERIALIZED (
    SELECT c.line_id, c.entry_id FROM reconciliation_changes c
    UNION SELECT NULL, q.entry_id FROM postings_to_sum q WHERE q.account = 'bank' AND q.entry_id IS NOT NULL),
  touched AS MATERIALIZED (
    SELECT c.line_id, c.entry_id FROM changed c
    UNION SELECT NULL, r.id FROM changed c CROSS JOIN LATERAL (SELECT r.id FROM entries r WHERE r.reverses = c.entry_id OFFSET 0) r
    UNION SELECT NULL, e.reverses FROM changed c CROSS JOIN LATERAL (SELECT e.reverses FROM entries e WHERE e.id = c.entry_id OFFSET 0) e
           WHERE e.reverses IS NOT NULL
    UNION SELECT NULL, m.entry_id FROM changed c
            CROSS JOIN LATERAL (SELECT m.entry_id FROM matched_entries() m WHERE m.line_id = c.line_id AND m.undone_at IS NULL OFFSET 0) m
           WHERE m.entry_id IS NOT NULL
    UNION SELECT l.pair_id, NULL FROM changed c CROSS JOIN LATERAL (SELECT l.pair_id FROM statement_lines l WHERE l.id = c.line_id OFFSET 0) l
           WHERE l.pair_id IS NOT NULL
    UNION SELECT m.line_id, NULL FROM changed c
            CROSS JOIN LATERAL (SELECT m.line_id FROM statement_matches m WHERE m.entry_id = c.entry_id AND m.undone_at IS NULL OFFSET 0) m
    UNION SELECT m.line_id, NULL FROM changed c
            CROSS JOIN LATERAL (SELECT e.source_id FROM entries e WHERE e.id = c.entry_id AND e.source_kind = 'payment' OFFSET 0) e
            CROSS JOIN LATERAL (SELECT m.line_id FROM statement_matches m WHERE m.payment_id = e.source_id AND m.undone_at IS NULL OFFSET 0) m),
  -- What nothing stands beside: it is open from its day on, for all that it moves.
  alone AS (
    SELECT s.line_id, s.entry_id, s.alone_cents AS cents, lower(s.days) AS on_day FROM reconciliation_spans s
     WHERE s.alone_cents IS NOT NULL AND lower(s.days) <= reconciliation_open.day
       AND CASE WHEN s.entry_id IS NULL THEN s.account_id = ANY (ARRAY(SELECT account_id FROM begins)) ELSE lower(s.days) >= (SELECT on_day FROM begun) END
       AND NOT EXISTS (SELECT FROM touched t WHERE t.line_id = s.line_id) AND NOT EXISTS (SELECT FROM touched t WHERE t.entry_id = s.entry_id)),
  candidates AS MATERIALIZED (
    SELECT s.line_id, s.entry_id FROM reconciliation_spans s WHERE s.alone_cents IS NULL AND s.days @> reconciliation_open.day
    UNION SELECT s.line_id, s.entry_id FROM reconciliation_spans s WHERE s.other_day < (SELECT on_day FROM begun)
    UNION SELECT t.line_id, t.entry_id FROM touched t),
  unbooked AS (
    SELECT l.id, l.amount_cents - coalesce(booked.cents, 0) AS amount_cents, l.on_day
      FROM candidates c CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = c.line_id OFFSET 0) l JOIN begins USING (account_id)
      LEFT JOIN LATERAL (
        SELECT sum(m.cents)::bigint AS cents
          FROM (SELECT m.* FROM matched_entries() m WHERE m.line_id = l.id AND m.undone_at IS NULL OFFSET 0) m
          CROSS JOIN LATERAL (SELECT e.business_date FROM entries e WHERE e.id = m.entry_id OFFSET 0) e
         WHERE e.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_open.day) booked ON true
     WHERE l.is_printed AND l.kind <> 'failed' AND l.on_day <= reconciliation_open.day
       -- Both ends of a transfer between our accounts, and what moves within one, cancel out.
       AND NOT EXISTS (SELECT FROM statement_lines other JOIN begins USING (account_id)
                        WHERE other.id = l.pair_id AND other.is_printed AND other.kind <> 'failed' AND other.on_day <= reconciliation_open.day OFFSET 0)
       AND NOT (l.kind = 'internal' AND 0 = (SELECT sum(other.amount_cents) FROM statement_lines other
                 WHERE other.kind = 'internal' AND other.account_id = l.account_id
                   AND coalesce(other.reference_key, '') = coalesce(l.reference_key, '')
                   AND other.is_printed AND other.on_day <= reconciliation_open.day))),
  booked AS (
    SELECT e.id AS entry_id, e.business_date AS on_day, e.reverses, bank.cents, cleared.by_day, cleared.in_all
      FROM candidates c CROSS JOIN LATERAL (SELECT e.* FROM entries e WHERE e.id = c.entry_id OFFSET 0) e
      JOIN LATERAL (SELECT sum(p.amount_cents)::bigint AS cents FROM postings p
                     WHERE p.entry_id = e.id AND p.account = 'bank' AND p.business_date = e.business_date HAVING count(*) > 0) bank ON true
      LEFT JOIN LATERAL (
        SELECT sum(coalesce(part.amount_cents, entry_part(m.line_id, m.entry_id, m.reason)))::bigint AS in_all,
               (sum(coalesce(part.amount_cents, entry_part(m.line_id, m.entry_id, m.reason))) FILTER (WHERE l.kind <> 'failed' AND l.on_day <= reconciliation_open.day
                  AND begins.account_id IS NOT NULL))::bigint AS by_day
          FROM (SELECT own.* FROM statement_matches own WHERE own.entry_id = e.id AND own.undone_at IS NULL
                UNION ALL SELECT own.* FROM statement_matches own
                 WHERE e.source_kind = 'payment' AND own.payment_id = e.source_id AND own.undone_at IS NULL OFFSET 0) m
          CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = m.line_id OFFSET 0) l
          LEFT JOIN begins USING (account_id)
          LEFT JOIN LATERAL (SELECT part.amount_cents FROM payments part WHERE part.id = m.payment_id AND m.explanation IS NULL OFFSET 0) part ON true
         WHERE l.is_printed) cleared ON true
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

-- The figures of a day. `difference` is what remains of the statements' closing balances when the books, the opening difference
-- and the four lists are taken from them.
CREATE OR REPLACE FUNCTION reconciliation_figures(day date) RETURNS TABLE (
  statements_cents bigint, books_cents bigint, in_not_booked_cents bigint, out_not_booked_cents bigint, booked_in_cents bigint,
  booked_out_cents bigint, opening_difference_cents bigint, difference_cents bigint) LANGUAGE sql STABLE AS $$
  WITH accounts AS (SELECT sum(closing_cents)::bigint AS closing, sum(opening_cents)::bigint AS opening, min(opened_on) AS begun
                      FROM account_balances(reconciliation_figures.day)),
  items AS (
    SELECT coalesce(sum(cents) FILTER (WHERE list = 'in_not_booked'), 0)::bigint AS line_in,
           coalesce(sum(cents) FILTER (WHERE list = 'out_not_booked'), 0)::bigint AS line_out,
           coalesce(sum(cents) FILTER (WHERE list = 'booked_in'), 0)::bigint AS book_in,
           coalesce(sum(cents) FILTER (WHERE list = 'booked_out'), 0)::bigint AS book_out
      FROM reconciliation_items(reconciliation_figures.day)),
  figures AS (
    SELECT coalesce(a.closing, 0) AS closing, bank_balance(reconciliation_figures.day) AS books, i.*,
           coalesce(a.opening - bank_balance(a.begun - 1), 0) AS opening
      FROM accounts a CROSS JOIN items i)
  SELECT closing, books, line_in, line_out, book_in, book_out, opening,
         closing - (books + opening + line_in - line_out - book_in + book_out) FROM figures
$$;

-- What is open to this day is what stands on one side alone whatever was ever printed and posted, as of a day without an end.
CREATE OR REPLACE FUNCTION reconciliation_parted(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint, on_day date, open_cents bigint)
LANGUAGE sql STABLE SET jit = off AS $$
  WITH item AS MATERIALIZED (SELECT * FROM reconciliation_open(reconciliation_parted.day)),
  now AS MATERIALIZED (SELECT * FROM reconciliation_open('infinity')),
  -- An entry whose lines come to another amount leaves the rest open, on both sides.
  differing AS MATERIALIZED (
    SELECT n.entry_id, abs(n.cents) AS cents, e.source_kind, e.source_id FROM now n JOIN entries e ON e.id = n.entry_id WHERE n.list = 'differing'),
  open_lines AS MATERIALIZED (
    SELECT line_id, sum(cents)::bigint AS cents FROM (
      SELECT n.line_id, n.cents FROM now n WHERE n.line_id IS NOT NULL
      UNION ALL
      SELECT m.line_id, d.cents FROM differing d JOIN statement_matches m ON m.entry_id = d.entry_id WHERE m.undone_at IS NULL
      UNION ALL
      SELECT m.line_id, d.cents FROM differing d JOIN statement_matches m ON d.source_kind = 'payment' AND m.payment_id = d.source_id
       WHERE m.undone_at IS NULL) left_over
     GROUP BY line_id),
  open_entries AS MATERIALIZED (
    SELECT n.entry_id, sum(abs(n.cents))::bigint AS cents FROM now n WHERE n.entry_id IS NOT NULL GROUP BY n.entry_id),
  -- What was booked before the first statement stands in the opening difference.
  booked_before AS MATERIALIZED (
    SELECT i.line_id, before.cents
      FROM item i JOIN open_lines o ON o.line_id = i.line_id
      CROSS JOIN LATERAL (
        SELECT sum(abs(p.amount_cents))::bigint AS cents
          FROM matched_entries() m JOIN postings p ON p.entry_id = m.entry_id AND p.account = 'bank'
         WHERE m.line_id = i.line_id AND m.undone_at IS NULL AND p.business_date < reconciliation_begins()) before
     WHERE before.cents IS NOT NULL)
  SELECT i.list, i.line_id, i.entry_id, i.cents, i.on_day,
         CASE WHEN i.list = 'differing' THEN abs(i.cents)
              ELSE least(i.cents, greatest(coalesce(l.cents - coalesce(b.cents, 0), e.cents, 0), 0)) END
    FROM item i
    LEFT JOIN open_lines l ON l.line_id = i.line_id
    LEFT JOIN booked_before b ON b.line_id = i.line_id
    LEFT JOIN open_entries e ON e.entry_id = i.entry_id
$$;

-- Lines in by that day whose receipt stands on another line too.
CREATE OR REPLACE FUNCTION reconciliation_twins(day date) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT t.line_id)::int FROM standing_twins() t WHERE t.on_day <= reconciliation_twins.day
$$;

-- Lines in by that day after which the printed balance is another one.
CREATE OR REPLACE FUNCTION reconciliation_breaks(day date) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(*)::int
    FROM statements s CROSS JOIN LATERAL jsonb_array_elements(s.breaks) b (found)
    LEFT JOIN statement_line_sources o ON o.statement_id = s.id AND o.line = (b.found ->> 'line')::int
    LEFT JOIN statement_lines l ON l.id = o.line_id
   WHERE s.breaks <> '[]' AND s.withdrawn_at IS NULL AND b.found ? 'line'
     AND coalesce(l.on_day, s.period_to) <= reconciliation_breaks.day
$$;

-- What keeps a day from being explained: how many items of its lists are open and what they come to, entries whose lines have another sum,
-- and the above.
CREATE OR REPLACE FUNCTION reconciliation_unexplained(day date) RETURNS TABLE (open_count int, open_cents bigint, differing int, twins int, breaks int)
LANGUAGE sql STABLE AS $$
  SELECT (count(*) FILTER (WHERE p.list <> 'differing' AND p.open_cents > 0))::int,
         coalesce(sum(p.open_cents) FILTER (WHERE p.list <> 'differing'), 0)::bigint,
         (count(*) FILTER (WHERE p.list = 'differing'))::int,
         reconciliation_twins(reconciliation_unexplained.day), reconciliation_breaks(reconciliation_unexplained.day)
    FROM reconciliation_parted(reconciliation_unexplained.day) p
$$;

-- The days that both offices accepted, two people, and that nothing has changed since: every figure is the same, and no more is open.
CREATE OR REPLACE FUNCTION is_agreed(day date, figures text, open_count int, open_cents bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT a.office) = 2 AND count(DISTINCT a.member_id) >= 2
    FROM reconciliation_acceptances a
   WHERE a.on_day = is_agreed.day AND a.figures = is_agreed.figures
     AND coalesce(is_agreed.open_count <= a.open_count AND is_agreed.open_cents <= a.open_cents, true)
$$;

-- Whatever wrote it: the figures are those of that moment, and nobody accepts the same ones for both offices.
CREATE OR REPLACE FUNCTION check_reconciliation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM reconciliation_figures(NEW.on_day) f CROSS JOIN reconciliation_unexplained(NEW.on_day) u
                  WHERE (f.statements_cents, f.books_cents, f.in_not_booked_cents, f.out_not_booked_cents, f.booked_in_cents,
                         f.booked_out_cents, f.opening_difference_cents, f.difference_cents, u.open_count, u.open_cents,
                         (u.open_count, u.differing, u.twins, u.breaks, f.difference_cents) = (0, 0, 0, 0, 0))
                      = (NEW.statements_cents, NEW.books_cents, NEW.in_not_booked_cents, NEW.out_not_booked_cents, NEW.booked_in_cents,
                         NEW.booked_out_cents, NEW.opening_difference_cents, NEW.difference_cents, NEW.open_count, NEW.open_cents,
                         NEW.is_explained)) THEN
    RAISE EXCEPTION 'the figures of % are others than those that are accepted', NEW.on_day USING ERRCODE = 'serialization_failure';
  END IF;
  IF EXISTS (SELECT FROM reconciliation_acceptances a
              WHERE a.on_day = NEW.on_day AND a.member_id = NEW.member_id AND a.figures = NEW.figures AND a.office <> NEW.office) THEN
    RAISE EXCEPTION '% accepted % for the other office', NEW.member_id, NEW.on_day
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'reconciliation_acceptances_two_people';
  END IF;
  RETURN NULL;
END $$;

-- Everything whose days may be others because of what was written is named at once, with what stands beside it.
CREATE OR REPLACE FUNCTION queue_changed_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO statement_line_days AS d (account_id, on_day, state, lines, in_cents, out_cents, proved_cents)
    SELECT account_id, on_day, state, count(*), coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0 AND kind <> 'failed'), 0),
           coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0 AND kind <> 'failed'), 0),
           coalesce(sum(amount_cents) FILTER (WHERE is_printed AND kind <> 'failed'), 0)
      FROM new_lines GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, on_day, state)
      DO UPDATE SET lines = d.lines + excluded.lines, in_cents = d.in_cents + excluded.in_cents,
                    out_cents = d.out_cents + excluded.out_cents, proved_cents = d.proved_cents + excluded.proved_cents;
    INSERT INTO reconciliation_changes (line_id) SELECT n.id FROM new_lines n WHERE n.is_printed;
    IF EXISTS (SELECT FROM new_lines WHERE kind = 'internal') THEN
      INSERT INTO reconciliation_changes (line_id)
      SELECT o.id FROM new_lines n
        CROSS JOIN LATERAL (SELECT o.id FROM statement_lines o WHERE o.kind = 'internal' AND o.account_id = n.account_id
                               AND coalesce(o.reference_key, '') = coalesce(n.reference_key, '') OFFSET 0) o
       WHERE n.kind = 'internal' AND n.is_printed;
    END IF;
    RETURN NULL;
  END IF;
  INSERT INTO statement_line_days AS d (account_id, on_day, state, lines, in_cents, out_cents, proved_cents)
  SELECT account_id, on_day, state, sum(sign), coalesce(sum(sign * amount_cents) FILTER (WHERE amount_cents > 0 AND kind <> 'failed'), 0),
         coalesce(-sum(sign * amount_cents) FILTER (WHERE amount_cents < 0 AND kind <> 'failed'), 0),
         coalesce(sum(sign * amount_cents) FILTER (WHERE is_printed AND kind <> 'failed'), 0)
    FROM (SELECT account_id, on_day, state, kind, amount_cents, is_printed, 1 AS sign FROM new_lines
          UNION ALL
          SELECT account_id, on_day, state, kind, amount_cents, is_printed, -1 FROM old_lines) moved
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, on_day, state)
    DO UPDATE SET lines = d.lines + excluded.lines, in_cents = d.in_cents + excluded.in_cents,
                  out_cents = d.out_cents + excluded.out_cents, proved_cents = d.proved_cents + excluded.proved_cents;
  -- Without a join: a plan that was made for one line would be kept for ten thousand.
  WITH changed AS MATERIALIZED (
    SELECT id, min(kind) AS kind, min(account_id) AS account_id, min(reference_key) AS reference_key,
           min(pair_id) AS pair, max(pair_id) AS other_pair
      FROM (SELECT id, kind, account_id, reference_key, is_printed, pair_id FROM new_lines
            UNION ALL SELECT id, kind, account_id, reference_key, is_printed, pair_id FROM old_lines) both_times
     GROUP BY id
    HAVING bool_and(is_printed) <> bool_or(is_printed) OR count(pair_id) = 1 OR min(pair_id) <> max(pair_id))
  INSERT INTO reconciliation_changes (line_id, entry_id)
  SELECT id, NULL::int FROM changed
  UNION ALL SELECT pair, NULL FROM changed WHERE pair IS NOT NULL
  UNION ALL SELECT other_pair, NULL FROM changed WHERE other_pair IS NOT NULL
  UNION ALL
  SELECT o.id, NULL FROM changed c
    CROSS JOIN LATERAL (SELECT o.id FROM statement_lines o WHERE o.kind = 'internal' AND o.account_id = c.account_id
                           AND coalesce(o.reference_key, '') = coalesce(c.reference_key, '') OFFSET 0) o
   WHERE c.kind = 'internal'
  UNION ALL
  SELECT NULL, m.entry_id FROM changed c
    CROSS JOIN LATERAL (SELECT m.entry_id FROM matched_entries() m WHERE m.line_id = c.id AND m.undone_at IS NULL OFFSET 0) m
   WHERE m.entry_id IS NOT NULL;
  RETURN NULL;
END $$;

-- The same of what is matched, or no longer.
CREATE OR REPLACE FUNCTION queue_changed_matches() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reconciliation_changes (line_id, entry_id)
  WITH changed AS MATERIALIZED (
    SELECT m.line_id, m.entry_id FROM new_matches n
      CROSS JOIN LATERAL (SELECT m.line_id, m.entry_id FROM matched_entries() m WHERE m.match_id = n.id OFFSET 0) m)
  SELECT line_id, NULL::int FROM changed
  UNION ALL SELECT NULL, entry_id FROM changed WHERE entry_id IS NOT NULL
  UNION ALL
  SELECT NULL, r.id FROM changed c CROSS JOIN LATERAL (SELECT r.id FROM entries r WHERE r.reverses = c.entry_id OFFSET 0) r
  UNION ALL
  SELECT NULL, e.reverses FROM changed c CROSS JOIN LATERAL (SELECT e.reverses FROM entries e WHERE e.id = c.entry_id OFFSET 0) e
   WHERE e.reverses IS NOT NULL;
  RETURN NULL;
END $$;

-- A statement that counts from an earlier day on brings the entries since then into it; whoever works spans out waits for it. Lines
-- before the first day of their account count from that day on.
CREATE OR REPLACE FUNCTION queue_changed_start() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  begun date;
BEGIN
  IF NEW.is_proof AND NOT EXISTS (SELECT FROM reconciliation_start WHERE from_day <= NEW.period_from) THEN
    SELECT from_day INTO begun FROM reconciliation_start FOR UPDATE;
    IF begun IS NULL OR NEW.period_from < begun THEN
      UPDATE reconciliation_start SET from_day = NEW.period_from;
      INSERT INTO reconciliation_changes (entry_id)
      SELECT DISTINCT entry_id FROM postings
       WHERE account = 'bank' AND business_date >= NEW.period_from AND business_date < coalesce(begun, 'infinity');
    END IF;
  END IF;
  INSERT INTO reconciliation_changes (line_id)
  SELECT id FROM statement_lines
   WHERE account_id = NEW.account_id AND state <> 'withdrawn' AND is_printed AND on_day < account_begins(NEW.account_id);
  RETURN NULL;
END $$;

-- Works out the spans of what changed, with what is matched, paired or reversed by it, and names what has no other side. Returns how
-- many changes that were: 0 also while another does it.
CREATE OR REPLACE FUNCTION settle_reconciliation(batch int) RETURNS int
LANGUAGE plpgsql AS $$
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
    UNION SELECT r.id FROM named_entries n CROSS JOIN LATERAL (SELECT r.id FROM entries r WHERE r.reverses = n.id OFFSET 0) r
    UNION SELECT e.reverses FROM named_entries n CROSS JOIN LATERAL (SELECT e.reverses FROM entries e WHERE e.id = n.id OFFSET 0) e
           WHERE e.reverses IS NOT NULL
    UNION SELECT m.entry_id FROM named_lines n
            CROSS JOIN LATERAL (SELECT m.entry_id FROM matched_entries() m WHERE m.line_id = n.id AND m.undone_at IS NULL OFFSET 0) m
           WHERE m.entry_id IS NOT NULL),
  these_lines AS MATERIALIZED (
    SELECT id FROM named_lines
    UNION SELECT l.pair_id FROM named_lines n CROSS JOIN LATERAL (SELECT l.pair_id FROM statement_lines l WHERE l.id = n.id OFFSET 0) l
           WHERE l.pair_id IS NOT NULL
    UNION SELECT o.id FROM named_lines n
            CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = n.id OFFSET 0) l
            CROSS JOIN LATERAL (SELECT o.id FROM statement_lines o WHERE o.kind = 'internal' AND o.account_id = l.account_id
                                   AND coalesce(o.reference_key, '') = coalesce(l.reference_key, '') OFFSET 0) o
           WHERE l.kind = 'internal'
    UNION SELECT m.line_id FROM named_entries n
            CROSS JOIN LATERAL (SELECT m.line_id FROM statement_matches m WHERE m.entry_id = n.id AND m.undone_at IS NULL OFFSET 0) m
    UNION SELECT m.line_id FROM named_entries n
            CROSS JOIN LATERAL (SELECT e.source_id FROM entries e WHERE e.id = n.id AND e.source_kind = 'payment' OFFSET 0) e
            CROSS JOIN LATERAL (SELECT m.line_id FROM statement_matches m WHERE m.payment_id = e.source_id AND m.undone_at IS NULL OFFSET 0) m),
  begins AS MATERIALIZED (SELECT id AS account_id, account_begins(id) AS on_day FROM statement_accounts),
  line_ends AS (
    SELECT l.id, l.on_day, l.account_id, CASE WHEN booked.cents IS NULL AND l.pair_id IS NULL AND l.kind <> 'internal' THEN l.amount_cents END AS alone_cents,
           CASE WHEN booked.first_day < greatest(l.on_day, b.on_day) THEN booked.first_day END AS other_day,
           CASE WHEN booked.cents IS NOT NULL THEN CASE WHEN booked.cents = l.amount_cents THEN booked.last_day END
                WHEN pair.id IS NOT NULL THEN greatest(pair.on_day, pair_begins.on_day)
                WHEN swept.cents = 0 THEN swept.on_day END AS until
      FROM these_lines t
      CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = t.id OFFSET 0) l
      JOIN begins b ON b.account_id = l.account_id
      LEFT JOIN LATERAL (
        SELECT sum(m.cents) AS cents, min(e.business_date) AS first_day, max(e.business_date) AS last_day
          FROM (SELECT m.* FROM matched_entries() m WHERE m.line_id = l.id AND m.undone_at IS NULL OFFSET 0) m
          CROSS JOIN LATERAL (SELECT e.business_date FROM entries e WHERE e.id = m.entry_id OFFSET 0) e) booked ON true
      LEFT JOIN LATERAL (SELECT pair.* FROM statement_lines pair WHERE pair.id = l.pair_id OFFSET 0) pair
        ON pair.is_printed AND pair.kind <> 'failed'
      LEFT JOIN begins pair_begins ON pair_begins.account_id = pair.account_id
      LEFT JOIN LATERAL (
        SELECT sum(o.amount_cents) AS cents, max(o.on_day) AS on_day FROM statement_lines o
         WHERE o.kind = 'internal' AND o.account_id = l.account_id AND coalesce(o.reference_key, '') = coalesce(l.reference_key, '')
           AND o.is_printed) swept ON l.kind = 'internal'
     WHERE l.is_printed AND l.kind <> 'failed' AND l.amount_cents <> 0),
  entry_ends AS (
    SELECT e.id, e.business_date AS on_day, CASE WHEN cleared.cents IS NULL AND NOT undone.is_so THEN bank.cents END AS alone_cents,
           CASE WHEN reversal.on_day < e.business_date THEN reversal.on_day END AS other_day,
           CASE WHEN cleared.cents IS NULL THEN reversal.on_day WHEN cleared.cents = bank.cents THEN cleared.on_day END AS until
      FROM these_entries t
      CROSS JOIN LATERAL (SELECT e.* FROM entries e WHERE e.id = t.id OFFSET 0) e
      JOIN LATERAL (SELECT sum(p.amount_cents) AS cents FROM postings p WHERE p.entry_id = e.id AND p.account = 'bank' AND p.business_date = e.business_date) bank ON bank.cents <> 0
      LEFT JOIN LATERAL (
        SELECT sum(coalesce(part.amount_cents, entry_part(m.line_id, m.entry_id, m.reason))) AS cents, max(greatest(l.on_day, b.on_day)) AS on_day
          FROM (SELECT own.* FROM statement_matches own WHERE own.entry_id = e.id AND own.undone_at IS NULL
                UNION ALL SELECT own.* FROM statement_matches own
                 WHERE e.source_kind = 'payment' AND own.payment_id = e.source_id AND own.undone_at IS NULL OFFSET 0) m
          CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = m.line_id OFFSET 0) l
          JOIN begins b ON b.account_id = l.account_id
          LEFT JOIN LATERAL (SELECT part.amount_cents FROM payments part WHERE part.id = m.payment_id AND m.explanation IS NULL OFFSET 0) part ON true
         WHERE l.is_printed) cleared ON true
      LEFT JOIN LATERAL (
        SELECT min(o.business_date) AS on_day FROM entries o
         WHERE (o.reverses = e.id OR o.id = e.reverses)
           AND EXISTS (SELECT FROM postings p WHERE p.entry_id = o.id AND p.account = 'bank' AND p.business_date = o.business_date OFFSET 0)
           AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.entry_id = o.id AND m.undone_at IS NULL OFFSET 0)
           AND NOT EXISTS (SELECT FROM statement_matches m WHERE o.source_kind = 'payment' AND m.payment_id = o.source_id AND m.undone_at IS NULL OFFSET 0)
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
