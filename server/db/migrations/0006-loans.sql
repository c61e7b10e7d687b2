-- Loans: applied for, validated by both offices, paid out, repaid (LOAN-10).

CREATE TABLE loans (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id         int NOT NULL REFERENCES members,
  -- The member's first, second, … application: "Normal Loan 7".
  number            int NOT NULL,
  loan_type         text NOT NULL CONSTRAINT loans_type CHECK (loan_type IN ('normal_loan', 'emergency_loan')),
  amount_cents      bigint NOT NULL CONSTRAINT loans_amount CHECK (amount_cents > 0),
  -- The terms it was given: flat interest, and how long it runs from the second approval.
  interest_cents    bigint NOT NULL CONSTRAINT loans_interest CHECK (interest_cents >= 0),
  rate_bp           int NOT NULL,
  term_months       int NOT NULL,
  applied_at        timestamptz NOT NULL,
  -- Why it was rejected at once, without the offices: above the member's limit.
  refused_because   text,
  treasurer_verdict text NOT NULL DEFAULT 'pending_approval',
  treasurer_id      int REFERENCES members,
  treasurer_reason  text,
  treasurer_at      timestamptz,
  sec_gen_verdict   text NOT NULL DEFAULT 'pending_approval',
  sec_gen_id        int REFERENCES members,
  sec_gen_reason    text,
  sec_gen_at        timestamptz,
  status            text NOT NULL DEFAULT 'pending' CONSTRAINT loans_status CHECK (
                      status IN ('pending', 'pending_approval', 'rejected', 'active', 'default', 'cleared', 'written_off')),
  start_date        date,
  expiry_date       date,
  -- What approved repayments add up to (their split runs by this total), and what is still owed.
  repaid_cents      bigint NOT NULL DEFAULT 0 CONSTRAINT loans_repaid CHECK (repaid_cents >= 0),
  balance_cents     bigint NOT NULL DEFAULT 0 CONSTRAINT loans_balance CHECK (
                      balance_cents BETWEEN 0 AND amount_cents + interest_cents),
  CONSTRAINT loans_number_key UNIQUE (member_id, number),
  CONSTRAINT loans_treasurer CHECK (
    CASE treasurer_verdict
      WHEN 'pending_approval' THEN treasurer_id IS NULL AND treasurer_at IS NULL AND treasurer_reason IS NULL
      WHEN 'approved' THEN treasurer_id IS NOT NULL AND treasurer_at IS NOT NULL AND treasurer_reason IS NULL
      WHEN 'rejected' THEN treasurer_id IS NOT NULL AND treasurer_at IS NOT NULL AND treasurer_reason IS NOT NULL
      ELSE false
    END),
  CONSTRAINT loans_sec_gen CHECK (
    CASE sec_gen_verdict
      WHEN 'pending_approval' THEN sec_gen_id IS NULL AND sec_gen_at IS NULL AND sec_gen_reason IS NULL
      WHEN 'approved' THEN sec_gen_id IS NOT NULL AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NULL
      WHEN 'rejected' THEN sec_gen_id IS NOT NULL AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NOT NULL
      ELSE false
    END),
  CONSTRAINT loans_two_people CHECK (treasurer_id <> sec_gen_id),
  CONSTRAINT loans_status_follows_verdicts CHECK (
    CASE
      WHEN refused_because IS NOT NULL OR treasurer_verdict = 'rejected' OR sec_gen_verdict = 'rejected' THEN status = 'rejected'
      WHEN treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved' THEN status IN ('active', 'default', 'cleared', 'written_off')
      WHEN treasurer_verdict = 'approved' OR sec_gen_verdict = 'approved' THEN status = 'pending_approval'
      ELSE status = 'pending'
    END),
  CONSTRAINT loans_owed_while_live CHECK ((status IN ('active', 'default', 'written_off')) = (balance_cents > 0)),
  CONSTRAINT loans_dates CHECK (
    (status IN ('active', 'default', 'cleared', 'written_off')) = (start_date IS NOT NULL AND expiry_date IS NOT NULL))
);
-- One application of a type waits at a time (LOAN-6).
CREATE UNIQUE INDEX loans_one_pending_key ON loans (member_id, loan_type) WHERE status IN ('pending', 'pending_approval');
CREATE INDEX loans_open ON loans (id) WHERE status IN ('pending', 'pending_approval');
CREATE INDEX loans_live ON loans (member_id) INCLUDE (balance_cents) WHERE status IN ('active', 'default', 'written_off');
CREATE INDEX loans_running ON loans (expiry_date) WHERE status = 'active';
CREATE TRIGGER loans_no_delete BEFORE DELETE ON loans FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loans_no_truncate BEFORE TRUNCATE ON loans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A loan stays as it was applied for: each verdict comes once, its days are set once, what is owed only goes down, and
-- what is rejected or cleared stays so.
CREATE FUNCTION keep_loan_as_applied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.member_id, NEW.number, NEW.loan_type, NEW.amount_cents, NEW.interest_cents, NEW.rate_bp, NEW.term_months,
      NEW.applied_at, NEW.refused_because)
     IS DISTINCT FROM
     (OLD.id, OLD.member_id, OLD.number, OLD.loan_type, OLD.amount_cents, OLD.interest_cents, OLD.rate_bp, OLD.term_months,
      OLD.applied_at, OLD.refused_because)
     OR (OLD.treasurer_verdict <> 'pending_approval' AND (NEW.treasurer_verdict, NEW.treasurer_id, NEW.treasurer_reason, NEW.treasurer_at)
         IS DISTINCT FROM (OLD.treasurer_verdict, OLD.treasurer_id, OLD.treasurer_reason, OLD.treasurer_at))
     OR (OLD.sec_gen_verdict <> 'pending_approval' AND (NEW.sec_gen_verdict, NEW.sec_gen_id, NEW.sec_gen_reason, NEW.sec_gen_at)
         IS DISTINCT FROM (OLD.sec_gen_verdict, OLD.sec_gen_id, OLD.sec_gen_reason, OLD.sec_gen_at))
     OR (OLD.start_date IS NOT NULL AND (NEW.start_date, NEW.expiry_date) IS DISTINCT FROM (OLD.start_date, OLD.expiry_date))
     OR (OLD.start_date IS NOT NULL AND NEW.balance_cents > OLD.balance_cents)
     OR NEW.repaid_cents < OLD.repaid_cents
     OR NOT (CASE OLD.status
          WHEN 'pending' THEN NEW.status IN ('pending', 'pending_approval', 'rejected')
          WHEN 'pending_approval' THEN NEW.status IN ('pending_approval', 'active', 'rejected')
          WHEN 'active' THEN NEW.status IN ('active', 'default', 'cleared', 'written_off')
          WHEN 'default' THEN NEW.status IN ('default', 'cleared', 'written_off')
          WHEN 'written_off' THEN NEW.status IN ('written_off', 'cleared')
          ELSE false
        END)
  THEN
    RAISE EXCEPTION 'loan % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER loans_keep BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION keep_loan_as_applied();

-- A loan runs if and only if the books paid its amount out of the bank: both in one transaction, whatever wrote them (I10).
CREATE FUNCTION check_loan_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF -NEW.amount_cents IS DISTINCT FROM (
    SELECT sum(p.amount_cents) FILTER (WHERE p.account = 'bank')
      FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'loan' AND e.source_id = NEW.id AND e.purpose = 'disbursement') THEN
    RAISE EXCEPTION 'loan % runs but is not posted as it stands', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER loans_posted AFTER INSERT OR UPDATE OF start_date ON loans
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.start_date IS NOT NULL) EXECUTE FUNCTION check_loan_posted();

CREATE FUNCTION check_loan_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM loans WHERE id = NEW.source_id AND start_date = NEW.business_date) THEN
    RAISE EXCEPTION 'entry % pays out a loan that does not run', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_have_loan AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source_kind = 'loan') EXECUTE FUNCTION check_loan_of_entry();

ALTER TABLE postings ADD CONSTRAINT postings_loan FOREIGN KEY (loan_id) REFERENCES loans;

ALTER TABLE payments
  ADD COLUMN loan_id int REFERENCES loans,
  ADD CONSTRAINT payments_loan CHECK ((kind = 'loan_payment') = (loan_id IS NOT NULL));
CREATE INDEX payments_by_loan ON payments (loan_id) INCLUDE (amount_cents, status) WHERE loan_id IS NOT NULL;

-- The loan that a payment repays is part of what was submitted.
CREATE OR REPLACE FUNCTION keep_payment_as_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.member_id, NEW.amount_cents, NEW.reference, NEW.paid_at, NEW.submitted_at, NEW.contribution_month, NEW.loan_id)
     IS DISTINCT FROM
     (OLD.kind, OLD.member_id, OLD.amount_cents, OLD.reference, OLD.paid_at, OLD.submitted_at, OLD.contribution_month, OLD.loan_id)
     OR OLD.status IN ('approved', 'rejected')
     OR (OLD.treasurer_verdict <> 'pending_approval' AND (NEW.treasurer_verdict, NEW.treasurer_id, NEW.treasurer_at)
         IS DISTINCT FROM (OLD.treasurer_verdict, OLD.treasurer_id, OLD.treasurer_at))
     OR (OLD.sec_gen_verdict <> 'pending_approval' AND (NEW.sec_gen_verdict, NEW.sec_gen_id, NEW.sec_gen_at)
         IS DISTINCT FROM (OLD.sec_gen_verdict, OLD.sec_gen_id, OLD.sec_gen_at))
  THEN
    RAISE EXCEPTION 'payment % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
