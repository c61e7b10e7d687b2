-- Fines as charged, and their entries.

-- A fine and its entry stand together or not at all, whatever wrote them. A fine of an opening is in its member's entry.
CREATE OR REPLACE FUNCTION check_fine_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE WHEN NEW.opening_id IS NULL
       THEN EXISTS (SELECT FROM entries WHERE source_kind = 'fine' AND source_id = NEW.id AND purpose = 'charge')
       ELSE EXISTS (SELECT FROM opening_members o JOIN entries e ON e.source_kind = 'opening_member' AND e.source_id = o.id AND e.purpose = 'opening'
                     WHERE o.opening_id = NEW.opening_id AND o.member_id = NEW.member_id AND o.unpaid_fines_cents = NEW.amount_cents
                       AND e.business_date = NEW.charged_on) END) THEN
    RAISE EXCEPTION 'fine % is charged but not posted', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'fine_posted';
  END IF;
  RETURN NULL;
END $$;

-- And the other way round: an entry posts a fine that is there.
CREATE OR REPLACE FUNCTION check_fine_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM fines WHERE id = NEW.source_id) THEN
    RAISE EXCEPTION 'entry % posts a fine that is not there', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;

-- What is settled of a fine only grows, until a share-out that settled it is taken back.
CREATE OR REPLACE FUNCTION keep_fine_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.written_off_cents < OLD.written_off_cents OR NEW.paid_cents < OLD.paid_cents AND NOT EXISTS (
    SELECT FROM distribution_fines s JOIN distributions d ON d.id = s.distribution_id AND d.status = 'taken_back'
     WHERE s.fine_id = OLD.id AND s.amount_cents = OLD.paid_cents - NEW.paid_cents) THEN
    RAISE EXCEPTION 'fine % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER fines_settle BEFORE UPDATE ON fines
  FOR EACH ROW WHEN (NEW.paid_cents < OLD.paid_cents OR NEW.written_off_cents < OLD.written_off_cents) EXECUTE FUNCTION keep_fine_settled();

-- What the person charged without another official's agreement in the 24 hours before that moment, in cents. One that was reversed
-- counts too.
CREATE OR REPLACE FUNCTION fined_alone(person int, moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(f.amount_cents), 0)::bigint FROM fines f
   WHERE f.charged_by = person AND f.charged_at > moment - interval '24 hours' AND f.opening_id IS NULL AND f.proposal_id IS NULL
     AND f.charged_at >= (SELECT counts_from FROM second_person_limits WHERE what = 'fine_sum')
     AND NOT EXISTS (SELECT FROM entries e JOIN proposals q ON q.entry_id = e.id
                      WHERE e.source_kind = 'fine' AND e.source_id = f.id AND e.purpose = 'charge')
$$;

-- Whatever wrote it: a person charges fines that come to more than the limit within 24 hours, or reverses one above it, only by a
-- proposal that another official agreed to. The last of an act answers for its sum. Late fines are nobody's.
CREATE OR REPLACE FUNCTION check_fine_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fine fines;
  alone bigint;
BEGIN
  SELECT f.* INTO fine FROM entries e JOIN fines f ON f.id = e.source_id
   WHERE e.id = coalesce(NEW.reverses, NEW.id) AND e.source_kind = 'fine';
  IF NEW.reverses IS NULL AND NOT EXISTS (
    SELECT FROM fines f WHERE f.charged_by = fine.charged_by AND f.charged_at = fine.charged_at AND f.id > fine.id AND f.opening_id IS NULL) THEN
    alone := fined_alone(fine.charged_by, fine.charged_at);
  END IF;
  IF greatest(fine.amount_cents, alone) > second_person_limit('fine') AND NOT EXISTS (
    SELECT FROM proposals p WHERE p.entry_id = NEW.id AND p.amount_cents = fine.amount_cents AND p.proposed_by = NEW.author_id)
    AND (NEW.reverses IS NOT NULL OR NOT EXISTS (
      SELECT FROM proposals p WHERE p.id = fine.proposal_id AND p.kind = 'fines' AND p.outcome = 'agreed'
         AND p.decided_at = NEW.recorded_at AND p.proposed_by = NEW.author_id)) THEN
    RAISE EXCEPTION 'fine % of % cents needs a second person', fine.id, greatest(fine.amount_cents, alone)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fine_second_person';
  END IF;
  RETURN NULL;
END $$;
