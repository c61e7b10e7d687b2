-- A reconciliation reads what was open on its day, however long the history is (STAT-30): each line and each entry has the days on
-- which it may stand on one side alone, and whoever asks for a day looks at those alone.

-- From its own day until the other side has it; without an end while nothing has. What is settled on its own day has no row. Rows
-- follow behind the changes, and what has changed since is looked at as well, so that the figures are exact at every moment.
CREATE TABLE reconciliation_spans (
  line_id   int CONSTRAINT reconciliation_spans_line UNIQUE REFERENCES statement_lines,
  entry_id  int CONSTRAINT reconciliation_spans_entry UNIQUE REFERENCES entries,
  days      daterange NOT NULL,
  -- An earlier day of its other side: where reconciliation began between the two, neither settles the other.
  other_day date,
  CONSTRAINT reconciliation_spans_of_one CHECK ((line_id IS NULL) <> (entry_id IS NULL))
);
CREATE INDEX reconciliation_spans_by_day ON reconciliation_spans USING gist (days);
CREATE INDEX reconciliation_spans_by_other_day ON reconciliation_spans (other_day) WHERE other_day IS NOT NULL;

-- Lines and entries whose span is to be worked out anew; the same one may stand here several times.
CREATE TABLE reconciliation_changes (
  line_id  int,
  entry_id int,
  CONSTRAINT reconciliation_changes_of_one CHECK ((line_id IS NULL) <> (entry_id IS NULL))
);

-- From which day on entries have spans: the first day of any statement that ever counted.
CREATE TABLE reconciliation_start (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT reconciliation_start_once CHECK (only_row),
  from_day date
);
INSERT INTO reconciliation_start (from_day) VALUES (NULL);

-- The two ends of sweeps are found by what they share.
CREATE INDEX statement_lines_internal ON statement_lines (account_id, (coalesce(reference_key, ''))) WHERE kind = 'internal';

-- How many lines a day has and what they come to: lists count by it, and an account whose statements print no balance has one by it.
CREATE TABLE statement_line_days (
  account_id   int NOT NULL REFERENCES statement_accounts,
  on_day       date NOT NULL,
  state        text NOT NULL,
  lines        bigint NOT NULL,
  -- Without failed lines; above 0 both.
  in_cents     bigint NOT NULL,
  out_cents    bigint NOT NULL,
  -- What the lines that count as evidence moved.
  proved_cents bigint NOT NULL,
  PRIMARY KEY (account_id, on_day, state)
);

-- The queue of the sums says which entry is new.
ALTER TABLE postings_to_sum ADD COLUMN entry_id int;
CREATE OR REPLACE FUNCTION queue_postings_to_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO postings_to_sum (business_date, account, closing, member_id, amount_cents, entries, first_lines, lines, entry_id)
  SELECT p.business_date, p.account, e.source_kind = 'financial_year', p.member_id, p.amount_cents,
         (row_number() OVER (PARTITION BY p.entry_id, p.account ORDER BY p.line) = 1)::int, (p.line = 1)::int, 1, p.entry_id
    FROM posted p JOIN entries e ON e.id = p.entry_id;
  RETURN NULL;
END $$;

-- From which day an account's lines count, and all of them together.
CREATE FUNCTION account_begins(account int) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT period_from FROM statements WHERE account_id = account AND is_proof ORDER BY period_from LIMIT 1
$$;
CREATE FUNCTION reconciliation_begins() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT min(account_begins(id)) FROM statement_accounts
$$;

-- The entries that matches stand for, as far as they are posted.
CREATE FUNCTION matched_entries() RETURNS TABLE (match_id int, line_id int, entry_id int, undone_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT m.id, m.line_id, coalesce(m.entry_id, e.id), m.undone_at
    FROM statement_matches m
    LEFT JOIN payments p ON p.id = m.payment_id
    -- Written so that, without statistics too, it is found by its source.
    LEFT JOIN entries e ON e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose || '' = p.kind
$$;

-- What the lines that an entry is matched with come to, by the end of a day.
CREATE FUNCTION cleared_cents(entry int, kind text, source int, day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT sum(l.amount_cents)::bigint
    FROM (SELECT m.line_id FROM statement_matches m WHERE m.entry_id = entry AND m.undone_at IS NULL
          UNION ALL
          SELECT m.line_id FROM statement_matches m
           WHERE cleared_cents.kind = 'payment' AND m.payment_id = source AND m.undone_at IS NULL) matched
    JOIN statement_lines l ON l.id = matched.line_id
   WHERE l.is_proved AND l.kind <> 'failed' AND l.on_day <= cleared_cents.day AND account_begins(l.account_id) <= cleared_cents.day
$$;

-- Everything whose days may be others because of what was written is named at once, with what stands beside it.
CREATE FUNCTION queue_changed_lines() RETURNS trigger
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO statement_line_days AS d (account_id, on_day, state, lines, in_cents, out_cents, proved_cents)
    SELECT account_id, on_day, state, count(*), coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0 AND kind <> 'failed'), 0),
           coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0 AND kind <> 'failed'), 0),
           coalesce(sum(amount_cents) FILTER (WHERE is_proved AND kind <> 'failed'), 0)
      FROM new_lines GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, on_day, state)
      DO UPDATE SET lines = d.lines + excluded.lines, in_cents = d.in_cents + excluded.in_cents,
                    out_cents = d.out_cents + excluded.out_cents, proved_cents = d.proved_cents + excluded.proved_cents;
    INSERT INTO reconciliation_changes (line_id) SELECT n.id FROM new_lines n WHERE n.is_proved;
    IF EXISTS (SELECT FROM new_lines WHERE kind = 'internal') THEN
      INSERT INTO reconciliation_changes (line_id)
      SELECT o.id FROM new_lines n JOIN statement_lines o
        ON o.kind = 'internal' AND o.account_id = n.account_id AND coalesce(o.reference_key, '') = coalesce(n.reference_key, '')
       WHERE n.kind = 'internal' AND n.is_proved;
    END IF;
    RETURN NULL;
  END IF;
  INSERT INTO statement_line_days AS d (account_id, on_day, state, lines, in_cents, out_cents, proved_cents)
  SELECT account_id, on_day, state, sum(sign), coalesce(sum(sign * amount_cents) FILTER (WHERE amount_cents > 0 AND kind <> 'failed'), 0),
         coalesce(-sum(sign * amount_cents) FILTER (WHERE amount_cents < 0 AND kind <> 'failed'), 0),
         coalesce(sum(sign * amount_cents) FILTER (WHERE is_proved AND kind <> 'failed'), 0)
    FROM (SELECT account_id, on_day, state, kind, amount_cents, is_proved, 1 AS sign FROM new_lines
          UNION ALL
          SELECT account_id, on_day, state, kind, amount_cents, is_proved, -1 FROM old_lines) moved
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, on_day, state)
    DO UPDATE SET lines = d.lines + excluded.lines, in_cents = d.in_cents + excluded.in_cents,
                  out_cents = d.out_cents + excluded.out_cents, proved_cents = d.proved_cents + excluded.proved_cents;
  -- Without a join: a plan that was made for one line would be kept for ten thousand.
  WITH changed AS MATERIALIZED (
    SELECT id, min(kind) AS kind, min(account_id) AS account_id, min(reference_key) AS reference_key,
           min(pair_id) AS pair, max(pair_id) AS other_pair
      FROM (SELECT id, kind, account_id, reference_key, is_proved, pair_id FROM new_lines
            UNION ALL SELECT id, kind, account_id, reference_key, is_proved, pair_id FROM old_lines) both_times
     GROUP BY id
    HAVING bool_and(is_proved) <> bool_or(is_proved) OR count(pair_id) = 1 OR min(pair_id) <> max(pair_id))
  INSERT INTO reconciliation_changes (line_id, entry_id)
  SELECT id, NULL::int FROM changed
  UNION ALL SELECT pair, NULL FROM changed WHERE pair IS NOT NULL
  UNION ALL SELECT other_pair, NULL FROM changed WHERE other_pair IS NOT NULL
  UNION ALL
  SELECT o.id, NULL FROM changed c JOIN statement_lines o
    ON o.kind = 'internal' AND o.account_id = c.account_id AND coalesce(o.reference_key, '') = coalesce(c.reference_key, '')
   WHERE c.kind = 'internal'
  UNION ALL
  SELECT NULL, m.entry_id FROM changed c JOIN matched_entries() m ON m.line_id = c.id AND m.undone_at IS NULL WHERE m.entry_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER statement_lines_are_reconciled AFTER INSERT ON statement_lines REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_lines();
CREATE TRIGGER statement_lines_are_reconciled_anew AFTER UPDATE ON statement_lines REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_lines();

CREATE FUNCTION queue_changed_matches() RETURNS trigger
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
BEGIN
  INSERT INTO reconciliation_changes (line_id, entry_id)
  WITH changed AS MATERIALIZED (SELECT m.line_id, m.entry_id FROM new_matches n JOIN matched_entries() m ON m.match_id = n.id)
  SELECT line_id, NULL::int FROM changed
  UNION ALL SELECT NULL, entry_id FROM changed WHERE entry_id IS NOT NULL
  UNION ALL SELECT NULL, r.id FROM changed c JOIN entries r ON r.reverses = c.entry_id
  UNION ALL SELECT NULL, e.reverses FROM changed c JOIN entries e ON e.id = c.entry_id WHERE e.reverses IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER statement_matches_are_reconciled AFTER INSERT ON statement_matches REFERENCING NEW TABLE AS new_matches
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_matches();
CREATE TRIGGER statement_matches_are_reconciled_anew AFTER UPDATE ON statement_matches REFERENCING NEW TABLE AS new_matches
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_matches();

-- A statement that counts from an earlier day on brings the entries since then into it; whoever works spans out waits for it. Lines
-- before the first day of their account count from that day on.
CREATE FUNCTION queue_changed_start() RETURNS trigger LANGUAGE plpgsql AS $$
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
   WHERE account_id = NEW.account_id AND state <> 'withdrawn' AND is_proved AND on_day < account_begins(NEW.account_id);
  RETURN NULL;
END $$;
CREATE TRIGGER statements_are_reconciled AFTER INSERT OR UPDATE ON statements FOR EACH ROW EXECUTE FUNCTION queue_changed_start();

-- Works out the spans of what changed, with what is matched, paired or reversed by it. Gives how many changes that were: 0 also
-- while another does it.
CREATE FUNCTION settle_reconciliation(batch int) RETURNS int
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
    SELECT l.id, l.on_day, CASE WHEN booked.business_date < greatest(l.on_day, b.on_day) THEN booked.business_date END AS other_day,
           CASE WHEN booked.id IS NOT NULL THEN booked.business_date
                WHEN pair.id IS NOT NULL THEN greatest(pair.on_day, pair_begins.on_day)
                WHEN swept.cents = 0 THEN swept.on_day END AS until
      FROM these_lines t JOIN statement_lines l ON l.id = t.id JOIN begins b ON b.account_id = l.account_id
      LEFT JOIN matched_entries() m ON m.line_id = l.id AND m.undone_at IS NULL
      LEFT JOIN entries booked ON booked.id = m.entry_id
      LEFT JOIN statement_lines pair ON pair.id = l.pair_id AND pair.is_proved AND pair.kind <> 'failed'
      LEFT JOIN begins pair_begins ON pair_begins.account_id = pair.account_id
      LEFT JOIN LATERAL (
        SELECT sum(o.amount_cents) AS cents, max(o.on_day) AS on_day FROM statement_lines o
         WHERE o.kind = 'internal' AND o.account_id = l.account_id AND coalesce(o.reference_key, '') = coalesce(l.reference_key, '')
           AND o.is_proved) swept ON l.kind = 'internal'
     WHERE l.is_proved AND l.kind <> 'failed' AND l.amount_cents <> 0),
  entry_ends AS (
    SELECT e.id, e.business_date AS on_day, CASE WHEN reversal.on_day < e.business_date THEN reversal.on_day END AS other_day,
           CASE WHEN cleared.cents IS NULL THEN reversal.on_day WHEN cleared.cents = bank.cents THEN cleared.on_day END AS until
      FROM these_entries t JOIN entries e ON e.id = t.id
      JOIN LATERAL (SELECT sum(p.amount_cents) AS cents FROM postings p WHERE p.entry_id = e.id AND p.account = 'bank' AND p.business_date = e.business_date) bank ON bank.cents <> 0
      LEFT JOIN LATERAL (
        SELECT sum(l.amount_cents) AS cents, max(greatest(l.on_day, b.on_day)) AS on_day
          FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id AND l.is_proved JOIN begins b ON b.account_id = l.account_id
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
     WHERE e.business_date >= begun),
  ends AS MATERIALIZED (
    SELECT id AS line_id, NULL::int AS entry_id, on_day, until, other_day FROM line_ends
    UNION ALL
    SELECT NULL, id, on_day, until, other_day FROM entry_ends),
  spans AS MATERIALIZED (
    SELECT line_id, entry_id, other_day, daterange(on_day, greatest(until, CASE WHEN until IS NOT NULL THEN on_day END)) AS days
      FROM ends WHERE until IS NULL OR until > on_day OR other_day IS NOT NULL),
  gone_lines AS (
    DELETE FROM reconciliation_spans s USING these_lines t
     WHERE s.line_id = t.id AND NOT EXISTS (SELECT FROM spans WHERE spans.line_id = t.id)),
  gone_entries AS (
    DELETE FROM reconciliation_spans s USING these_entries t
     WHERE s.entry_id = t.id AND NOT EXISTS (SELECT FROM spans WHERE spans.entry_id = t.id)),
  of_lines AS (
    INSERT INTO reconciliation_spans AS s (line_id, days, other_day)
    SELECT line_id, days, other_day FROM spans WHERE line_id IS NOT NULL
    ON CONFLICT (line_id) DO UPDATE SET days = excluded.days, other_day = excluded.other_day
     WHERE (s.days, s.other_day) IS DISTINCT FROM (excluded.days, excluded.other_day)),
  of_entries AS (
    INSERT INTO reconciliation_spans AS s (entry_id, days, other_day)
    SELECT entry_id, days, other_day FROM spans WHERE entry_id IS NOT NULL
    ON CONFLICT (entry_id) DO UPDATE SET days = excluded.days, other_day = excluded.other_day
     WHERE (s.days, s.other_day) IS DISTINCT FROM (excluded.days, excluded.other_day))
  SELECT count(*) INTO done FROM taken;
  RETURN done;
END $$;

-- As before, of what may be open on that day alone: its spans, and what changed or was posted since they were worked out.
-- Whatever the statistics say, it goes from the few that may be open to what belongs to each.
CREATE OR REPLACE FUNCTION reconciliation_items(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint)
LANGUAGE sql STABLE SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off AS $$
  WITH begins AS MATERIALIZED (
    SELECT id AS account_id, account_begins(id) AS on_day FROM statement_accounts WHERE account_begins(id) <= reconciliation_items.day),
  begun AS MATERIALIZED (SELECT min(on_day) AS on_day FROM begins),
  candidates AS MATERIALIZED (
    SELECT s.line_id, s.entry_id FROM reconciliation_spans s WHERE s.days @> reconciliation_items.day
    UNION SELECT s.line_id, s.entry_id FROM reconciliation_spans s WHERE s.other_day < (SELECT on_day FROM begun)
    UNION SELECT c.line_id, c.entry_id FROM reconciliation_changes c
    UNION SELECT NULL, q.entry_id FROM postings_to_sum q WHERE q.account = 'bank' AND q.entry_id IS NOT NULL),
  unbooked AS (
    SELECT l.id, l.amount_cents
      FROM candidates c JOIN statement_lines l ON l.id = c.line_id JOIN begins USING (account_id)
      LEFT JOIN matched_entries() m ON m.line_id = l.id AND m.undone_at IS NULL
      LEFT JOIN entries booked ON booked.id = m.entry_id
     WHERE l.is_proved AND l.kind <> 'failed' AND l.on_day <= reconciliation_items.day
       AND NOT coalesce(booked.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items.day, false)
       -- Both ends of a transfer between our accounts, and what moves within one, cancel out.
       AND NOT EXISTS (SELECT FROM statement_lines other JOIN begins USING (account_id)
                        WHERE other.id = l.pair_id AND other.is_proved AND other.kind <> 'failed' AND other.on_day <= reconciliation_items.day)
       AND NOT (l.kind = 'internal' AND 0 = (SELECT sum(other.amount_cents) FROM statement_lines other
                 WHERE other.kind = 'internal' AND other.account_id = l.account_id
                   AND coalesce(other.reference_key, '') = coalesce(l.reference_key, '')
                   AND other.is_proved AND other.on_day <= reconciliation_items.day))),
  booked AS (
    SELECT e.id AS entry_id, e.reverses, bank.cents, cleared.by_day, cleared.in_all
      FROM candidates c JOIN entries e ON e.id = c.entry_id
      JOIN LATERAL (SELECT sum(p.amount_cents)::bigint AS cents FROM postings p
                     WHERE p.entry_id = e.id AND p.account = 'bank' AND p.business_date = e.business_date HAVING count(*) > 0) bank ON true
      LEFT JOIN LATERAL (
        SELECT sum(l.amount_cents)::bigint AS in_all,
               (sum(l.amount_cents) FILTER (WHERE l.kind <> 'failed' AND l.on_day <= reconciliation_items.day
                  AND begins.account_id IS NOT NULL))::bigint AS by_day
          FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id AND l.is_proved LEFT JOIN begins USING (account_id)
         WHERE m.id IN (
           SELECT own.id FROM statement_matches own WHERE own.entry_id = e.id AND own.undone_at IS NULL
            UNION ALL SELECT own.id FROM statement_matches own
             WHERE e.source_kind = 'payment' AND own.payment_id = e.source_id AND own.undone_at IS NULL)) cleared ON true
     WHERE e.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items.day),
  open AS (
    SELECT b.entry_id,
           CASE WHEN b.by_day IS NULL THEN b.cents ELSE b.in_all - b.by_day END AS cents,
           CASE WHEN b.by_day IS NULL THEN 0 ELSE b.in_all - b.cents END AS differing_cents
      FROM booked b
     WHERE b.cents IS DISTINCT FROM b.by_day AND b.cents <> 0
       -- An entry and its reversal, neither of them on a statement.
       AND NOT (b.by_day IS NULL AND EXISTS (
         SELECT FROM entries o
          WHERE (o.reverses = b.entry_id OR o.id = b.reverses)
            AND o.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items.day
            AND EXISTS (SELECT FROM postings p WHERE p.entry_id = o.id AND p.account = 'bank' AND p.business_date = o.business_date)
            AND cleared_cents(o.id, o.source_kind, o.source_id, reconciliation_items.day) IS NULL)))
  SELECT CASE WHEN amount_cents > 0 THEN 'in_not_booked' ELSE 'out_not_booked' END, id, NULL::int, abs(amount_cents) FROM unbooked
   WHERE amount_cents <> 0
  UNION ALL
  SELECT CASE WHEN cents > 0 THEN 'booked_in' ELSE 'booked_out' END, NULL, entry_id, abs(cents) FROM open WHERE cents <> 0
  UNION ALL
  SELECT 'differing', NULL, entry_id, differing_cents FROM open WHERE differing_cents <> 0
$$;

-- The same guard, asked only of a row in which what must stay has changed: an import states thousands of lines anew.
DROP TRIGGER statement_lines_keep ON statement_lines;
CREATE TRIGGER statement_lines_keep BEFORE UPDATE ON statement_lines FOR EACH ROW
  WHEN ((OLD.id, OLD.account_id, OLD.identity, OLD.at, OLD.on_day, OLD.reference, OLD.code, OLD.details, OLD.party, OLD.account_typed,
         OLD.kind, OLD.amount_cents, OLD.balance_cents)
        IS DISTINCT FROM
        (NEW.id, NEW.account_id, NEW.identity, NEW.at, NEW.on_day, NEW.reference, NEW.code, NEW.details, NEW.party, NEW.account_typed,
         NEW.kind, NEW.amount_cents, NEW.balance_cents))
  EXECUTE FUNCTION keep_statement_rows('state', 'is_proved', 'pair_id', 'reference_key', 'code_key');

-- As before; without a printed balance it is what the lines of the days come to.
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

-- A file of ten thousand lines comes before any statistics know of it: whatever these look for they find by an index, line by line,
-- and are planned for what they are given.
ALTER FUNCTION match_lines(int[], int[], timestamptz)
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan;
ALTER FUNCTION pair_transfers(int[])
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan;
ALTER FUNCTION check_statement_matches()
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off;

-- What stands already: whoever works spans out does so for all of it.
UPDATE reconciliation_start SET from_day = reconciliation_begins();
INSERT INTO reconciliation_changes (line_id) SELECT id FROM statement_lines WHERE is_proved;
INSERT INTO reconciliation_changes (entry_id)
SELECT DISTINCT p.entry_id FROM postings p WHERE p.account = 'bank' AND p.business_date >= (SELECT from_day FROM reconciliation_start);
INSERT INTO statement_line_days (account_id, on_day, state, lines, in_cents, out_cents, proved_cents)
SELECT account_id, on_day, state, count(*), coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0 AND kind <> 'failed'), 0),
       coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0 AND kind <> 'failed'), 0),
       coalesce(sum(amount_cents) FILTER (WHERE is_proved AND kind <> 'failed'), 0)
  FROM statement_lines GROUP BY 1, 2, 3;
