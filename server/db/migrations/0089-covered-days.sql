-- The days that each account's statements prove (STAT-5), step by step as domain/statements/coverage.ts reckons them; a test holds the
-- two equal. Overlaps of statements that share no line were told otherwise here.
CREATE OR REPLACE FUNCTION account_days() RETURNS TABLE (account_id int, days datemultirange) LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  s record;
  first_day date;
  last_day date;
  closing bigint;
  missing_from date;
  missing_to date;
  is_next_day boolean;
BEGIN
  FOR account_id IN SELECT a.id FROM statement_accounts a ORDER BY a.id LOOP
    days := '{}';
    first_day := NULL;
    FOR s IN
      SELECT t.period_from, t.period_to, t.opening_cents, t.closing_cents, coalesce((t.counts ->> 'known')::int, 0) > 0 AS shares_lines
        FROM statements t WHERE t.account_id = account_days.account_id AND t.is_proof ORDER BY t.period_from, t.period_to, t.id
    LOOP
      IF first_day IS NULL THEN
        first_day := s.period_from;
        last_day := s.period_to;
        closing := s.closing_cents;
        CONTINUE;
      END IF;
      is_next_day := s.period_from <= last_day + 1;
      missing_from := NULL;
      IF s.period_from < last_day OR s.shares_lines THEN
        IF NOT is_next_day THEN missing_from := last_day + 1; END IF;
      ELSIF closing IS DISTINCT FROM s.opening_cents OR closing IS NULL THEN
        -- Without balances nothing tells that anything is missing between two days that follow each other.
        IF NOT is_next_day THEN missing_from := last_day + 1;
        ELSIF closing IS NOT NULL AND s.opening_cents IS NOT NULL THEN missing_from := last_day; END IF;
      END IF;
      IF missing_from IS NOT NULL THEN
        missing_to := CASE WHEN is_next_day THEN s.period_from ELSE s.period_from - 1 END;
        IF first_day < missing_from THEN days := days + datemultirange(daterange(first_day, missing_from)); END IF;
        first_day := missing_to + 1;
        last_day := s.period_to;
        closing := s.closing_cents;
      ELSIF s.period_to >= last_day THEN
        last_day := s.period_to;
        closing := s.closing_cents;
      END IF;
    END LOOP;
    IF first_day <= last_day THEN days := days + datemultirange(daterange(first_day, last_day, '[]')); END IF;
    RETURN NEXT;
  END LOOP;
END $$;
