-- Journal entries: balanced, complete, dated in an open year (BOOK-1, BOOK-2).

-- An entry is checked once, at commit, with all its postings.
CREATE OR REPLACE FUNCTION check_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines bigint;
  total numeric;
  dates_agree boolean;
BEGIN
  SELECT count(*), coalesce(sum(amount_cents), 0), coalesce(bool_and(business_date = NEW.business_date), true)
    INTO lines, total, dates_agree
    FROM postings WHERE entry_id = NEW.id;
  IF lines < 2 OR total <> 0 OR NOT dates_agree THEN
    RAISE EXCEPTION 'entry % does not balance: % postings, sum % cents, one date: %', NEW.id, lines, total, dates_agree
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_balances';
  END IF;
  RETURN NULL;
END $$;

-- A posting comes in the transaction of its entry, so that the check of the entry has seen it.
CREATE OR REPLACE FUNCTION check_postings_come_with_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  complete int;
BEGIN
  SELECT e.id INTO complete FROM posted p JOIN entries e ON e.id = p.entry_id
   WHERE e.xmin <> pg_current_xact_id()::xid LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'entry % is complete and takes no posting', complete
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_balances';
  END IF;
  RETURN NULL;
END $$;

-- What the balance projection sums later (docs/decisions/008-sums.md).
CREATE OR REPLACE FUNCTION queue_postings_to_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO postings_to_sum (business_date, account, closing, member_id, amount_cents, entries, first_lines, lines, entry_id, fund_id, from_fund)
  SELECT p.business_date, p.account, e.source_kind = 'financial_year', p.member_id, p.amount_cents,
         (row_number() OVER (PARTITION BY p.entry_id, p.account ORDER BY p.line) = 1)::int, (p.line = 1)::int, 1, p.entry_id, p.fund_id,
         -- A reversal takes back what came in, or what went out.
         CASE WHEN p.fund_id IS NOT NULL THEN (p.amount_cents > 0) = (e.reverses IS NULL) END
    FROM posted p JOIN entries e ON e.id = p.entry_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refuse_entry_in_closed_year() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- No entry is dated after the Nairobi day it is written on, but on the day of something that it undoes, pays or settles (BOOK-30):
-- of an entry that is there, of the payment or application that it approves, or of its meeting.
CREATE OR REPLACE FUNCTION refuse_entry_from_the_future() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.source_kind IN ('ledger_entry', 'journal_entry', 'payment', 'loan', 'loan_interest', 'guarantee_call', 'settlement',
                         'bad_debt_recovery', 'distribution', 'rotation', 'collection')
     -- Of those by hand only the cents that a payout left over, on the day of its settlement.
     AND (EXISTS (SELECT FROM entries WHERE business_date = NEW.business_date AND (NEW.source_kind <> 'ledger_entry' OR source_kind = 'settlement'))
          OR EXISTS (SELECT FROM payments WHERE NEW.source_kind = 'payment' AND id = NEW.source_id AND paid_on = NEW.business_date)
          OR EXISTS (SELECT FROM loans WHERE NEW.source_kind = 'loan' AND id = NEW.source_id
                        AND (applied_at AT TIME ZONE 'Africa/Nairobi')::date = NEW.business_date)
          OR EXISTS (SELECT FROM collections c JOIN meetings m ON m.id = c.meeting_id
                      WHERE NEW.source_kind = 'collection' AND c.id = NEW.source_id AND m.held_on = NEW.business_date)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an entry of % written at %', NEW.business_date, NEW.recorded_at
    USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_not_in_future';
END $$;
CREATE OR REPLACE TRIGGER entries_not_in_future BEFORE INSERT ON entries
  FOR EACH ROW WHEN (NEW.business_date > (NEW.recorded_at AT TIME ZONE 'Africa/Nairobi')::date) EXECUTE FUNCTION refuse_entry_from_the_future();
