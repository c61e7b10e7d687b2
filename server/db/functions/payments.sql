-- Payments as submitted, their verdicts, and their entries.

-- What a member submitted stays as it is; only verdicts are added, each once, with what the statements showed then.
CREATE OR REPLACE FUNCTION keep_payment_as_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.member_id, NEW.amount_cents, NEW.reference, NEW.paid_at, NEW.submitted_at, NEW.contribution_month, NEW.loan_id, NEW.entered_by, NEW.early, NEW.rotation_id, NEW.collection_id, NEW.fund_id)
     IS DISTINCT FROM
     (OLD.kind, OLD.member_id, OLD.amount_cents, OLD.reference, OLD.paid_at, OLD.submitted_at, OLD.contribution_month, OLD.loan_id, OLD.entered_by, OLD.early, OLD.rotation_id, OLD.collection_id, OLD.fund_id)
     OR (NEW.reference_standing <> OLD.reference_standing AND NEW.reference_standing <> 'holds')
     OR OLD.status IN ('approved', 'rejected')
     OR (OLD.treasurer_verdict <> 'pending_approval'
         AND (NEW.treasurer_verdict, NEW.treasurer_id, NEW.treasurer_at, NEW.treasurer_evidence, NEW.treasurer_approve_reason)
         IS DISTINCT FROM (OLD.treasurer_verdict, OLD.treasurer_id, OLD.treasurer_at, OLD.treasurer_evidence, OLD.treasurer_approve_reason))
     OR (OLD.sec_gen_verdict <> 'pending_approval'
         AND (NEW.sec_gen_verdict, NEW.sec_gen_id, NEW.sec_gen_at, NEW.sec_gen_evidence, NEW.sec_gen_approve_reason)
         IS DISTINCT FROM (OLD.sec_gen_verdict, OLD.sec_gen_id, OLD.sec_gen_at, OLD.sec_gen_evidence, OLD.sec_gen_approve_reason))
  THEN
    RAISE EXCEPTION 'payment % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- A payment is approved if and only if the books hold its entry: both in one transaction, whatever wrote them (I10). What is in
-- the books holds its reference.
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

-- And the other way round: an entry of a payment posts one that is approved.
CREATE OR REPLACE FUNCTION check_entry_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM payments
                  WHERE id = NEW.source_id AND kind = NEW.purpose AND status = 'approved') THEN
    RAISE EXCEPTION 'entry % posts a payment that is not approved', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
