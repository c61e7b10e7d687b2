-- Cash that is collected at a meeting: one sheet, decided on as a whole by both offices (CASH-5, CASH-6).
CREATE TABLE collections (
  id                  int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  meeting_id          int NOT NULL REFERENCES meetings,
  total_cents         bigint NOT NULL CONSTRAINT collections_total CHECK (total_cents > 0),
  counted_cents       bigint NOT NULL CONSTRAINT collections_counted CHECK (counted_cents >= 0),
  difference_reason   text,
  entered_by          int NOT NULL REFERENCES members,
  entered_at          timestamptz NOT NULL,
  treasurer_verdict   text NOT NULL DEFAULT 'pending_approval',
  treasurer_id        int REFERENCES members,
  treasurer_reason    text,
  treasurer_at        timestamptz,
  -- The count that this office made itself, of an approval.
  treasurer_counted   bigint,
  sec_gen_verdict     text NOT NULL DEFAULT 'pending_approval',
  sec_gen_id          int REFERENCES members,
  sec_gen_reason      text,
  sec_gen_at          timestamptz,
  sec_gen_counted     bigint,
  status text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN treasurer_verdict = 'rejected' OR sec_gen_verdict = 'rejected' THEN 'rejected'
         WHEN treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved' THEN 'approved'
         WHEN treasurer_verdict = 'approved' OR sec_gen_verdict = 'approved' THEN 'pending_approval'
         ELSE 'pending' END) STORED,
  CONSTRAINT collections_difference CHECK (counted_cents = total_cents OR coalesce(difference_reason ~ '\S', false)),
  CONSTRAINT collections_treasurer CHECK (
    CASE treasurer_verdict
      WHEN 'pending_approval' THEN num_nonnulls(treasurer_id, treasurer_at, treasurer_reason, treasurer_counted) = 0
      WHEN 'approved' THEN num_nonnulls(treasurer_id, treasurer_at) = 2 AND treasurer_reason IS NULL AND coalesce(treasurer_counted = counted_cents, false)
      WHEN 'rejected' THEN num_nonnulls(treasurer_id, treasurer_at, treasurer_reason) = 3 AND treasurer_counted IS NULL
      ELSE false END),
  CONSTRAINT collections_sec_gen CHECK (
    CASE sec_gen_verdict
      WHEN 'pending_approval' THEN num_nonnulls(sec_gen_id, sec_gen_at, sec_gen_reason, sec_gen_counted) = 0
      WHEN 'approved' THEN num_nonnulls(sec_gen_id, sec_gen_at) = 2 AND sec_gen_reason IS NULL AND coalesce(sec_gen_counted = counted_cents, false)
      WHEN 'rejected' THEN num_nonnulls(sec_gen_id, sec_gen_at, sec_gen_reason) = 3 AND sec_gen_counted IS NULL
      ELSE false END),
  CONSTRAINT collections_two_people CHECK (treasurer_id <> sec_gen_id)
);
CREATE UNIQUE INDEX collections_one_waits ON collections (meeting_id) WHERE status IN ('pending', 'pending_approval');
CREATE INDEX collections_by_meeting ON collections (meeting_id, id);
CREATE TRIGGER collections_no_delete BEFORE DELETE ON collections FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER collections_no_truncate BEFORE TRUNCATE ON collections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was paid in cash is on a sheet; null: into the bank.
ALTER TABLE payments ADD COLUMN collection_id int REFERENCES collections,
  ADD CONSTRAINT payments_collected CHECK (
    collection_id IS NULL OR entered_by IS NOT NULL AND kind IN ('contribution', 'loan_payment', 'fine_payment')
                             AND reference_standing = 'holds' AND rejected_by_rule IS NULL AND reference_key ~ '^CASH[0-9]{10,}$');
CREATE INDEX payments_by_collection ON payments (collection_id, id) WHERE collection_id IS NOT NULL;
