-- Books and bank agree (STAT-30 to STAT-36): what is in one and not in the other on a day, and the offices' word that it is so.

-- As in 0085; where two statements meet on a day and share no line, the balance at the end of one must be that at the start of
-- the other, or that day is not covered.
CREATE FUNCTION account_days() RETURNS TABLE (account_id int, days datemultirange) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH proved AS (
    SELECT s.* FROM statements s
     WHERE s.is_proof AND NOT EXISTS (
       SELECT FROM statements wider
        WHERE wider.account_id = s.account_id AND wider.is_proof AND wider.id <> s.id
          AND wider.period_from <= s.period_from AND wider.period_to >= s.period_to
          AND ((wider.period_from, wider.period_to) <> (s.period_from, s.period_to) OR wider.id < s.id))
  ), followed AS (
    SELECT *, lag(period_to) OVER in_time AS before_to, lag(closing_cents) OVER in_time AS before_cents,
           coalesce((counts ->> 'known')::int, 0) > 0 AS shares_lines
      FROM proved WINDOW in_time AS (PARTITION BY account_id ORDER BY period_from)
  )
  SELECT a.id,
         coalesce(range_agg(daterange(
           CASE WHEN f.before_cents = f.opening_cents THEN least(f.before_to, f.period_from) ELSE f.period_from END,
           f.period_to, '[]')) FILTER (WHERE f.id IS NOT NULL), '{}')
         - coalesce(range_agg(daterange(f.before_to, f.period_from, '[]'))
             FILTER (WHERE f.period_from IN (f.before_to, f.before_to + 1) AND NOT f.shares_lines AND f.before_cents <> f.opening_cents), '{}')
    FROM statement_accounts a LEFT JOIN followed f ON f.account_id = a.id
   GROUP BY a.id
$$;
CREATE OR REPLACE FUNCTION covered_days() RETURNS datemultirange LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(range_intersect_agg(days), '{}') FROM account_days()
$$;

-- The balance of `bank` at the end of a day, from the sums.
CREATE FUNCTION bank_balance(day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount_cents), 0)::bigint FROM (
    SELECT amount_cents FROM balance_months WHERE account = 'bank' AND month < date_trunc('month', day::timestamp)::date
    UNION ALL
    SELECT amount_cents FROM balance_days
     WHERE account = 'bank' AND business_date >= date_trunc('month', day::timestamp)::date AND business_date <= day
    UNION ALL
    SELECT amount_cents FROM postings_to_sum WHERE account = 'bank' AND business_date <= day) summed
$$;

-- What an account held at the end of a day by its statements: the printed closing, or the opening and the lines up to that day.
-- `opened_on` and `opening_cents` are those of its first statement, where reconciliation of the account begins.
CREATE FUNCTION account_balances(day date) RETURNS TABLE (account_id int, opened_on date, opening_cents bigint, closing_cents bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.id, first.period_from, coalesce(first.opening_cents, 0),
         coalesce(
           CASE WHEN last.period_to <= account_balances.day THEN last.closing_cents END,
           last.opening_cents + (
             SELECT coalesce(sum(l.amount_cents), 0)::bigint FROM statement_line_sources o JOIN statement_lines l ON l.id = o.line_id
              WHERE o.statement_id = last.id AND l.kind <> 'failed' AND l.on_day <= account_balances.day),
           coalesce(first.opening_cents, 0) + (
             SELECT coalesce(sum(l.amount_cents), 0)::bigint FROM statement_lines l
              WHERE l.account_id = a.id AND l.is_proved AND l.kind <> 'failed' AND l.on_day <= account_balances.day))
    FROM statement_accounts a
    JOIN LATERAL (SELECT s.* FROM statements s WHERE s.account_id = a.id AND s.is_proof AND s.period_from <= account_balances.day
                   ORDER BY s.period_from, s.id LIMIT 1) first ON true
    JOIN LATERAL (SELECT s.* FROM statements s WHERE s.account_id = a.id AND s.is_proof AND s.period_from <= account_balances.day
                   ORDER BY least(s.period_to, account_balances.day) DESC, s.period_to, s.id DESC LIMIT 1) last ON true
$$;

-- What stands on one side alone at the end of a day. `list`: in_not_booked, out_not_booked, booked_in, booked_out, all above 0; or
-- differing: what a line and the entry it is matched with differ by (bank less books).
CREATE FUNCTION reconciliation_items(day date) RETURNS TABLE (list text, line_id int, entry_id int, cents bigint)
LANGUAGE sql STABLE AS $$
  WITH accounts AS MATERIALIZED (SELECT * FROM account_balances(reconciliation_items.day)),
  begun AS MATERIALIZED (SELECT min(opened_on) AS on_day FROM accounts),
  lines AS MATERIALIZED (
    SELECT l.id, l.account_id, l.amount_cents, l.kind, l.reference_key, l.pair_id, booked.id AS entry_id,
           coalesce(booked.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items.day, false) AS is_booked
      FROM statement_lines l JOIN accounts USING (account_id)
      LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL
      LEFT JOIN entries booked ON booked.id = coalesce(m.entry_id, (
        SELECT e.id FROM entries e JOIN payments p ON p.id = m.payment_id
         WHERE e.source_kind = 'payment' AND e.source_id = p.id AND e.purpose = p.kind))
     WHERE l.is_proved AND l.kind <> 'failed' AND l.on_day <= reconciliation_items.day),
  unbooked AS (
    SELECT l.id, l.amount_cents FROM lines l
     WHERE NOT l.is_booked
       -- Both ends of a transfer between our accounts, and what moves within one, cancel out.
       AND NOT EXISTS (SELECT FROM lines other WHERE other.id = l.pair_id)
       AND NOT (l.kind = 'internal' AND 0 = (SELECT sum(other.amount_cents) FROM lines other
                 WHERE other.kind = 'internal' AND other.account_id = l.account_id
                   AND other.reference_key IS NOT DISTINCT FROM l.reference_key))),
  cleared AS (SELECT entry_id, sum(amount_cents)::bigint AS cents FROM lines WHERE is_booked GROUP BY entry_id),
  booked AS (
    SELECT p.entry_id, sum(p.amount_cents)::bigint AS cents, max(c.cents) AS cleared_cents
      FROM postings p LEFT JOIN cleared c ON c.entry_id = p.entry_id
     WHERE p.account = 'bank' AND p.business_date BETWEEN (SELECT on_day FROM begun) AND reconciliation_items.day
     GROUP BY p.entry_id),
  open AS (
    SELECT b.entry_id,
           CASE WHEN b.cleared_cents IS NULL THEN b.cents ELSE later.cents - b.cleared_cents END AS cents,
           CASE WHEN b.cleared_cents IS NULL THEN 0 ELSE later.cents - b.cents END AS differing_cents
      FROM booked b JOIN entries e ON e.id = b.entry_id
      LEFT JOIN LATERAL (
        SELECT sum(l.amount_cents)::bigint AS cents FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
         WHERE m.undone_at IS NULL AND l.is_proved
           AND (m.entry_id = b.entry_id OR (e.source_kind = 'payment' AND m.payment_id = e.source_id))) later ON b.cleared_cents IS NOT NULL
     WHERE b.cents IS DISTINCT FROM b.cleared_cents AND b.cents <> 0
       -- An entry and its reversal, neither of them on a statement.
       AND NOT (b.cleared_cents IS NULL AND EXISTS (
         SELECT FROM booked other JOIN entries o ON o.id = other.entry_id
          WHERE other.cleared_cents IS NULL AND (o.reverses = b.entry_id OR o.id = e.reverses))))
  SELECT CASE WHEN amount_cents > 0 THEN 'in_not_booked' ELSE 'out_not_booked' END, id, NULL::int, abs(amount_cents) FROM unbooked
   WHERE amount_cents <> 0
  UNION ALL
  SELECT CASE WHEN cents > 0 THEN 'booked_in' ELSE 'booked_out' END, NULL, entry_id, abs(cents) FROM open WHERE cents <> 0
  UNION ALL
  SELECT 'differing', NULL, entry_id, differing_cents FROM open WHERE differing_cents <> 0
$$;

-- The figures of a day. `difference` is what remains of the statements' closing balances when the books, the opening difference
-- and the four lists are taken from them.
CREATE FUNCTION reconciliation_figures(day date) RETURNS TABLE (
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

-- One office's word that books and bank agree at the end of a day, with every figure that it saw.
CREATE TABLE reconciliation_acceptances (
  id                       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  on_day                   date NOT NULL,
  office                   text NOT NULL CONSTRAINT reconciliation_acceptances_office CHECK (office IN ('Treasurer', 'Sec-Gen')),
  member_id                int NOT NULL REFERENCES members,
  accepted_at              timestamptz NOT NULL,
  reason                   text CONSTRAINT reconciliation_acceptances_words CHECK (reason ~ '\S'),
  statements_cents         bigint NOT NULL,
  books_cents              bigint NOT NULL,
  in_not_booked_cents      bigint NOT NULL CONSTRAINT reconciliation_acceptances_in CHECK (in_not_booked_cents >= 0),
  out_not_booked_cents     bigint NOT NULL CONSTRAINT reconciliation_acceptances_out CHECK (out_not_booked_cents >= 0),
  booked_in_cents          bigint NOT NULL CONSTRAINT reconciliation_acceptances_booked_in CHECK (booked_in_cents >= 0),
  booked_out_cents         bigint NOT NULL CONSTRAINT reconciliation_acceptances_booked_out CHECK (booked_out_cents >= 0),
  opening_difference_cents bigint NOT NULL,
  difference_cents         bigint NOT NULL,
  -- The last of each that the figures know of, to say what came after.
  last_entry_id            int NOT NULL,
  last_statement_id        int NOT NULL,
  last_match_id            int NOT NULL,
  -- The figures as one value: an acceptance counts while those of its day are the same.
  figures                  text NOT NULL GENERATED ALWAYS AS (
    statements_cents::text || ' ' || books_cents::text || ' ' || in_not_booked_cents::text || ' ' || out_not_booked_cents::text || ' ' ||
    booked_in_cents::text || ' ' || booked_out_cents::text || ' ' || opening_difference_cents::text || ' ' || difference_cents::text) STORED,
  CONSTRAINT reconciliation_acceptances_add_up CHECK (
    statements_cents = books_cents + opening_difference_cents + in_not_booked_cents - out_not_booked_cents
                       - booked_in_cents + booked_out_cents + difference_cents),
  CONSTRAINT reconciliation_acceptances_reason CHECK (difference_cents = 0 OR reason IS NOT NULL),
  CONSTRAINT reconciliation_acceptances_once UNIQUE (on_day, office, figures),
  CONSTRAINT reconciliation_acceptances_two_people UNIQUE (on_day, member_id, figures)
);
CREATE INDEX reconciliation_acceptances_newest ON reconciliation_acceptances (on_day DESC, id DESC);
CREATE TRIGGER reconciliation_acceptances_append_only BEFORE UPDATE OR DELETE ON reconciliation_acceptances
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_acceptances_no_truncate BEFORE TRUNCATE ON reconciliation_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whatever wrote it: the figures are those of that moment.
CREATE FUNCTION check_reconciliation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM reconciliation_figures(NEW.on_day) f
                  WHERE (f.statements_cents, f.books_cents, f.in_not_booked_cents, f.out_not_booked_cents, f.booked_in_cents,
                         f.booked_out_cents, f.opening_difference_cents, f.difference_cents)
                      = (NEW.statements_cents, NEW.books_cents, NEW.in_not_booked_cents, NEW.out_not_booked_cents, NEW.booked_in_cents,
                         NEW.booked_out_cents, NEW.opening_difference_cents, NEW.difference_cents)) THEN
    RAISE EXCEPTION 'the figures of % are others than those that are accepted', NEW.on_day USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reconciliation_acceptances_true AFTER INSERT ON reconciliation_acceptances
  FOR EACH ROW EXECUTE FUNCTION check_reconciliation();
