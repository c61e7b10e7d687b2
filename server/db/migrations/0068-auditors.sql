-- The auditor's seat: somebody who is no member reads the books for some days (MEM-40). A seat is stored for good.
CREATE TABLE auditors (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name            text NOT NULL CONSTRAINT auditors_name CHECK (length(name) BETWEEN 1 AND 80),
  invited_by      int NOT NULL REFERENCES members,
  invited_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  ended_by        int REFERENCES members,
  ended_at        timestamptz,
  last_entered_at timestamptz,
  -- 1 to 90 days.
  CONSTRAINT auditors_lifetime CHECK (expires_at BETWEEN invited_at + interval '24 hours' AND invited_at + interval '2160 hours'),
  CONSTRAINT auditors_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);

-- What opens a seat, by its hash: gone once the seat is ended. No backup has it, so that no restore opens one again.
CREATE TABLE auditor_links (
  auditor_id int PRIMARY KEY REFERENCES auditors,
  token_hash bytea NOT NULL CONSTRAINT auditor_links_token_hash_key UNIQUE
);

CREATE TABLE auditor_sessions (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash   bytea NOT NULL CONSTRAINT auditor_sessions_token_hash_key UNIQUE,
  auditor_id   int NOT NULL REFERENCES auditors,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  address      text NOT NULL,
  device       text NOT NULL
);
CREATE INDEX auditor_sessions_by_auditor ON auditor_sessions (auditor_id);

-- A seat ends once, and is otherwise as it was given; only when somebody entered it moves on.
CREATE FUNCTION keep_auditor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['ended_by', 'ended_at', 'last_entered_at'];
BEGIN
  IF OLD.ended_at IS NOT NULL OR NEW.last_entered_at < OLD.last_entered_at
     OR to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing THEN
    RAISE EXCEPTION 'the seat of auditor % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auditors_keep BEFORE UPDATE ON auditors FOR EACH ROW EXECUTE FUNCTION keep_auditor();
CREATE TRIGGER auditors_no_delete BEFORE DELETE ON auditors FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER auditors_no_truncate BEFORE TRUNCATE ON auditors FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What an audit entry about a seat witnesses (docs/decisions/024-tampering.md): the seat with its link as given, and the
-- session that was opened.
CREATE FUNCTION auditor_witness(action text, auditor int, at timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT CASE action
    WHEN 'auditors.invite' THEN (
      SELECT jsonb_build_object('row', witness_hash(to_jsonb(a) - '{ended_by, ended_at, last_entered_at}'::text[]),
                                'link', witness_hash(to_jsonb(l)))
        FROM auditors a JOIN auditor_links l ON l.auditor_id = a.id WHERE a.id = auditor)
    WHEN 'auditors.enter' THEN (
      SELECT jsonb_build_object('sessions', jsonb_agg(witness_hash(to_jsonb(s) - 'last_used_at'))) FROM auditor_sessions s
       WHERE s.auditor_id = auditor AND s.created_at = at AND s.xmin = pg_current_xact_id()::xid)
    END
$$;
