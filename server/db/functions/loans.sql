-- Loans as applied for, who may decide on them, and their entries.

-- A loan stays as it was applied for: each verdict comes once, its days are set once, what is owed only goes down, and
-- what is rejected or cleared stays so; a new schedule makes a loan in default active again. A loan of an opening ends with it, if nothing was repaid of it here. On a loan of a
-- product interest is charged while it runs, and its last day is that of its rows.
CREATE OR REPLACE FUNCTION keep_loan_as_applied() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ends boolean := OLD.opening_id IS NOT NULL AND OLD.status IN ('active', 'default') AND NEW.status = 'rejected'
                  AND NEW.start_date IS NULL AND NEW.expiry_date IS NULL AND NEW.repaid_cents = OLD.repaid_cents
                  AND is_taken_back(OLD.opening_id);
  -- What a share-out repaid is owed again once it is taken back.
  reopens boolean := NEW.repaid_cents < OLD.repaid_cents AND EXISTS (
    SELECT FROM loan_repayments r WHERE r.loan_id = OLD.id AND r.taken_back_at IS NOT NULL
       AND r.amount_cents = OLD.repaid_cents - NEW.repaid_cents);
BEGIN
  IF (NEW.id, NEW.member_id, NEW.number, NEW.loan_type, NEW.amount_cents, NEW.interest_cents, NEW.rate_bp, NEW.term_months,
      NEW.applied_at, NEW.refused_because, NEW.opening_id, NEW.product_id, NEW.instalments, NEW.fee_cents, NEW.tops_up)
     IS DISTINCT FROM
     (OLD.id, OLD.member_id, OLD.number, OLD.loan_type, OLD.amount_cents, OLD.interest_cents, OLD.rate_bp, OLD.term_months,
      OLD.applied_at, OLD.refused_because, OLD.opening_id, OLD.product_id, OLD.instalments, OLD.fee_cents, OLD.tops_up)
     OR (OLD.treasurer_verdict <> 'pending_approval' AND (NEW.treasurer_verdict, NEW.treasurer_id, NEW.treasurer_reason, NEW.treasurer_at)
         IS DISTINCT FROM (OLD.treasurer_verdict, OLD.treasurer_id, OLD.treasurer_reason, OLD.treasurer_at))
     OR (OLD.sec_gen_verdict <> 'pending_approval' AND (NEW.sec_gen_verdict, NEW.sec_gen_id, NEW.sec_gen_reason, NEW.sec_gen_at)
         IS DISTINCT FROM (OLD.sec_gen_verdict, OLD.sec_gen_id, OLD.sec_gen_reason, OLD.sec_gen_at))
     OR (OLD.start_date IS NOT NULL AND NOT ends AND NEW.start_date IS DISTINCT FROM OLD.start_date)
     OR (OLD.start_date IS NOT NULL AND NOT ends AND OLD.product_id IS NULL AND NEW.expiry_date IS DISTINCT FROM OLD.expiry_date)
     OR (OLD.start_date IS NOT NULL AND OLD.product_id IS NULL AND NEW.balance_cents > OLD.balance_cents AND NOT reopens)
     OR NEW.version < OLD.version
     OR OLD.start_date IS NOT NULL AND NEW.guarantee_needed_cents IS DISTINCT FROM OLD.guarantee_needed_cents
     OR NEW.repaid_cents < OLD.repaid_cents AND NOT reopens
     OR NOT (ends OR CASE OLD.status
          WHEN 'pending' THEN NEW.status IN ('pending', 'pending_approval', 'rejected')
          WHEN 'pending_approval' THEN NEW.status IN ('pending_approval', 'active', 'rejected')
          WHEN 'active' THEN NEW.status IN ('active', 'default', 'cleared', 'written_off')
          WHEN 'default' THEN NEW.status IN ('default', 'cleared', 'written_off') OR NEW.status = 'active' AND coalesce(NEW.version > OLD.version, false)
          WHEN 'written_off' THEN NEW.status IN ('written_off', 'cleared')
          WHEN 'cleared' THEN reopens AND NEW.status IN ('active', 'default')
          ELSE false
        END)
  THEN
    RAISE EXCEPTION 'loan % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- A loan runs if and only if the books paid its amount out of the bank: both in one transaction, whatever wrote them (I10). A loan of
-- an opening is posted by what was left of it. Of a loan of a product a fee and another loan may be kept back.
CREATE OR REPLACE FUNCTION check_loan_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posted bigint;
BEGIN
  IF NEW.opening_id IS NULL THEN
    SELECT CASE WHEN NEW.product_id IS NULL THEN -sum(p.amount_cents) FILTER (WHERE p.account = 'bank')
                ELSE sum(p.amount_cents) FILTER (WHERE p.account = 'loan_receivable' AND p.loan_id = NEW.id) END INTO posted
      FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'loan' AND e.source_id = NEW.id AND e.purpose = 'disbursement';
  ELSE
    SELECT o.amount_cents + sum(p.amount_cents) FILTER (WHERE p.account IN ('loan_receivable', 'interest_receivable'))
           - (o.amount_cents + o.interest_cents - o.paid_cents) INTO posted
      FROM opening_loans o JOIN entries e ON e.source_kind = 'opening_loan' AND e.source_id = o.loan_id AND e.purpose = 'opening'
      JOIN postings p ON p.entry_id = e.id
     WHERE o.loan_id = NEW.id AND o.opening_id = NEW.opening_id
       AND (o.member_id, o.amount_cents, o.interest_cents, o.given_on)
           = (NEW.member_id, NEW.amount_cents, NEW.interest_cents, NEW.start_date)
       AND o.product_id IS NOT DISTINCT FROM NEW.product_id AND (NEW.product_id IS NOT NULL OR o.due_on = NEW.expiry_date)
     GROUP BY o.loan_id;
  END IF;
  IF NEW.amount_cents IS DISTINCT FROM posted THEN
    RAISE EXCEPTION 'loan % runs but is not posted as it stands', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_posted';
  END IF;
  RETURN NULL;
END $$;

-- And the other way round: an entry pays out a loan that runs.
CREATE OR REPLACE FUNCTION check_loan_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM loans WHERE id = NEW.source_id AND start_date = NEW.business_date) THEN
    RAISE EXCEPTION 'entry % pays out a loan that does not run', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;

-- Whether that person may give that office's verdict now: never on their own loan, for the office of the borrower the
-- Chairperson alone, and otherwise its holder alone.
CREATE OR REPLACE FUNCTION may_judge_loan(judge int, for_office text, in_place boolean, borrower int) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT judge <> borrower
     AND in_place = (b.office IS NOT DISTINCT FROM for_office)
     AND j.office IS NOT DISTINCT FROM CASE WHEN in_place THEN 'Chairperson' ELSE for_office END
    FROM members j, members b WHERE j.id = judge AND b.id = borrower
$$;

-- Each verdict on a loan is of an official who may decide on it (LOAN-8).
CREATE OR REPLACE FUNCTION check_who_judges_loan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.treasurer_acting IS DISTINCT FROM OLD.treasurer_acting AND OLD.treasurer_verdict <> 'pending_approval'
     OR NEW.sec_gen_acting IS DISTINCT FROM OLD.sec_gen_acting AND OLD.sec_gen_verdict <> 'pending_approval' THEN
    RAISE EXCEPTION 'loan % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.treasurer_verdict = 'pending_approval' AND NEW.treasurer_verdict <> 'pending_approval'
     AND may_judge_loan(NEW.treasurer_id, 'Treasurer', NEW.treasurer_acting, NEW.member_id) IS NOT TRUE
     OR OLD.sec_gen_verdict = 'pending_approval' AND NEW.sec_gen_verdict <> 'pending_approval'
     AND may_judge_loan(NEW.sec_gen_id, 'Sec-Gen', NEW.sec_gen_acting, NEW.member_id) IS NOT TRUE THEN
    RAISE EXCEPTION 'loan % is not theirs to judge', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'loans_judge';
  END IF;
  RETURN NEW;
END $$;
