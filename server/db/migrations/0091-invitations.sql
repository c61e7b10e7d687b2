-- Invitations to join the group (MEM-34 to MEM-37). Kept for good; what opens one is in a table of its own.

CREATE TABLE invitations (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL CONSTRAINT invitations_kind CHECK (kind IN ('group', 'person')),
  -- The office that comes with the membership.
  role       text CONSTRAINT invitations_role CHECK (role IN ('Chairperson', 'Sec-Gen', 'Treasurer')),
  name       text,
  email      text,
  phone      text,
  reg_number text,
  invited_by int NOT NULL REFERENCES members,
  invited_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_by   int REFERENCES members,
  ended_at   timestamptz,
  CONSTRAINT invitations_of_this_kind UNIQUE (id, kind),
  CONSTRAINT invitations_group_names_nobody CHECK (kind = 'person' OR coalesce(role, name, email, phone, reg_number) IS NULL),
  -- 7 days for a person, 30 for the group.
  CONSTRAINT invitations_lifetime CHECK (
    expires_at = invited_at + CASE kind WHEN 'person' THEN interval '168 hours' ELSE interval '720 hours' END),
  CONSTRAINT invitations_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX invitations_one_of_the_group ON invitations (kind) WHERE kind = 'group' AND ended_at IS NULL;

-- What opens an invitation, by its hash: gone once it is used or ended. No backup has it, so that no restore opens one again.
CREATE TABLE invitation_links (
  invitation_id int PRIMARY KEY REFERENCES invitations,
  token_hash    bytea NOT NULL CONSTRAINT invitation_links_token_hash_key UNIQUE
);

-- Who signed up by which.
CREATE TABLE invitation_uses (
  member_id     int PRIMARY KEY REFERENCES members,
  invitation_id int NOT NULL,
  kind          text NOT NULL,
  used_at       timestamptz NOT NULL,
  CONSTRAINT invitation_uses_invitation FOREIGN KEY (invitation_id, kind) REFERENCES invitations (id, kind)
);
CREATE UNIQUE INDEX invitation_uses_person_once ON invitation_uses (invitation_id) WHERE kind = 'person';
CREATE INDEX invitation_uses_by_invitation ON invitation_uses (invitation_id);

CREATE FUNCTION refuse_changed_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL
     OR to_jsonb(NEW) - '{ended_at, ended_by}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{ended_at, ended_by}'::text[] THEN
    RAISE EXCEPTION 'invitation % is ended once, and is otherwise kept as it was made', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invitations_ended_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitations_ended_once BEFORE UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION refuse_changed_invitation();
CREATE TRIGGER invitations_kept BEFORE DELETE ON invitations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invitations_no_truncate BEFORE TRUNCATE ON invitations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invitation_uses_append_only BEFORE UPDATE OR DELETE ON invitation_uses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invitation_uses_no_truncate BEFORE TRUNCATE ON invitation_uses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
