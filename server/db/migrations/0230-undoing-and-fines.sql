-- A fine above the group's limit needs a second official, and the match of an approved payment is undone by both offices (BOOK-27,
-- STAT-29, MEM-28).

ALTER TABLE proposals
  -- The line whose match is to be undone, and the office that proposed it: the other one agrees.
  ADD COLUMN line_id int REFERENCES statement_lines,
  ADD COLUMN proposed_office text CONSTRAINT proposals_office CHECK (proposed_office IN ('Treasurer', 'Sec-Gen')),
  DROP CONSTRAINT proposals_kind,
  ADD CONSTRAINT proposals_kind CHECK (kind IN ('ledger_entry', 'exit', 'clearing', 'reversal', 'setting', 'fines', 'unmatch')),
  DROP CONSTRAINT proposals_setting,
  ADD CONSTRAINT proposals_setting CHECK (setting IN ('office_delay_hours', 'second_person_above', 'fine_limit', 'late_fine_amount')),
  DROP CONSTRAINT proposals_money_or_setting,
  ADD CONSTRAINT proposals_money_or_setting CHECK (
    CASE kind WHEN 'setting' THEN setting IS NOT NULL AND delay_hours IS NOT NULL AND amount_cents IS NULL AND concerns_id IS NULL
              ELSE setting IS NULL AND delay_hours IS NULL AND amount_cents IS NOT NULL
                   -- Or whoever is fined, or was.
                   AND CASE WHEN kind IN ('exit', 'clearing') THEN concerns_id IS NOT NULL
                            ELSE concerns_id IS NULL OR kind IN ('ledger_entry', 'reversal') END END
    AND (line_id IS NOT NULL) = (kind = 'unmatch') AND (proposed_office IS NOT NULL) = (kind = 'unmatch')),
  DROP CONSTRAINT proposals_posted,
  ADD CONSTRAINT proposals_posted CHECK (
    (entry_id IS NOT NULL) = (coalesce(outcome, '') = 'agreed' AND kind NOT IN ('setting', 'fines', 'unmatch')));
CREATE UNIQUE INDEX proposals_one_unmatch_waits ON proposals (line_id) WHERE outcome IS NULL;
CREATE INDEX proposals_by_line ON proposals (line_id) WHERE line_id IS NOT NULL;

-- The fines of one proposal.
ALTER TABLE fines ADD COLUMN proposal_id int REFERENCES proposals;
CREATE INDEX fines_of_proposal ON fines (proposal_id) WHERE proposal_id IS NOT NULL;

CREATE OR REPLACE FUNCTION keep_fine_as_charged() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  settling text[] := ARRAY['paid_cents', 'written_off_cents'];
BEGIN
  IF to_jsonb(NEW) - settling IS DISTINCT FROM to_jsonb(OLD) - settling
     OR NEW.paid_cents < OLD.paid_cents OR NEW.written_off_cents < OLD.written_off_cents
  THEN
    RAISE EXCEPTION 'fine % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- What each limit is of: money out of the bank, one fine, or undoing a match. The last two begin with their first row, after all that
-- was charged, changed and undone before.
ALTER TABLE second_person_limits
  ADD COLUMN what text NOT NULL DEFAULT 'bank' CONSTRAINT second_person_limits_what CHECK (what IN ('bank', 'fine', 'unmatch'));
DROP INDEX second_person_limits_in_force;
CREATE INDEX second_person_limits_in_force ON second_person_limits (what, counts_from DESC, id DESC);
INSERT INTO second_person_limits (what, above_cents, counts_from) VALUES
  ('fine', 500000, coalesce(greatest((SELECT max(recorded_at) FROM entries WHERE source_kind = 'fine'),
                                     (SELECT max(at) FROM audit_entries WHERE action = 'settings.change')) + interval '1 microsecond', '-infinity')),
  ('unmatch', 0, coalesce((SELECT max(undone_at) FROM statement_matches) + interval '1 microsecond', '-infinity'));

CREATE FUNCTION second_person_limit(what text, moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT l.above_cents FROM second_person_limits l
   WHERE l.what = second_person_limit.what AND l.counts_from <= moment ORDER BY l.counts_from DESC, l.id DESC LIMIT 1
$$;
CREATE OR REPLACE FUNCTION second_person_above(moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT second_person_limit('bank', moment)
$$;

-- Whatever wrote it: a person charges or reverses a fine above the limit only by a proposal that another official agreed to. Late
-- fines are nobody's.
CREATE FUNCTION check_fine_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fine fines;
BEGIN
  SELECT f.* INTO fine FROM entries e JOIN fines f ON f.id = e.source_id
   WHERE e.id = coalesce(NEW.reverses, NEW.id) AND e.source_kind = 'fine';
  IF fine.amount_cents > second_person_limit('fine', NEW.recorded_at) AND NOT EXISTS (
    SELECT FROM proposals p WHERE p.entry_id = NEW.id AND p.amount_cents = fine.amount_cents AND p.proposed_by = NEW.author_id)
    AND (NEW.reverses IS NOT NULL OR NOT EXISTS (
      SELECT FROM proposals p WHERE p.id = fine.proposal_id AND p.kind = 'fines' AND p.outcome = 'agreed'
         AND p.decided_at = NEW.recorded_at AND p.proposed_by = NEW.author_id)) THEN
    RAISE EXCEPTION 'fine % of % cents needs a second person', fine.id, fine.amount_cents
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fine_second_person';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_fine_agreed AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.author_id IS NOT NULL AND (NEW.source_kind = 'fine' OR NEW.reverses IS NOT NULL)) EXECUTE FUNCTION check_fine_agreed();

CREATE FUNCTION check_undone_by_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND status = 'approved') AND NOT EXISTS (
    SELECT FROM proposals p WHERE p.line_id = NEW.line_id AND p.outcome = 'agreed'
       AND p.decided_at = NEW.undone_at AND p.proposed_by = NEW.undone_by) THEN
    RAISE EXCEPTION 'match % is of an approved payment, and undone by both offices', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'match_undone_by_both';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER statement_matches_undone_by_both AFTER UPDATE ON statement_matches
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.undone_at IS NULL AND NEW.undone_why = 'unmatched') EXECUTE FUNCTION check_undone_by_both();

-- As before; undoing a match is agreed to by the office that did not propose it.
CREATE OR REPLACE FUNCTION keep_proposal_as_made() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deciding text[] := ARRAY['outcome', 'decided_by', 'decided_at', 'reason', 'entry_id'];
BEGIN
  IF OLD.outcome IS NOT NULL OR to_jsonb(NEW) - deciding IS DISTINCT FROM to_jsonb(OLD) - deciding THEN
    RAISE EXCEPTION 'proposal % is decided once, and kept as it was made', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.kind = 'unmatch' AND NEW.outcome = 'agreed' AND NOT EXISTS (
    SELECT FROM members m WHERE m.id = NEW.decided_by AND m.office IN ('Treasurer', 'Sec-Gen') AND m.office <> OLD.proposed_office) THEN
    RAISE EXCEPTION 'proposal % is agreed to by the other office', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'proposals_other_office';
  END IF;
  RETURN NEW;
END $$;
