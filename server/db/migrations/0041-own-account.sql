-- Another phone signs in once it is confirmed, and another email can be taken back for 7 days (MEM-12, MEM-14).

-- The phone that an approved member asked for; until it is confirmed the old one signs in.
ALTER TABLE members
  ADD COLUMN pending_phone text,
  ADD CONSTRAINT members_pending_phone CHECK (
    pending_phone IS NULL OR (pending_phone <> phone AND status <> 'pending_approval'));

ALTER TABLE mail_tokens
  DROP CONSTRAINT mail_tokens_purpose,
  DROP CONSTRAINT mail_tokens_email,
  ADD CONSTRAINT mail_tokens_purpose CHECK (purpose IN ('activation', 'password-reset', 'email-change', 'email-undo')),
  -- The address that is confirmed, or that is put back.
  ADD CONSTRAINT mail_tokens_email CHECK ((purpose IN ('email-change', 'email-undo')) = (email IS NOT NULL));
-- As long as it can be put back, an address is nobody else's.
CREATE INDEX mail_tokens_kept_addresses ON mail_tokens (lower(email)) WHERE purpose = 'email-undo' AND spent_at IS NULL;
