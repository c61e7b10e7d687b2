-- Money that members say they paid, and the verdicts of the two offices on it (PAY-9, PAY-11).

CREATE TABLE payments (
  id                 int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind               text NOT NULL CONSTRAINT payments_kind CHECK (kind IN ('contribution', 'loan_payment', 'fine_payment')),
  member_id          int NOT NULL REFERENCES members,
  amount_cents       bigint NOT NULL CONSTRAINT payments_amount CHECK (amount_cents > 0),
  reference          text NOT NULL,
  paid_at            timestamptz NOT NULL,
  -- The Nairobi day of the payment, by which lists are filtered.
  paid_on            date NOT NULL GENERATED ALWAYS AS ((paid_at AT TIME ZONE 'Africa/Nairobi')::date) STORED,
  submitted_at       timestamptz NOT NULL,
  -- Always the first of its month.
  contribution_month date,
  treasurer_verdict  text NOT NULL DEFAULT 'pending_approval',
  treasurer_id       int REFERENCES members,
  treasurer_reason   text,
  treasurer_at       timestamptz,
  sec_gen_verdict    text NOT NULL DEFAULT 'pending_approval',
  sec_gen_id         int REFERENCES members,
  sec_gen_reason     text,
  sec_gen_at         timestamptz,
  -- Approved if and only if both offices approved; a rejection by either is final (I9).
  status             text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN treasurer_verdict = 'rejected' OR sec_gen_verdict = 'rejected' THEN 'rejected'
      WHEN treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved' THEN 'approved'
      WHEN treasurer_verdict = 'approved' OR sec_gen_verdict = 'approved' THEN 'pending_approval'
      ELSE 'pending'
    END) STORED,
  CONSTRAINT payments_treasurer CHECK (
    CASE treasurer_verdict
      WHEN 'pending_approval' THEN treasurer_id IS NULL AND treasurer_at IS NULL AND treasurer_reason IS NULL
      WHEN 'approved' THEN treasurer_id IS NOT NULL AND treasurer_at IS NOT NULL AND treasurer_reason IS NULL
      WHEN 'rejected' THEN treasurer_id IS NOT NULL AND treasurer_at IS NOT NULL AND treasurer_reason IS NOT NULL
      ELSE false
    END),
  CONSTRAINT payments_sec_gen CHECK (
    CASE sec_gen_verdict
      WHEN 'pending_approval' THEN sec_gen_id IS NULL AND sec_gen_at IS NULL AND sec_gen_reason IS NULL
      WHEN 'approved' THEN sec_gen_id IS NOT NULL AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NULL
      WHEN 'rejected' THEN sec_gen_id IS NOT NULL AND sec_gen_at IS NOT NULL AND sec_gen_reason IS NOT NULL
      ELSE false
    END),
  CONSTRAINT payments_two_people CHECK (treasurer_id <> sec_gen_id),
  CONSTRAINT payments_month CHECK (
    (kind = 'contribution') = (contribution_month IS NOT NULL)
    AND extract(day FROM contribution_month) = 1)
);

-- A reference stands once per kind among live items (PAY-3).
CREATE UNIQUE INDEX payments_reference_key ON payments (kind, reference) WHERE status <> 'rejected';
CREATE INDEX payments_by_member ON payments (member_id, kind, paid_at DESC, id DESC);
CREATE INDEX payments_approved ON payments (member_id, kind) INCLUDE (amount_cents) WHERE status = 'approved';
CREATE INDEX payments_open ON payments (kind, id) WHERE status IN ('pending', 'pending_approval');

-- What a member submitted stays as it is; only verdicts are added, each once.
CREATE FUNCTION keep_payment_as_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.member_id, NEW.amount_cents, NEW.reference, NEW.paid_at, NEW.submitted_at, NEW.contribution_month)
     IS DISTINCT FROM
     (OLD.kind, OLD.member_id, OLD.amount_cents, OLD.reference, OLD.paid_at, OLD.submitted_at, OLD.contribution_month)
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
CREATE TRIGGER payments_keep BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION keep_payment_as_submitted();
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_no_truncate BEFORE TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A live reference belongs to one member, whatever the kinds it stands on; the row goes when no live item uses it (PAY-3).
CREATE TABLE payment_references (
  reference  text PRIMARY KEY,
  member_id  int NOT NULL REFERENCES members,
  live_items int NOT NULL CONSTRAINT payment_references_live CHECK (live_items > 0)
);

-- A payment is approved if and only if the books hold its entry: both in one transaction, whatever wrote them (I10).
CREATE FUNCTION check_payment_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM entries
                  WHERE source_kind = 'payment' AND source_id = NEW.id AND purpose = NEW.kind) THEN
    RAISE EXCEPTION 'payment % is approved but not posted', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payments_posted AFTER INSERT OR UPDATE ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION check_payment_posted();

CREATE FUNCTION check_entry_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM payments
                  WHERE id = NEW.source_id AND kind = NEW.purpose AND status = 'approved') THEN
    RAISE EXCEPTION 'entry % posts a payment that is not approved', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_have_source AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source_kind = 'payment') EXECUTE FUNCTION check_entry_source();
