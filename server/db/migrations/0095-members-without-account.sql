-- Members who came with the group's own book and have no account yet (OPEN-50): nobody knows their email address, and some have no
-- phone. They claim the account by an invitation that is bound to their registration number.

ALTER TABLE members
  ALTER COLUMN email DROP NOT NULL,
  ALTER COLUMN phone DROP NOT NULL,
  ALTER COLUMN password_hash DROP NOT NULL,
  ADD COLUMN is_brought_in boolean NOT NULL DEFAULT false,
  -- Whoever can sign in has all three; until the address is proven nobody who was brought in signs in.
  ADD CONSTRAINT members_account CHECK (
    is_brought_in AND email_verified_at IS NULL
    OR email IS NOT NULL AND phone IS NOT NULL AND password_hash IS NOT NULL),
  -- A password comes with the claim, which names an address to prove and a phone.
  ADD CONSTRAINT members_claimed_whole CHECK (password_hash IS NULL OR email IS NOT NULL AND phone IS NOT NULL),
  ADD CONSTRAINT members_brought_in_approved CHECK (NOT is_brought_in OR status <> 'pending_approval' AND approved_on IS NOT NULL),
  DROP CONSTRAINT members_active_is_verified,
  ADD CONSTRAINT members_active_is_verified CHECK (
    NOT is_active OR email_verified_at IS NOT NULL OR is_founder OR is_brought_in),
  -- An office needs an account.
  ADD CONSTRAINT members_office_has_account CHECK (office IS NULL OR NOT is_brought_in OR email_verified_at IS NOT NULL);
