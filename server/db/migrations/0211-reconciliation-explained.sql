-- A reconciliation says only what is so (STAT-37): of what stood on one side alone at the end of a day, what was approved, booked or on a
-- statement since, and what is open to this day.

-- What is open to this day is what stands on one side alone whatever was ever printed and posted, as of a day without an end.
CREATE FUNCTION reconciliation_parted(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint, on_day date, open_cents bigint)
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

-- Lines in by that day whose receipt stands on another line too (0200), and lines after which the printed balance is another one.
CREATE FUNCTION reconciliation_twins(day date) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT t.line_id)::int FROM standing_twins() t WHERE t.on_day <= reconciliation_twins.day
$$;
CREATE FUNCTION reconciliation_breaks(day date) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT count(*)::int
    FROM statements s CROSS JOIN LATERAL jsonb_array_elements(s.breaks) b (found)
    LEFT JOIN statement_line_sources o ON o.statement_id = s.id AND o.line = (b.found ->> 'line')::int
    LEFT JOIN statement_lines l ON l.id = o.line_id
   WHERE s.breaks <> '[]' AND s.withdrawn_at IS NULL AND b.found ? 'line'
     AND coalesce(l.on_day, s.period_to) <= reconciliation_breaks.day
$$;

-- What keeps a day from being explained: how many items of its lists are open and what they come to, entries whose lines have another sum,
-- and the above.
CREATE FUNCTION reconciliation_unexplained(day date) RETURNS TABLE (open_count int, open_cents bigint, differing int, twins int, breaks int)
LANGUAGE sql STABLE AS $$
  SELECT (count(*) FILTER (WHERE p.list <> 'differing' AND p.open_cents > 0))::int,
         coalesce(sum(p.open_cents) FILTER (WHERE p.list <> 'differing'), 0)::bigint,
         (count(*) FILTER (WHERE p.list = 'differing'))::int,
         reconciliation_twins(reconciliation_unexplained.day), reconciliation_breaks(reconciliation_unexplained.day)
    FROM reconciliation_parted(reconciliation_unexplained.day) p
$$;

-- What was open when an office accepted a day; null for those that were accepted before this was stored.
ALTER TABLE reconciliation_acceptances
  ADD COLUMN open_count int CONSTRAINT reconciliation_acceptances_open_count CHECK (open_count >= 0),
  ADD COLUMN open_cents bigint CONSTRAINT reconciliation_acceptances_open_cents CHECK (open_cents >= 0),
  ADD COLUMN is_explained boolean,
  ADD CONSTRAINT reconciliation_acceptances_open CHECK ((open_count IS NULL) = (open_cents IS NULL) AND (open_count IS NULL) = (is_explained IS NULL)),
  ADD CONSTRAINT reconciliation_acceptances_explained CHECK (is_explained OR reason IS NOT NULL),
  ADD CONSTRAINT reconciliation_acceptances_nothing_open CHECK (NOT is_explained OR (open_count = 0 AND open_cents = 0 AND difference_cents = 0)),
  DROP CONSTRAINT reconciliation_acceptances_once,
  ADD CONSTRAINT reconciliation_acceptances_once UNIQUE NULLS NOT DISTINCT (on_day, office, figures, open_count, open_cents, is_explained),
  DROP CONSTRAINT reconciliation_acceptances_two_people;
CREATE INDEX reconciliation_acceptances_by_member ON reconciliation_acceptances (on_day, member_id);

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

-- The days that both offices accepted, two people, and that nothing has changed since: every figure is the same, and no more is open.
CREATE FUNCTION is_agreed(day date, figures text, open_count int, open_cents bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT a.office) = 2 AND count(DISTINCT a.member_id) >= 2
    FROM reconciliation_acceptances a
   WHERE a.on_day = is_agreed.day AND a.figures = is_agreed.figures
     AND coalesce(is_agreed.open_count <= a.open_count AND is_agreed.open_cents <= a.open_cents, true)
$$;
