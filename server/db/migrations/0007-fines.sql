-- Fines: charged by an official, or by the sweep for late contributions (spec 9, contract 4).

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

-- Which fines a payment settled, oldest first.
CREATE TABLE fine_settlements (
  payment_id   int NOT NULL REFERENCES payments,
  fine_id      int NOT NULL REFERENCES fines,
  amount_cents bigint NOT NULL CONSTRAINT fine_settlements_amount CHECK (amount_cents > 0),
  PRIMARY KEY (payment_id, fine_id)
);
