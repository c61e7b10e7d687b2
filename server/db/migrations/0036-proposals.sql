-- A second person for money that leaves the bank, and for weakening the rules that ask for one (BOOK-20, MEM-28).

CREATE TABLE proposals (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CONSTRAINT proposals_kind CHECK (kind IN ('ledger_entry', 'exit', 'clearing', 'reversal', 'setting')),
  -- What was asked, as it was sent: it is checked anew from this when another official agrees.
  asked        jsonb NOT NULL,
  description  text NOT NULL,
  -- What it takes out of the bank.
  amount_cents bigint CONSTRAINT proposals_amount CHECK (amount_cents > 0),
  -- Whom an exit or a clearing lets go; they do not decide on it.
  concerns_id  int REFERENCES members,
  -- KES in cents, or hours; null is off.
  setting      text CONSTRAINT proposals_setting CHECK (setting IN ('office_delay_hours', 'second_person_above')),
  old_value    bigint,
  new_value    bigint,
  proposed_by  int NOT NULL REFERENCES members,
  proposed_at  timestamptz NOT NULL,
  proposed_from text NOT NULL,
  -- Of a setting: the delay in force when it was proposed, and when it counts by itself.
  delay_hours  int CONSTRAINT proposals_delay CHECK (delay_hours BETWEEN 1 AND 168),
  effective_at timestamptz,
  -- Null while it waits; `counted`: its time had come.
  outcome      text CONSTRAINT proposals_outcome CHECK (outcome IN ('agreed', 'refused', 'counted')),
  decided_by   int REFERENCES members,
  decided_at   timestamptz,
  reason       text,
  entry_id     int CONSTRAINT proposals_entry_once UNIQUE REFERENCES entries,
  CONSTRAINT proposals_money_or_setting CHECK (
    CASE kind WHEN 'setting' THEN setting IS NOT NULL AND delay_hours IS NOT NULL AND amount_cents IS NULL AND concerns_id IS NULL
              ELSE setting IS NULL AND delay_hours IS NULL AND amount_cents IS NOT NULL
                   AND (concerns_id IS NOT NULL) = (kind IN ('exit', 'clearing')) END),
  CONSTRAINT proposals_wait CHECK (effective_at IS NOT DISTINCT FROM proposed_at + delay_hours * interval '1 hour'),
  CONSTRAINT proposals_decided CHECK (
    CASE outcome WHEN 'agreed' THEN decided_by IS NOT NULL AND decided_at IS NOT NULL AND reason IS NULL
                      AND decided_by <> proposed_by AND decided_by IS DISTINCT FROM concerns_id
                 WHEN 'refused' THEN decided_by IS NOT NULL AND decided_at IS NOT NULL AND reason ~ '\S'
                      AND decided_by IS DISTINCT FROM concerns_id
                 WHEN 'counted' THEN kind = 'setting' AND decided_by IS NULL AND decided_at = effective_at AND reason IS NULL
                 ELSE decided_by IS NULL AND decided_at IS NULL AND reason IS NULL END),
  CONSTRAINT proposals_posted CHECK ((entry_id IS NOT NULL) = (coalesce(outcome, '') = 'agreed' AND kind <> 'setting'))
);
CREATE INDEX proposals_waiting ON proposals (id) WHERE outcome IS NULL;
-- One change of a setting waits at a time.
CREATE UNIQUE INDEX proposals_one_setting_waits ON proposals (setting) WHERE outcome IS NULL;

CREATE FUNCTION keep_proposal_as_made() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deciding text[] := ARRAY['outcome', 'decided_by', 'decided_at', 'reason', 'entry_id'];
BEGIN
  IF OLD.outcome IS NOT NULL OR to_jsonb(NEW) - deciding IS DISTINCT FROM to_jsonb(OLD) - deciding THEN
    RAISE EXCEPTION 'proposal % is decided once, and kept as it was made', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposals_keep BEFORE UPDATE ON proposals FOR EACH ROW EXECUTE FUNCTION keep_proposal_as_made();
CREATE TRIGGER proposals_no_delete BEFORE DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposals_no_truncate BEFORE TRUNCATE ON proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The amount above which a second person is asked, from when on; the last row whose moment has come is in force. No row: off.
CREATE TABLE second_person_limits (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: off. 0: every shilling out.
  above_cents bigint CONSTRAINT second_person_limits_amount CHECK (above_cents >= 0),
  counts_from timestamptz NOT NULL,
  proposal_id int CONSTRAINT second_person_limits_proposal_once UNIQUE REFERENCES proposals
);
CREATE INDEX second_person_limits_in_force ON second_person_limits (counts_from DESC, id DESC);
CREATE TRIGGER second_person_limits_append_only BEFORE UPDATE OR DELETE ON second_person_limits
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER second_person_limits_no_truncate BEFORE TRUNCATE ON second_person_limits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION second_person_above(moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT above_cents FROM second_person_limits WHERE counts_from <= moment ORDER BY counts_from DESC, id DESC LIMIT 1
$$;

-- Whatever wrote it: more than the amount in force at its moment leaves the bank only by a proposal that another official
-- agreed to. A loan has the verdicts of two offices instead.
CREATE FUNCTION check_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint := (SELECT -sum(amount_cents) FROM postings WHERE entry_id = NEW.id AND account = 'bank');
BEGIN
  IF taken > second_person_above(NEW.recorded_at) AND NOT EXISTS (
    SELECT FROM proposals WHERE entry_id = NEW.id AND amount_cents = taken AND proposed_by = NEW.author_id) THEN
    RAISE EXCEPTION 'entry % takes % cents out of the bank, which needs a second person', NEW.id, taken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_second_person';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_second_person AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source_kind NOT IN ('payment', 'fine', 'loan')) EXECUTE FUNCTION check_second_person();
