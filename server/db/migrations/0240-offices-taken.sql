-- Taking an office away waits as giving it does, and members have a say in both (MEM-24, MEM-26).

ALTER TABLE office_proposals
  ADD COLUMN kind text NOT NULL DEFAULT 'give' CONSTRAINT office_proposals_kind CHECK (kind IN ('give', 'take')),
  -- It never counts by time: another official must agree, or three members, or the person who is to lose the office.
  ADD COLUMN needs_agreement boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT office_proposals_in_time,
  DROP CONSTRAINT office_proposals_agreed_by_another,
  DROP CONSTRAINT office_proposals_objected,
  ADD CONSTRAINT office_proposals_in_time
    CHECK (outcome <> 'counted' OR decided_by IS NOT NULL OR (decided_at >= effective_at AND NOT needs_agreement)),
  ADD CONSTRAINT office_proposals_agreed_by_another
    CHECK (outcome <> 'counted' OR decided_by IS NULL
           OR CASE kind WHEN 'give' THEN decided_by NOT IN (proposed_by, member_id) ELSE decided_by = member_id OR decided_by <> proposed_by END),
  ADD CONSTRAINT office_proposals_objected
    CHECK (outcome <> 'objected' OR (decided_by IS NOT NULL AND decided_by <> proposed_by AND (kind = 'give' OR decided_by <> member_id)
           AND reason IS NOT NULL AND reason ~ '\S'));
ALTER TABLE office_proposals ALTER COLUMN kind DROP DEFAULT;

-- What waits for its time is read with every request; what needs an agreement never comes due.
DROP INDEX office_proposals_waiting;
CREATE INDEX office_proposals_waiting ON office_proposals (effective_at) WHERE outcome IS NULL AND NOT needs_agreement;
-- Whether somebody has proposed to take an office lately.
CREATE INDEX office_proposals_by_proposer ON office_proposals (proposed_by, proposed_at);

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

-- Who agreed and who objected. A person may answer again, and the last answer counts.
CREATE TABLE office_answers (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  proposal_id int NOT NULL REFERENCES office_proposals,
  member_id   int NOT NULL REFERENCES members,
  answer      text NOT NULL CONSTRAINT office_answers_answer CHECK (answer IN ('agree', 'object')),
  reason      text,
  -- Whether the answer is one of the three that members decide by. An official's decides by itself.
  counts      boolean NOT NULL,
  answered_at timestamptz NOT NULL,
  CONSTRAINT office_answers_reason CHECK (CASE answer WHEN 'object' THEN reason IS NOT NULL AND reason ~ '\S' ELSE reason IS NULL END)
);
CREATE INDEX office_answers_by_proposal ON office_answers (proposal_id, member_id, id);
CREATE TRIGGER office_answers_append_only BEFORE UPDATE OR DELETE ON office_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER office_answers_no_truncate BEFORE TRUNCATE ON office_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The office of a member who was made dormant or deactivated: without its rights, and held until its removal counts
-- (MEM-23). `office` stays the one whose rights the member has.
ALTER TABLE members
  ADD COLUMN suspended_office text CONSTRAINT members_suspended_office CHECK (suspended_office IN ('Chairperson', 'Sec-Gen', 'Treasurer')),
  ADD CONSTRAINT members_suspended_is_not_active
    CHECK (suspended_office IS NULL OR (office IS NULL AND exited_on IS NULL AND (NOT is_active OR status = 'dormant')));
