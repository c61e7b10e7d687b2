-- Offices that are proposed and wait until they count (MEM-24). Kept for good, with who proposed, agreed or objected.

CREATE TABLE office_proposals (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id    int NOT NULL REFERENCES members,
  office       text NOT NULL CONSTRAINT office_proposals_office CHECK (office IN ('Chairperson', 'Sec-Gen', 'Treasurer')),
  proposed_by  int NOT NULL REFERENCES members,
  proposed_at  timestamptz NOT NULL,
  -- The group's setting at that moment: a later change of it changes nothing here.
  delay_hours  int NOT NULL CONSTRAINT office_proposals_delay CHECK (delay_hours BETWEEN 0 AND 168),
  effective_at timestamptz NOT NULL,
  -- Null while it waits. `lapsed`: the member could not hold the office any more.
  outcome      text CONSTRAINT office_proposals_outcome CHECK (outcome IN ('counted', 'objected', 'withdrawn', 'lapsed')),
  -- Who agreed, objected or withdrew; null where its time had come.
  decided_by   int REFERENCES members,
  decided_at   timestamptz,
  reason       text,
  CONSTRAINT office_proposals_wait CHECK (effective_at = proposed_at + delay_hours * interval '1 hour'),
  CONSTRAINT office_proposals_decided CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NOT NULL OR decided_by IS NULL)),
  CONSTRAINT office_proposals_in_time CHECK (outcome <> 'counted' OR decided_by IS NOT NULL OR decided_at >= effective_at),
  CONSTRAINT office_proposals_agreed_by_another CHECK (outcome <> 'counted' OR decided_by NOT IN (proposed_by, member_id)),
  CONSTRAINT office_proposals_objected CHECK (outcome <> 'objected' OR (decided_by IS NOT NULL AND decided_by <> proposed_by AND reason IS NOT NULL AND reason ~ '\S'))
);
CREATE UNIQUE INDEX office_proposals_one_waits ON office_proposals (member_id) WHERE outcome IS NULL;
-- Read with every request: whether the time of one has come.
CREATE INDEX office_proposals_waiting ON office_proposals (effective_at) WHERE outcome IS NULL;

CREATE FUNCTION refuse_redecided_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NOT NULL
     OR (NEW.id, NEW.member_id, NEW.office, NEW.proposed_by, NEW.proposed_at, NEW.delay_hours, NEW.effective_at)
        IS DISTINCT FROM (OLD.id, OLD.member_id, OLD.office, OLD.proposed_by, OLD.proposed_at, OLD.delay_hours, OLD.effective_at) THEN
    RAISE EXCEPTION 'proposal % is decided once, and is otherwise kept as it was made', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'office_proposals_decided_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER office_proposals_decided_once BEFORE UPDATE ON office_proposals FOR EACH ROW EXECUTE FUNCTION refuse_redecided_proposal();
CREATE TRIGGER office_proposals_kept BEFORE DELETE ON office_proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER office_proposals_no_truncate BEFORE TRUNCATE ON office_proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
