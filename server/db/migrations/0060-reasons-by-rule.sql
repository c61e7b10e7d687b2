-- What the system gives as a reason is said from its facts, in the reader's language. The English words stay beside them:
-- the audit log tells them, and witnesses them of a loan (0045).

ALTER TABLE loans ADD COLUMN refused_above_cents bigint;
ALTER TABLE loans DISABLE TRIGGER USER;
UPDATE loans SET refused_above_cents = replace(substring(refused_because FROM 'KES ([0-9,]+[.][0-9]{2})[.]$'), ',', '')::numeric * 100
 WHERE refused_because IS NOT NULL;
ALTER TABLE loans ENABLE TRIGGER USER;
-- LOAN-4: above the member's limit, which is the one reason to refuse an application as soon as it comes. A refused loan is changed
-- no more (loans_keep), so the limit stays as it was.
ALTER TABLE loans ADD CONSTRAINT loans_refused_above CHECK (
  refused_because IS NOT DISTINCT FROM
    'The amount is above your loan limit of KES ' || ltrim(to_char(refused_above_cents / 100.0, '999,999,999,999,999,990.00')) || '.');

ALTER TABLE payments ADD COLUMN rejected_by_rule text;
ALTER TABLE payments DISABLE TRIGGER USER;
UPDATE payments SET rejected_by_rule = 'reference-held'
 WHERE status = 'rejected' AND reference_standing = 'waits'
   AND coalesce(treasurer_reason, sec_gen_reason) = 'This reference stands on another member''s payment.';
ALTER TABLE payments ENABLE TRIGGER USER;
-- PAY-4: the claim of a newcomer whose reference another member holds by then. Null: an office rejected it, in its own words.
ALTER TABLE payments ADD CONSTRAINT payments_rejected_by_rule CHECK (
  rejected_by_rule IS NULL
  OR (rejected_by_rule = 'reference-held' AND status = 'rejected' AND reference_standing = 'waits'
      AND coalesce(treasurer_reason, sec_gen_reason) = 'This reference stands on another member''s payment.'));
