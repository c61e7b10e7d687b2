-- Interest of loans as it falls due, and who guarantees them.

-- Interest that was charged has an entry of its own, both in one transaction. What a repayment takes back is in the entry of that one.
CREATE OR REPLACE FUNCTION check_interest_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount_cents IS DISTINCT FROM (
    SELECT sum(p.amount_cents) FILTER (WHERE p.account = 'interest_receivable' AND p.loan_id = NEW.loan_id)
      FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'loan_interest' AND e.source_id = NEW.id AND e.business_date = NEW.charged_on) THEN
    RAISE EXCEPTION 'interest % is not posted as it was charged', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_interest_posted';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS loan_interest_posted ON loan_interest;
CREATE CONSTRAINT TRIGGER loan_interest_posted AFTER INSERT ON loan_interest
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.amount_cents > 0 AND NEW.change_id IS NULL AND NEW.opening_id IS NULL AND NEW.undoes IS NULL) EXECUTE FUNCTION check_interest_posted();

-- And the other way round: the books charge no interest that is not there.
CREATE OR REPLACE FUNCTION check_interest_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM loan_interest WHERE id = NEW.source_id AND amount_cents > 0 AND change_id IS NULL AND opening_id IS NULL AND undoes IS NULL) THEN
    RAISE EXCEPTION 'entry % charges interest that is not there', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS entries_have_interest ON entries;
CREATE CONSTRAINT TRIGGER entries_have_interest AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.source_kind = 'loan_interest') EXECUTE FUNCTION check_interest_of_entry();

-- A repayment stays as it counted, but for what a share-out repaid that is taken back.
CREATE OR REPLACE FUNCTION keep_repayment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'taken_back_at' IS DISTINCT FROM to_jsonb(OLD) - 'taken_back_at' OR OLD.taken_back_at IS NOT NULL
     OR NOT EXISTS (SELECT FROM distributions d WHERE d.id = OLD.distribution_id AND d.status = 'taken_back') THEN
    RAISE EXCEPTION 'repayment % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER loan_repayments_keep BEFORE UPDATE ON loan_repayments FOR EACH ROW EXECUTE FUNCTION keep_repayment();

-- A guarantee stays as it was requested: its state only goes on, never once the loan is paid out, and what was called only grows.
CREATE OR REPLACE FUNCTION keep_guarantee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.loan_id, NEW.member_id, NEW.amount_cents, NEW.asked_at)
     IS DISTINCT FROM (OLD.id, OLD.loan_id, OLD.member_id, OLD.amount_cents, OLD.asked_at)
     OR NEW.called_cents < OLD.called_cents
     OR NEW.state <> OLD.state AND (
          NOT CASE OLD.state
            WHEN 'asked' THEN NEW.state IN ('agreed', 'declined', 'released')
            WHEN 'agreed' THEN NEW.state IN ('withdrawn', 'released')
            ELSE false
          END
          OR EXISTS (SELECT FROM loans WHERE id = OLD.loan_id AND start_date IS NOT NULL))
     OR NEW.state = OLD.state AND NEW.answered_at IS DISTINCT FROM OLD.answered_at
  THEN
    RAISE EXCEPTION 'guarantee % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS loan_guarantees_keep ON loan_guarantees;
CREATE TRIGGER loan_guarantees_keep BEFORE UPDATE ON loan_guarantees FOR EACH ROW EXECUTE FUNCTION keep_guarantee();

-- A change stays as it was requested: each verdict comes once, and it is done or ended once.
CREATE OR REPLACE FUNCTION keep_loan_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.loan_id, NEW.kind, NEW.reason, NEW.instalments, NEW.first_due_on, NEW.asked_by, NEW.asked_at)
     IS DISTINCT FROM (OLD.id, OLD.loan_id, OLD.kind, OLD.reason, OLD.instalments, OLD.first_due_on, OLD.asked_by, OLD.asked_at)
     OR OLD.done_on IS NOT NULL OR OLD.ended_at IS NOT NULL OR OLD.treasurer_verdict = 'rejected' OR OLD.sec_gen_verdict = 'rejected'
     OR OLD.treasurer_verdict <> 'pending_approval'
        AND (NEW.treasurer_verdict, NEW.treasurer_id, NEW.treasurer_at, NEW.treasurer_acting)
            IS DISTINCT FROM (OLD.treasurer_verdict, OLD.treasurer_id, OLD.treasurer_at, OLD.treasurer_acting)
     OR OLD.sec_gen_verdict <> 'pending_approval'
        AND (NEW.sec_gen_verdict, NEW.sec_gen_id, NEW.sec_gen_at, NEW.sec_gen_acting)
            IS DISTINCT FROM (OLD.sec_gen_verdict, OLD.sec_gen_id, OLD.sec_gen_at, OLD.sec_gen_acting)
  THEN
    RAISE EXCEPTION 'change % of a loan cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS loan_changes_keep ON loan_changes;
CREATE TRIGGER loan_changes_keep BEFORE UPDATE ON loan_changes FOR EACH ROW EXECUTE FUNCTION keep_loan_change();

-- A call is posted as it was shared, both in one transaction, whatever wrote them.
CREATE OR REPLACE FUNCTION check_call_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount_cents IS DISTINCT FROM (
    SELECT sum(p.amount_cents) FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'guarantee_call' AND e.source_id = NEW.change_id
       AND p.account = 'monthly_contribution' AND p.member_id = NEW.member_id) THEN
    RAISE EXCEPTION 'call % is not posted as it was shared', NEW.change_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_call_posted';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS loan_calls_posted ON loan_calls;
CREATE CONSTRAINT TRIGGER loan_calls_posted AFTER INSERT ON loan_calls
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_call_posted();

CREATE OR REPLACE FUNCTION check_call_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM loan_changes c WHERE c.id = NEW.source_id AND c.kind = 'call' AND c.done_on = NEW.business_date
                    AND c.amount_cents = (SELECT sum(amount_cents) FROM loan_calls WHERE change_id = c.id)) THEN
    RAISE EXCEPTION 'entry % calls on nobody', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS entries_have_call ON entries;
CREATE CONSTRAINT TRIGGER entries_have_call AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.source_kind = 'guarantee_call') EXECUTE FUNCTION check_call_of_entry();
