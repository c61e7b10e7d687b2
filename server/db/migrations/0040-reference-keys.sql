-- References count as the same without `-`, `/` and spaces (PAY-3), and a claim by an account that the Chairperson has not
-- approved holds nothing against a member (PAY-4).

ALTER TABLE payments
  ADD COLUMN reference_key text NOT NULL GENERATED ALWAYS AS (translate(upper(reference), '-/ ', '')) STORED,
  -- holds: nobody else may use the reference as long as the payment is not rejected.
  -- waits: told of by an account that is not approved; it comes to hold with the approval of the account, or of the payment.
  -- carried: kept from before this rule, when the same reference in other signs stood on another payment already.
  ADD COLUMN reference_standing text NOT NULL DEFAULT 'holds'
    CONSTRAINT payments_reference_standing CHECK (reference_standing IN ('holds', 'waits', 'carried'));

-- What was submitted before stays as it is; only its standing is told. Of payments that now count as one reference the one
-- that went furthest holds it, then the first.
ALTER TABLE payments DISABLE TRIGGER USER;
WITH live AS (
  SELECT p.id, p.member_id, first_value(p.member_id) OVER furthest AS holder_id,
         row_number() OVER (PARTITION BY p.reference_key, p.kind, p.member_id ORDER BY p.status = 'approved' DESC, p.id) AS place
    FROM payments p JOIN members m ON m.id = p.member_id WHERE p.status <> 'rejected'
  WINDOW furthest AS (PARTITION BY p.reference_key
                      ORDER BY p.status = 'approved' DESC, m.status <> 'pending_approval' DESC, p.id))
UPDATE payments SET reference_standing = 'carried' FROM live
 WHERE live.id = payments.id AND (live.member_id <> live.holder_id OR live.place > 1);
UPDATE payments SET reference_standing = 'waits' FROM members
 WHERE members.id = payments.member_id AND members.status = 'pending_approval'
   AND payments.status IN ('pending', 'pending_approval') AND payments.reference_standing = 'holds';
ALTER TABLE payments ENABLE TRIGGER USER;

DROP INDEX payments_reference_key;
CREATE UNIQUE INDEX payments_reference_key ON payments (kind, reference_key)
  WHERE status <> 'rejected' AND reference_standing = 'holds';
-- Nobody tells of one reference twice for a kind, approved or not.
CREATE UNIQUE INDEX payments_own_reference_key ON payments (member_id, reference_key, kind)
  WHERE status <> 'rejected' AND reference_standing <> 'carried';

-- A row names the member whose live payments hold the reference; it goes when none does.
DELETE FROM payment_references;
ALTER TABLE payment_references RENAME COLUMN reference TO reference_key;
INSERT INTO payment_references (reference_key, member_id, live_items)
SELECT reference_key, member_id, count(*) FROM payments
 WHERE status <> 'rejected' AND reference_standing = 'holds' GROUP BY reference_key, member_id;

-- A rejection that follows from a rule is given in the place of an office by whoever approved the account: the Chairperson,
-- who may have given the other office's verdict earlier, or nobody at the command line.
ALTER TABLE payments
  DROP CONSTRAINT payments_treasurer,
  DROP CONSTRAINT payments_sec_gen,
  DROP CONSTRAINT payments_two_people,
  ADD CONSTRAINT payments_treasurer CHECK (
    CASE treasurer_verdict
      WHEN 'pending_approval' THEN treasurer_id IS NULL AND treasurer_at IS NULL AND treasurer_reason IS NULL
      WHEN 'approved' THEN treasurer_id IS NOT NULL AND treasurer_at IS NOT NULL AND treasurer_reason IS NULL
      WHEN 'rejected' THEN (treasurer_id IS NOT NULL OR reference_standing = 'waits') AND treasurer_at IS NOT NULL AND treasurer_reason IS NOT NULL
      ELSE false
    END),
  ADD CONSTRAINT payments_sec_gen CHECK (
    CASE sec_gen_verdict
      WHEN 'pending_approval' THEN sec_gen_id IS NULL AND sec_gen_at IS NULL AND sec_gen_reason IS NULL
      WHEN 'approved' THEN sec_gen_id IS NOT NULL AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NULL
      WHEN 'rejected' THEN (sec_gen_id IS NOT NULL OR reference_standing = 'waits') AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NOT NULL
      ELSE false
    END),
  ADD CONSTRAINT payments_two_people CHECK (
    treasurer_id <> sec_gen_id
    OR (reference_standing = 'waits' AND 'rejected' IN (treasurer_verdict, sec_gen_verdict)));

CREATE OR REPLACE FUNCTION keep_payment_as_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.member_id, NEW.amount_cents, NEW.reference, NEW.paid_at, NEW.submitted_at, NEW.contribution_month, NEW.loan_id)
     IS DISTINCT FROM
     (OLD.kind, OLD.member_id, OLD.amount_cents, OLD.reference, OLD.paid_at, OLD.submitted_at, OLD.contribution_month, OLD.loan_id)
     OR (NEW.reference_standing <> OLD.reference_standing AND NEW.reference_standing <> 'holds')
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

-- What is in the books holds its reference.
CREATE OR REPLACE FUNCTION check_payment_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM entries
                  WHERE source_kind = 'payment' AND source_id = NEW.id AND purpose = NEW.kind) THEN
    RAISE EXCEPTION 'payment % is approved but not posted', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_posted';
  END IF;
  IF NEW.reference_standing <> 'holds' THEN
    RAISE EXCEPTION 'payment % is approved and its reference is not its own', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_holds_reference';
  END IF;
  RETURN NULL;
END $$;
