-- Fines: charged by an official, or by the sweep for late contributions (PAY-21, PAY-22).

CREATE TABLE fines (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id         int NOT NULL REFERENCES members,
  amount_cents      bigint NOT NULL CONSTRAINT fines_amount CHECK (amount_cents > 0),
  description       text NOT NULL,
  charged_on        date NOT NULL,
  charged_at        timestamptz NOT NULL,
  -- Null for a late fine of the sweep.
  charged_by        int REFERENCES members,
  -- A late fine: the day since which nothing was paid, and the months it brings the charge up to.
  late_since        date,
  late_months       int,
  paid_cents        bigint NOT NULL DEFAULT 0,
  -- At an exit or clearing, or by the reversal of the fine.
  written_off_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT fines_settled CHECK (paid_cents >= 0 AND written_off_cents >= 0 AND paid_cents + written_off_cents <= amount_cents),
  CONSTRAINT fines_late CHECK ((late_since IS NULL) = (late_months IS NULL)),
  -- One posting per member and month, however many sweeps run at once.
  CONSTRAINT fines_late_once UNIQUE (member_id, late_since, late_months)
);
CREATE INDEX fines_by_member ON fines (member_id, id);
CREATE INDEX fines_unpaid ON fines (member_id, id) WHERE paid_cents + written_off_cents < amount_cents;
CREATE TRIGGER fines_no_delete BEFORE DELETE ON fines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fines_no_truncate BEFORE TRUNCATE ON fines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was charged stays as it is; only what settles it is added, and never taken back.
CREATE FUNCTION keep_fine_as_charged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.member_id, NEW.amount_cents, NEW.description, NEW.charged_on, NEW.charged_at, NEW.charged_by, NEW.late_since, NEW.late_months)
     IS DISTINCT FROM
     (OLD.member_id, OLD.amount_cents, OLD.description, OLD.charged_on, OLD.charged_at, OLD.charged_by, OLD.late_since, OLD.late_months)
     OR NEW.paid_cents < OLD.paid_cents OR NEW.written_off_cents < OLD.written_off_cents
  THEN
    RAISE EXCEPTION 'fine % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fines_keep BEFORE UPDATE ON fines FOR EACH ROW EXECUTE FUNCTION keep_fine_as_charged();

-- A fine and its entry stand together or not at all, whatever wrote them.
CREATE FUNCTION check_fine_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM entries WHERE source_kind = 'fine' AND source_id = NEW.id AND purpose = 'charge') THEN
    RAISE EXCEPTION 'fine % is charged but not posted', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'fine_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER fines_posted AFTER INSERT ON fines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_fine_posted();

CREATE FUNCTION check_fine_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM fines WHERE id = NEW.source_id) THEN
    RAISE EXCEPTION 'entry % posts a fine that is not there', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_have_fine AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source_kind = 'fine') EXECUTE FUNCTION check_fine_of_entry();

-- Which fines a payment settled, oldest first.
CREATE TABLE fine_settlements (
  payment_id   int NOT NULL REFERENCES payments,
  fine_id      int NOT NULL REFERENCES fines,
  amount_cents bigint NOT NULL CONSTRAINT fine_settlements_amount CHECK (amount_cents > 0),
  PRIMARY KEY (payment_id, fine_id)
);
CREATE TRIGGER fine_settlements_append_only BEFORE UPDATE OR DELETE ON fine_settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fine_settlements_no_truncate BEFORE TRUNCATE ON fine_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE INDEX fine_settlements_by_fine ON fine_settlements (fine_id) INCLUDE (amount_cents);
