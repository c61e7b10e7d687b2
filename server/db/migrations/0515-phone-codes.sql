-- A new account that no mail reaches is proven by a code of an SMS (MEM-53). The token of the answer to sign-up lives as
-- long as the code, and is in its hash.
ALTER TABLE mail_tokens
  DROP CONSTRAINT mail_tokens_purpose,
  ADD CONSTRAINT mail_tokens_purpose
    CHECK (purpose IN ('activation', 'password-reset', 'email-change', 'email-undo', 'book-proof', 'phone-proof'));

CREATE TABLE phone_codes (
  token_hash bytea NOT NULL PRIMARY KEY REFERENCES mail_tokens ON DELETE CASCADE,
  code_hash  bytea NOT NULL,
  tries      int   NOT NULL DEFAULT 0 CONSTRAINT phone_codes_tries CHECK (tries BETWEEN 0 AND 10)
);
