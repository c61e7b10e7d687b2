-- The audit log as a chain: each entry is sealed with the hash of the one before it (SAFE-11).

-- When it was written by the database's clock; `at` is the application's.
ALTER TABLE audit_entries ADD COLUMN recorded_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE INDEX audit_entries_recorded ON audit_entries (recorded_at);
CREATE INDEX audit_entries_by_action ON audit_entries (action, id);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, id);
CREATE INDEX audit_entries_by_subject ON audit_entries (subject, subject_id, id);

-- The order is that of sealing: an entry committed late comes late, whatever its id. The first seal follows 32 zero bytes;
--   hash = SHA-256(previous_hash || canonical text of the entry in UTF-8)
-- and the canonical text is
--   jsonb_build_array(id, at, recorded_at, actor_id, action, subject, subject_id, before, after, address)::text
-- with both moments in UTC as 2026-01-31T09:30:00.000000Z (docs/decisions/004-audit-chain.md).
CREATE TABLE audit_seals (
  audit_id      bigint PRIMARY KEY REFERENCES audit_entries,
  seq           bigint NOT NULL CONSTRAINT audit_seals_seq UNIQUE CONSTRAINT audit_seals_from_one CHECK (seq > 0),
  previous_hash bytea NOT NULL CONSTRAINT audit_seals_no_fork UNIQUE CONSTRAINT audit_seals_previous CHECK (length(previous_hash) = 32),
  hash          bytea NOT NULL CONSTRAINT audit_seals_hash CHECK (length(hash) = 32),
  sealed_at     timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
