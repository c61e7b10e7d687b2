-- A share-out is taken back by both offices: what it settled is open again (SHARE-7).
CREATE TABLE distribution_take_backs (
  distribution_id int NOT NULL REFERENCES distributions,
  office          text NOT NULL CONSTRAINT distribution_take_backs_office CHECK (office IN ('Treasurer', 'Sec-Gen')),
  member_id       int NOT NULL REFERENCES members,
  given_at        timestamptz NOT NULL,
  reason          text NOT NULL,
  CONSTRAINT distribution_take_backs_pkey PRIMARY KEY (distribution_id, office),
  CONSTRAINT distribution_take_backs_by_two UNIQUE (distribution_id, member_id)
);
CREATE TRIGGER distribution_take_backs_append_only BEFORE UPDATE OR DELETE ON distribution_take_backs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_take_backs_no_truncate BEFORE TRUNCATE ON distribution_take_backs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What counts no more; null while it counts.
ALTER TABLE loan_repayments ADD COLUMN taken_back_at timestamptz
  CONSTRAINT loan_repayments_taken_back CHECK (taken_back_at IS NULL OR distribution_id IS NOT NULL);
DROP TRIGGER loan_repayments_append_only ON loan_repayments;
CREATE TRIGGER loan_repayments_no_delete BEFORE DELETE ON loan_repayments FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What a repayment charged or took back, undone with it.
ALTER TABLE loan_interest ADD COLUMN undoes int UNIQUE REFERENCES loan_interest;

ALTER TABLE loan_versions
  DROP CONSTRAINT loan_versions_reason,
  ADD CONSTRAINT loan_versions_reason CHECK (reason IN ('payout', 'early', 'reschedule', 'book', 'taken_back'));

DROP TRIGGER fines_settle ON fines;
