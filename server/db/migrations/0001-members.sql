-- Members, their sessions, mailed tokens and mail.

CREATE TABLE members (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username          text NOT NULL,
  first_name        text NOT NULL,
  last_name         text NOT NULL,
  email             text NOT NULL,
  phone             text NOT NULL,
  reg_number        text NOT NULL,
  password_hash     text NOT NULL,
  status            text NOT NULL DEFAULT 'pending_approval'
                    CONSTRAINT members_status CHECK (status IN ('pending_approval', 'active', 'dormant', 'cleared')),
  is_active         boolean NOT NULL DEFAULT false,
  has_cleared       boolean NOT NULL DEFAULT false,
  office            text CONSTRAINT members_office CHECK (office IN ('Chairperson', 'Sec-Gen', 'Treasurer')),
  photo_path        text,
  created_at        timestamptz NOT NULL,
  email_verified_at timestamptz,
  -- Set while a rejection by the Chairperson stands; proving the email address then opens nothing.
  rejected_at       timestamptz,
  approved_on       date,
  exited_on         date,
  -- An office is held only by an active member (MEM-21).
  CONSTRAINT members_office_is_active CHECK (office IS NULL OR (is_active AND status = 'active' AND exited_on IS NULL)),
  CONSTRAINT members_active_is_verified CHECK (NOT is_active OR email_verified_at IS NOT NULL)
);

-- Unique whatever the case; the names are read by the server to tell which field is taken.
CREATE UNIQUE INDEX members_username_key ON members (lower(username));
CREATE UNIQUE INDEX members_email_key ON members (lower(email));
CREATE UNIQUE INDEX members_phone_key ON members (phone);
CREATE UNIQUE INDEX members_reg_number_key ON members (lower(reg_number));
CREATE INDEX members_by_name ON members (lower(first_name), lower(last_name), id);
CREATE INDEX members_with_office ON members (office) WHERE office IS NOT NULL;

CREATE TABLE sessions (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash   bytea NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
  member_id    int NOT NULL REFERENCES members,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  address      text NOT NULL,
  device       text NOT NULL
);
CREATE INDEX sessions_by_member ON sessions (member_id, last_used_at);

-- Tokens sent by mail; only their hash is kept (SAFE-6).
CREATE TABLE mail_tokens (
  token_hash bytea PRIMARY KEY,
  purpose    text NOT NULL CONSTRAINT mail_tokens_purpose CHECK (purpose IN ('activation', 'password-reset', 'email-change')),
  member_id  int NOT NULL REFERENCES members,
  -- The address an email-change token confirms.
  email      text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  spent_at   timestamptz,
  CONSTRAINT mail_tokens_email CHECK ((purpose = 'email-change') = (email IS NOT NULL))
);
CREATE INDEX mail_tokens_by_member ON mail_tokens (member_id, purpose);

-- Outgoing mail. The text is erased once it has left, since it may carry a token; without SMTP it is kept to be read.
CREATE TABLE mails (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient  text NOT NULL,
  subject    text NOT NULL,
  body       text,
  created_at timestamptz NOT NULL,
  sent_at    timestamptz
);

CREATE TABLE idempotency_keys (
  member_id  int NOT NULL REFERENCES members,
  method     text NOT NULL,
  path       text NOT NULL,
  key        text NOT NULL,
  body_hash  bytea NOT NULL,
  status     smallint NOT NULL,
  reply      text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, method, path, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Who did what to whom, when and from where; written in the transaction of the change (SAFE-10).
CREATE TABLE audit_entries (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL,
  actor_id   int REFERENCES members,
  action     text NOT NULL,
  subject    text NOT NULL,
  subject_id int,
  before     jsonb,
  after      jsonb,
  address    text
);

CREATE TABLE group_settings (
  only_row                   boolean PRIMARY KEY DEFAULT true CONSTRAINT group_settings_only_row CHECK (only_row),
  name                       text NOT NULL DEFAULT 'Akiba Group',
  bank_name                  text NOT NULL DEFAULT 'Equity Bank',
  monthly_contribution_cents bigint NOT NULL DEFAULT 100000 CONSTRAINT group_settings_contribution CHECK (monthly_contribution_cents > 0),
  year_start_month           smallint NOT NULL DEFAULT 1 CONSTRAINT group_settings_month CHECK (year_start_month BETWEEN 1 AND 12),
  year_start_day             smallint NOT NULL DEFAULT 1 CONSTRAINT group_settings_day CHECK (year_start_day BETWEEN 1 AND 28)
);
INSERT INTO group_settings DEFAULT VALUES;
