-- The books that a group brings with it: accepted and taken back as a whole.

-- Whether both offices have taken it back.
CREATE OR REPLACE FUNCTION is_taken_back(opening int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM openings WHERE id = opening AND taken_back_at IS NOT NULL)
$$;

-- What an entry of an opening, or the reversal of one, belongs to.
CREATE OR REPLACE FUNCTION opening_of_entry(kind text, source int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE kind WHEN 'opening' THEN source
                   WHEN 'opening_member' THEN (SELECT opening_id FROM opening_members WHERE id = source)
                   WHEN 'opening_loan' THEN (SELECT opening_id FROM opening_loans WHERE loan_id = source) END
$$;

-- Nothing but an opening that is accepted in this transaction posts so: on its day, by its Treasurer.
CREATE OR REPLACE FUNCTION check_opening_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM openings
                  WHERE id = opening_of_entry(NEW.source_kind, NEW.source_id) AND outcome = 'accepted' AND taken_back_at IS NULL
                    AND cut_over_on = NEW.business_date AND decided_at = NEW.recorded_at AND proposed_by = NEW.author_id) THEN
    RAISE EXCEPTION 'entry % is of no opening that was accepted', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;

-- And nothing but its taking back, by both offices, reverses them: on the same day, so that no day shows what never was.
CREATE OR REPLACE FUNCTION check_opening_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken record;
  opening int;
BEGIN
  SELECT * INTO taken FROM entries WHERE id = NEW.reverses;
  IF taken.source_kind NOT IN ('opening', 'opening_member', 'opening_loan') THEN RETURN NULL; END IF;
  opening := opening_of_entry(taken.source_kind, taken.source_id);
  IF taken.business_date <> NEW.business_date
     OR NOT EXISTS (SELECT FROM openings WHERE id = opening AND taken_back_at = NEW.recorded_at)
     OR 2 <> (SELECT count(*) FROM opening_take_backs WHERE opening_id = opening) THEN
    RAISE EXCEPTION 'entry % reverses what no two offices took back', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;

-- What was brought for a member is posted to the cent, and comes with the acceptance.
CREATE OR REPLACE FUNCTION check_opening_member_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posted record;
BEGIN
  SELECT coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'monthly_contribution' AND p.member_id = NEW.member_id), 0) AS savings,
         coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'fine_receivable' AND p.member_id = NEW.member_id), 0) AS fines
    INTO posted
    FROM entries e JOIN postings p ON p.entry_id = e.id
   WHERE e.source_kind = 'opening_member' AND e.source_id = NEW.id AND e.purpose = 'opening';
  IF posted.savings <> NEW.savings_cents OR posted.fines <> NEW.unpaid_fines_cents
     OR NOT EXISTS (SELECT FROM openings WHERE id = NEW.opening_id AND outcome = 'accepted' AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'what opening % brought for member % is not posted as it stands', NEW.opening_id, NEW.member_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'opening_posted';
  END IF;
  RETURN NULL;
END $$;

-- Accepted as a whole, and taken back as a whole.
CREATE OR REPLACE FUNCTION check_opening_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.taken_back_at IS NULL THEN
    IF NEW.members <> (SELECT count(*) FROM opening_members WHERE opening_id = NEW.id)
       OR NEW.savings_cents <> (SELECT coalesce(sum(savings_cents), 0) FROM opening_members WHERE opening_id = NEW.id)
       OR NEW.loans <> (SELECT count(*) FROM opening_loans WHERE opening_id = NEW.id) THEN
      RAISE EXCEPTION 'opening % is accepted in part', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'opening_whole';
    END IF;
  ELSIF EXISTS (SELECT FROM entries e WHERE e.source_kind IN ('opening', 'opening_member', 'opening_loan')
                   AND opening_of_entry(e.source_kind, e.source_id) = NEW.id
                   AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id))
     OR EXISTS (SELECT FROM loans WHERE opening_id = NEW.id AND status <> 'rejected')
     OR EXISTS (SELECT FROM fines WHERE opening_id = NEW.id AND written_off_cents <> amount_cents)
     OR EXISTS (SELECT FROM fixed_deposits WHERE opening_id = NEW.id AND NOT is_reversed) THEN
    RAISE EXCEPTION 'opening % is taken back in part', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'opening_whole';
  END IF;
  RETURN NULL;
END $$;
