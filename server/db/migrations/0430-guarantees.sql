-- Who guarantees a loan, for how much, and what was taken out of their savings for it.

CREATE TABLE loan_guarantees (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  loan_id      int NOT NULL REFERENCES loans,
  member_id    int NOT NULL REFERENCES members,
  amount_cents bigint NOT NULL CONSTRAINT loan_guarantees_amount CHECK (amount_cents > 0),
  -- `released`: the borrower no longer wants it. That a loan ended is in the loan.
  state        text NOT NULL CONSTRAINT loan_guarantees_state CHECK (state IN ('asked', 'agreed', 'declined', 'withdrawn', 'released')),
  asked_at     timestamptz NOT NULL,
  -- Of the last change of the state.
  answered_at  timestamptz,
  called_cents bigint NOT NULL DEFAULT 0 CONSTRAINT loan_guarantees_called CHECK (called_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT loan_guarantees_answered CHECK ((state = 'asked') = (answered_at IS NULL))
);
CREATE UNIQUE INDEX loan_guarantees_once ON loan_guarantees (loan_id, member_id) WHERE state IN ('asked', 'agreed');
CREATE INDEX loan_guarantees_by_loan ON loan_guarantees (loan_id, id);
CREATE INDEX loan_guarantees_by_member ON loan_guarantees (member_id, id);
CREATE INDEX loan_guarantees_agreed ON loan_guarantees (member_id) INCLUDE (loan_id, amount_cents, called_cents) WHERE state = 'agreed';
CREATE TRIGGER loan_guarantees_no_delete BEFORE DELETE ON loan_guarantees FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_guarantees_no_truncate BEFORE TRUNCATE ON loan_guarantees FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What guarantors had to agree to together, of a loan of a product that was paid out.
ALTER TABLE loans
  ADD COLUMN guarantee_needed_cents bigint CONSTRAINT loans_guarantee_needed CHECK (guarantee_needed_cents >= 0),
  ADD CONSTRAINT loans_guarantee_of_product CHECK (guarantee_needed_cents IS NULL OR version IS NOT NULL);

ALTER TABLE group_settings
  ADD COLUMN plain_loans         boolean NOT NULL DEFAULT true,
  ADD COLUMN guarantees_at_most  int CONSTRAINT group_settings_guarantees CHECK (guarantees_at_most BETWEEN 1 AND 100),
  ADD COLUMN officials_guarantee boolean NOT NULL DEFAULT true;
