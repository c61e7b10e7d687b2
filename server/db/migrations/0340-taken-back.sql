-- A member takes back what no official has decided on (PAY-34). A payment that is taken back counts as rejected by a rule, so that
-- whatever leaves out a rejected payment leaves it out too; who took it back stands where the rule's person does.
ALTER TABLE payments
  DROP CONSTRAINT payments_rejected_by_rule,
  ADD CONSTRAINT payments_rejected_by_rule CHECK (
    rejected_by_rule IS NULL
    OR (rejected_by_rule = 'reference-held' AND status = 'rejected' AND reference_standing = 'waits'
        AND coalesce(treasurer_reason, sec_gen_reason) = 'This reference stands on another member''s payment.')
    OR (rejected_by_rule = 'shown-for-another' AND status = 'rejected' AND reference_standing IN ('holds', 'contests')
        AND coalesce(treasurer_reason, sec_gen_reason) = 'The statement shows this payment as another member''s.')
    OR (rejected_by_rule = 'withdrawn' AND treasurer_verdict = 'rejected' AND sec_gen_verdict = 'pending_approval'
        AND treasurer_reason = 'Withdrawn before an official decided.'
        AND (treasurer_id = member_id OR treasurer_id IS NOT DISTINCT FROM entered_by)));

-- An application that is taken back has no verdict at all.
ALTER TABLE loans
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN withdrawn_by int CONSTRAINT loans_withdrawn_by_fkey REFERENCES members,
  ADD CONSTRAINT loans_withdrawn CHECK (
    CASE WHEN withdrawn_at IS NULL THEN withdrawn_by IS NULL
         ELSE withdrawn_by IS NOT NULL AND refused_because IS NULL AND opening_id IS NULL
              AND (withdrawn_by = member_id OR withdrawn_by IS NOT DISTINCT FROM entered_by) END),
  DROP CONSTRAINT loans_status_follows_verdicts,
  ADD CONSTRAINT loans_status_follows_verdicts CHECK (
    CASE
      WHEN opening_id IS NOT NULL THEN refused_because IS NULL AND treasurer_verdict = 'pending_approval' AND sec_gen_verdict = 'pending_approval'
           -- Rejected: what brought it was taken back.
           AND status IN ('active', 'default', 'cleared', 'written_off', 'rejected')
      WHEN withdrawn_at IS NOT NULL
           THEN status = 'rejected' AND treasurer_verdict = 'pending_approval' AND sec_gen_verdict = 'pending_approval'
      WHEN refused_because IS NOT NULL OR treasurer_verdict = 'rejected' OR sec_gen_verdict = 'rejected' THEN status = 'rejected'
      WHEN treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved' THEN status IN ('active', 'default', 'cleared', 'written_off')
      WHEN treasurer_verdict = 'approved' OR sec_gen_verdict = 'approved' THEN status = 'pending_approval'
      ELSE status = 'pending'
    END);

-- What others leave out of a member's list.
CREATE INDEX payments_withdrawn ON payments (member_id, id) WHERE rejected_by_rule = 'withdrawn';
