-- An office enters a loan application in the name of a member without an account (OPEN-54); null: the member applied. Payments have
-- the same since 0080, now also for what is entered by hand.
ALTER TABLE loans ADD COLUMN entered_by int CONSTRAINT loans_entered_by_fkey REFERENCES members;

CREATE FUNCTION keep_who_entered_loan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who entered loan % is not changed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER loans_keep_entered_by BEFORE UPDATE ON loans
  FOR EACH ROW WHEN (NEW.entered_by IS DISTINCT FROM OLD.entered_by) EXECUTE FUNCTION keep_who_entered_loan();
