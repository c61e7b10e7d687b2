-- On a server that sends no mail, the code by SMS proves a claim whose claimant has an address too (OPEN-64). The address stays
-- unproven.
ALTER TABLE book_claims
  DROP CONSTRAINT book_claims_taken,
  ADD CONSTRAINT book_claims_taken CHECK (
    coalesce(outcome, '') <> 'taken' OR proof = 'before' OR confirmed_again_by IS NOT NULL
    OR proven_at IS NOT NULL AND (email IS NULL OR email_proven_at IS NOT NULL OR proof = 'sms'));
