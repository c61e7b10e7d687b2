-- The key by which a member's device seals payments that wait to be sent (SAFE-1): without the member's session nobody reads them
-- there. A volatile default, so that each member has a key of their own; a UUID carries 122 random bits.

ALTER TABLE members
  ADD COLUMN device_key text NOT NULL
    DEFAULT encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'),
  ADD CONSTRAINT members_device_key CHECK (device_key ~ '^[0-9a-f]{64}$');
