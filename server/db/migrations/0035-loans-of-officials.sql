-- Who holds one of the two offices does not decide on a loan by it: the Chairperson gives that office's verdict (LOAN-8).

ALTER TABLE loans
  -- The verdict of the office was given by the Chairperson in its holder's place.
  ADD COLUMN treasurer_acting boolean NOT NULL DEFAULT false,
  ADD COLUMN sec_gen_acting   boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT loans_acting CHECK (
    (NOT treasurer_acting OR treasurer_verdict <> 'pending_approval')
    AND (NOT sec_gen_acting OR sec_gen_verdict <> 'pending_approval'));

-- Whether that person may give that office's verdict now: never on their own loan, for the office of the borrower the
-- Chairperson alone, and otherwise its holder alone.
CREATE FUNCTION may_judge_loan(judge int, for_office text, in_place boolean, borrower int) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT judge <> borrower
     AND in_place = (b.office IS NOT DISTINCT FROM for_office)
     AND j.office IS NOT DISTINCT FROM CASE WHEN in_place THEN 'Chairperson' ELSE for_office END
    FROM members j, members b WHERE j.id = judge AND b.id = borrower
$$;

CREATE FUNCTION check_who_judges_loan() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER loans_judge BEFORE UPDATE ON loans FOR EACH ROW
  WHEN (NEW.treasurer_verdict <> OLD.treasurer_verdict OR NEW.sec_gen_verdict <> OLD.sec_gen_verdict
        OR NEW.treasurer_acting <> OLD.treasurer_acting OR NEW.sec_gen_acting <> OLD.sec_gen_acting)
  EXECUTE FUNCTION check_who_judges_loan();
