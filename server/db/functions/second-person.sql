-- What needs a second person: proposals, offices, and money above a limit.

-- The amount in cents above which `what` needs a second person; null: never. The newest limit counts, whatever the clock says.
CREATE OR REPLACE FUNCTION second_person_limit(what text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT l.above_cents FROM second_person_limits l
   WHERE l.what = second_person_limit.what ORDER BY l.id DESC LIMIT 1
$$;

-- Whatever wrote it: more than the amount in force leaves the bank only by a proposal that another official
-- agreed to. A loan, a share-out and a turn of a merry-go-round have two offices instead, and what an opening brought into the bank goes
-- out again by both offices.
CREATE OR REPLACE FUNCTION check_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint := (SELECT -sum(amount_cents) FROM postings WHERE entry_id = NEW.id AND account = 'bank');
BEGIN
  IF taken > second_person_limit('bank') AND NEW.source_kind <> 'distribution' AND NOT EXISTS (
    SELECT FROM proposals WHERE entry_id = NEW.id AND amount_cents = taken AND proposed_by = NEW.author_id)
    AND NOT EXISTS (SELECT FROM entries WHERE id = NEW.reverses AND source_kind = 'opening')
    AND NOT (NEW.source_kind = 'rotation' AND EXISTS (
      SELECT FROM rotation_events v JOIN rotation_requests q ON q.id = v.request_id
       WHERE v.id = NEW.source_id AND v.kind = 'paid_out' AND q.asked_by <> v.done_by)) THEN
    RAISE EXCEPTION 'entry % takes % cents out of the bank, which needs a second person', NEW.id, taken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_second_person';
  END IF;
  RETURN NULL;
END $$;

-- Cash is moved only by what one of the two approving offices proposed and the other agreed to, and by a collection that both approved.
CREATE OR REPLACE FUNCTION check_cash_by_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM proposals WHERE entry_id = NEW.entry_id AND outcome = 'agreed' AND proposed_office IS NOT NULL)
     AND NOT EXISTS (
       SELECT FROM entries e LEFT JOIN payments p ON e.source_kind = 'payment' AND p.id = e.source_id
         JOIN collections c ON c.id = CASE e.source_kind WHEN 'collection' THEN e.source_id ELSE p.collection_id END
        WHERE e.id = NEW.entry_id AND c.status = 'approved') THEN
    RAISE EXCEPTION 'entry % moves cash, which needs both offices', NEW.entry_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_cash_by_both';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS postings_cash_by_both ON postings;
CREATE CONSTRAINT TRIGGER postings_cash_by_both AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.account = 'cash') EXECUTE FUNCTION check_cash_by_both();

-- A proposal is decided once. Undoing a match and moving or counting cash is agreed to by the office that did not propose it.
CREATE OR REPLACE FUNCTION keep_proposal_as_made() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deciding text[] := ARRAY['outcome', 'decided_by', 'decided_at', 'reason', 'entry_id'];
BEGIN
  IF OLD.outcome IS NOT NULL OR to_jsonb(NEW) - deciding IS DISTINCT FROM to_jsonb(OLD) - deciding THEN
    RAISE EXCEPTION 'proposal % is decided once, and kept as it was made', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.proposed_office IS NOT NULL AND NEW.outcome = 'agreed' AND NOT EXISTS (
    SELECT FROM members m WHERE m.id = NEW.decided_by AND m.office IN ('Treasurer', 'Sec-Gen') AND m.office <> OLD.proposed_office) THEN
    RAISE EXCEPTION 'proposal % is agreed to by the other office', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'proposals_other_office';
  END IF;
  RETURN NEW;
END $$;

-- A proposed office is decided once, and may come to need an agreement, but never ceases to.
CREATE OR REPLACE FUNCTION refuse_redecided_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NOT NULL OR (OLD.needs_agreement AND NOT NEW.needs_agreement)
     OR (NEW.id, NEW.kind, NEW.member_id, NEW.office, NEW.proposed_by, NEW.proposed_at, NEW.delay_hours, NEW.effective_at)
        IS DISTINCT FROM (OLD.id, OLD.kind, OLD.member_id, OLD.office, OLD.proposed_by, OLD.proposed_at, OLD.delay_hours, OLD.effective_at) THEN
    RAISE EXCEPTION 'proposal % is decided once, and is otherwise kept as it was made', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'office_proposals_decided_once';
  END IF;
  RETURN NEW;
END $$;

-- A link to object to a proposed office is used once, and kept as it was made.
CREATE OR REPLACE FUNCTION keep_objection_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.used_at IS NOT NULL OR to_jsonb(NEW) - 'used_at' IS DISTINCT FROM to_jsonb(OLD) - 'used_at' THEN
    RAISE EXCEPTION 'a link to object is used once, and kept as it was made' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER objection_links_keep BEFORE UPDATE ON objection_links FOR EACH ROW EXECUTE FUNCTION keep_objection_link();

-- The match of an approved payment is undone only by a proposal that the other office agreed to.
CREATE OR REPLACE FUNCTION check_undone_by_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND status = 'approved') AND NOT EXISTS (
    SELECT FROM proposals p WHERE p.line_id = NEW.line_id AND p.outcome = 'agreed'
       AND p.decided_at = NEW.undone_at AND p.proposed_by = NEW.undone_by) THEN
    RAISE EXCEPTION 'match % is of an approved payment, and undone by both offices', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'match_undone_by_both';
  END IF;
  RETURN NULL;
END $$;
