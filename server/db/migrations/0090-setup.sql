-- The first start (MEM-32, MEM-33): links that open the setup, and the Chairperson who came by one of them.

-- Only the hash is stored. A link lives until it is ended: by a newer one that was asked for, or by the first Chairperson.
CREATE TABLE setup_links (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL CONSTRAINT setup_links_token_hash_key UNIQUE,
  made_at    timestamptz NOT NULL,
  ended_at   timestamptz
);

-- Who set the group up signs in at once, and proves the email address later.
ALTER TABLE members
  ADD COLUMN is_founder boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT members_active_is_verified,
  ADD CONSTRAINT members_active_is_verified CHECK (NOT is_active OR email_verified_at IS NOT NULL OR is_founder);
CREATE UNIQUE INDEX members_one_founder ON members (is_founder) WHERE is_founder;

-- How a group that was set up began, and what of it is done. No row: the group began by `npm run appoint`.
CREATE TABLE founding (
  only_row       boolean PRIMARY KEY DEFAULT true CONSTRAINT founding_only_row CHECK (only_row),
  member_id      int NOT NULL REFERENCES members,
  founded_at     timestamptz NOT NULL,
  -- Whether the group begins new or brings its books with it; null until that is said.
  begins         text CONSTRAINT founding_begins CHECK (begins IN ('new', 'books')),
  mail_tested_at timestamptz
);
