-- Two-step sign-in, and the devices a member has signed in from.

-- A member's authenticator: waiting until a first code has proven it, then asked for at every sign-in.
CREATE TABLE two_step (
  member_id    int PRIMARY KEY REFERENCES members,
  secret       bytea NOT NULL,
  -- Whether the secret is sealed with a key that is derived from PASSWORD_PEPPER.
  is_sealed    boolean NOT NULL,
  -- The half minute of the newest code that was accepted: no code counts twice, nor an older one after it.
  last_step    int NOT NULL DEFAULT 0 CONSTRAINT two_step_last_step CHECK (last_step >= 0),
  created_at   timestamptz NOT NULL,
  confirmed_at timestamptz,
  CONSTRAINT two_step_confirmed_by_a_code CHECK (confirmed_at IS NULL OR last_step > 0)
);

-- Codes as PDF for a lost authenticator; only their hash is kept, and each counts once.
CREATE TABLE recovery_codes (
  member_id int NOT NULL REFERENCES two_step ON DELETE CASCADE,
  code_hash bytea NOT NULL CONSTRAINT recovery_codes_hash CHECK (length(code_hash) = 32),
  spent_at  timestamptz,
  PRIMARY KEY (member_id, code_hash)
);

-- Hashes of what tells one device from another: a cookie's random value, or what a client without cookies says of itself.
CREATE TABLE known_devices (
  member_id     int NOT NULL REFERENCES members,
  device_hash   bytea NOT NULL CONSTRAINT known_devices_hash CHECK (length(device_hash) = 32),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (member_id, device_hash)
);
CREATE INDEX known_devices_by_age ON known_devices (last_seen_at);

ALTER TABLE group_settings ADD COLUMN officials_two_step boolean NOT NULL DEFAULT false;
