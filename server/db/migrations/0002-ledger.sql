-- The books: append-only entries of balanced postings (BOOK-1, BOOK-2).

CREATE TABLE accounts (
  code  text PRIMARY KEY,
  class text NOT NULL CONSTRAINT accounts_class CHECK (class IN ('asset', 'liability', 'equity', 'revenue', 'expense'))
);

INSERT INTO accounts (class, code) VALUES
  ('asset', 'bank'), ('asset', 'loan_receivable'), ('asset', 'interest_receivable'), ('asset', 'fine_receivable'),
  ('asset', 'investment'), ('asset', 'good_will'), ('asset', 'equity_fixed_deposit'),
  ('liability', 'monthly_contribution'), ('liability', 'dividends_payable'), ('liability', 'tax'),
  ('equity', 'ordinary_shares'), ('equity', 'retained_earnings'), ('equity', 'income_summary'),
  ('equity', 'other_statistic'), ('equity', 'dividend_expense'),
  ('revenue', 'interest_income'), ('revenue', 'fine'), ('revenue', 'other_income'), ('revenue', 'fixed_deposit_interest'),
  ('revenue', 'income_from_exited_member'), ('revenue', 'bad_debt_recovery_income'), ('revenue', 'exited_member_interest_income'),
  ('expense', 'expense'), ('expense', 'social_welfare'), ('expense', 'end_year_party'), ('expense', 'server_expense'),
  ('expense', 'certificate_renewal'), ('expense', 'transaction_cost'), ('expense', 'other_expense'), ('expense', 'bad_debt_expense');

CREATE TABLE entries (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_date date NOT NULL,
  description   text NOT NULL,
  -- What the entry records: one entry per source and purpose, ever (I6).
  source_kind   text NOT NULL,
  source_id     int NOT NULL,
  purpose       text NOT NULL,
  reverses      int CONSTRAINT entries_reversed_once UNIQUE REFERENCES entries,
  author_id     int REFERENCES members,
  recorded_at   timestamptz NOT NULL,
  CONSTRAINT entries_source_once UNIQUE (source_kind, source_id, purpose),
  -- Never dated after the Nairobi day it was written (I7).
  CONSTRAINT entries_not_in_future CHECK (business_date <= (recorded_at AT TIME ZONE 'Africa/Nairobi')::date)
);
CREATE INDEX entries_by_date ON entries (business_date, id);

CREATE TABLE postings (
  entry_id      int NOT NULL REFERENCES entries,
  line          smallint NOT NULL,
  account       text NOT NULL REFERENCES accounts,
  -- Debit positive, credit negative.
  amount_cents  bigint NOT NULL CONSTRAINT postings_not_zero CHECK (amount_cents <> 0),
  -- The entry's date again, so that balances at a date need no join.
  business_date date NOT NULL,
  member_id     int REFERENCES members,
  loan_id       int,
  PRIMARY KEY (entry_id, line)
);
CREATE INDEX postings_by_account ON postings (account, business_date) INCLUDE (amount_cents);
CREATE INDEX postings_by_member ON postings (member_id, account, business_date) INCLUDE (amount_cents) WHERE member_id IS NOT NULL;

-- An entry balances, has at least two postings and one date: checked at commit, whatever wrote it (I1).
CREATE FUNCTION check_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry int := CASE TG_TABLE_NAME WHEN 'entries' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'entry_id' END;
  lines bigint;
  total numeric;
  dates_agree boolean;
BEGIN
  SELECT count(*), coalesce(sum(p.amount_cents), 0), coalesce(bool_and(p.business_date = e.business_date), true)
    INTO lines, total, dates_agree
    FROM postings p JOIN entries e ON e.id = p.entry_id
   WHERE p.entry_id = entry;
  IF lines < 2 OR total <> 0 OR NOT dates_agree THEN
    RAISE EXCEPTION 'entry % does not balance: % postings, sum % cents, one date: %', entry, lines, total, dates_agree
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_balances';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER entries_balance AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_balances();
CREATE CONSTRAINT TRIGGER postings_balance AFTER INSERT ON postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_balances();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entries_no_truncate BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_no_truncate BEFORE TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
