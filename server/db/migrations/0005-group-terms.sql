-- The terms of the group (BOOK-22). A loan keeps the terms it was given; a change never rewrites what was posted.

ALTER TABLE group_settings
  ADD COLUMN normal_loan_rate_bp         int NOT NULL DEFAULT 1000,
  ADD COLUMN emergency_loan_rate_bp      int NOT NULL DEFAULT 1000,
  ADD COLUMN normal_loan_term_months     int NOT NULL DEFAULT 12,
  ADD COLUMN emergency_loan_term_months  int NOT NULL DEFAULT 6,
  ADD COLUMN loan_limit_multiple         int NOT NULL DEFAULT 3,
  ADD COLUMN late_fine_after_months      int NOT NULL DEFAULT 3,
  ADD COLUMN late_fine_cents             bigint NOT NULL DEFAULT 10000,
  ADD COLUMN interest_share_bp           int NOT NULL DEFAULT 6300,
  ADD CONSTRAINT group_settings_terms CHECK (
    normal_loan_rate_bp BETWEEN 0 AND 10000 AND emergency_loan_rate_bp BETWEEN 0 AND 10000
    AND normal_loan_term_months BETWEEN 1 AND 120 AND emergency_loan_term_months BETWEEN 1 AND 120
    AND loan_limit_multiple BETWEEN 0 AND 100
    AND late_fine_after_months BETWEEN 0 AND 120 AND late_fine_cents >= 0
    AND interest_share_bp BETWEEN 0 AND 10000);

-- A year that is over and closed: nothing more is dated into it. Years close oldest first.
CREATE TABLE closed_years (
  start_date date PRIMARY KEY,
  end_date   date NOT NULL CONSTRAINT closed_years_end UNIQUE,
  label      text NOT NULL,
  closed_by  int NOT NULL REFERENCES members,
  closed_at  timestamptz NOT NULL,
  CONSTRAINT closed_years_order CHECK (end_date >= start_date)
);
CREATE TRIGGER closed_years_append_only BEFORE UPDATE OR DELETE ON closed_years FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_years_no_truncate BEFORE TRUNCATE ON closed_years FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_entry_in_closed_year() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed text;
BEGIN
  -- Shared by all entries and taken whole by a closing, so that no entry slips into a year while it closes.
  PERFORM pg_advisory_xact_lock_shared(7265005);
  -- The closing entry itself is written before its year counts as closed.
  SELECT label INTO closed FROM closed_years WHERE end_date >= NEW.business_date ORDER BY end_date LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the year of % is closed', NEW.business_date
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_open_year', DETAIL = closed;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER entries_open_year BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION refuse_entry_in_closed_year();
