-- Members without an email address, or on a server that sends no mail (MEM-51, OPEN-64).

ALTER TABLE members
  -- Who they are was confirmed otherwise than by the mailed link: by the Chairperson, or as a name of the book.
  ADD COLUMN confirmed_at timestamptz;
ALTER TABLE members
  -- The one answer to whether an account is its owner's: only such a member signs in.
  ADD COLUMN is_proven boolean NOT NULL GENERATED ALWAYS AS (
    email_verified_at IS NOT NULL OR confirmed_at IS NOT NULL OR is_founder) STORED,
  DROP CONSTRAINT members_account,
  ADD CONSTRAINT members_account CHECK (
    is_brought_in AND NOT is_proven OR phone IS NOT NULL AND password_hash IS NOT NULL),
  ADD CONSTRAINT members_proven_address CHECK (email IS NOT NULL OR email_verified_at IS NULL AND NOT is_founder),
  DROP CONSTRAINT members_active_is_verified,
  ADD CONSTRAINT members_active_is_proven CHECK (NOT is_active OR is_proven OR is_brought_in),
  DROP CONSTRAINT members_office_has_account,
  ADD CONSTRAINT members_office_has_account CHECK (office IS NULL OR NOT is_brought_in OR is_proven),
  DROP CONSTRAINT members_claimed_whole,
  ADD CONSTRAINT members_claimed_whole CHECK (NOT is_brought_in OR (password_hash IS NOT NULL) = is_proven);

DROP TRIGGER members_claim_proven ON members;
CREATE CONSTRAINT TRIGGER members_claim_proven AFTER INSERT OR UPDATE OF email_verified_at, confirmed_at, is_brought_in ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_brought_in AND (NEW.email_verified_at IS NOT NULL OR NEW.confirmed_at IS NOT NULL)) EXECUTE FUNCTION check_claim_of_member();

-- A claimant may have no address, and on a server that sends no mail nobody proves one: then two officials confirmed them.
ALTER TABLE book_claims
  ALTER COLUMN email DROP NOT NULL,
  DROP CONSTRAINT book_claims_taken,
  ADD CONSTRAINT book_claims_taken CHECK (
    coalesce(outcome, '') <> 'taken' OR proof = 'before' OR confirmed_again_by IS NOT NULL
    OR proven_at IS NOT NULL AND (email IS NULL OR email_proven_at IS NOT NULL));
