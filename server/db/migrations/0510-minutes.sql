-- Minutes: signed by two officials, then stored as the file that everybody gets from then on (MEET-10).
CREATE TABLE meeting_signatures (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  meeting_id    int NOT NULL REFERENCES meetings,
  -- Of what was signed. A later version leaves the signature where it is and counts it no more.
  version       int NOT NULL,
  signed_by     int NOT NULL REFERENCES members,
  office        text NOT NULL CONSTRAINT meeting_signatures_office CHECK (office IN ('Chairperson', 'Treasurer', 'Sec-Gen')),
  signed_at     timestamptz NOT NULL,
  at_meeting_id int NOT NULL REFERENCES meetings,
  proposed_by   int NOT NULL REFERENCES members,
  seconded_by   int NOT NULL REFERENCES members,
  CONSTRAINT meeting_signatures_once UNIQUE (meeting_id, version, signed_by),
  CONSTRAINT meeting_signatures_two CHECK (proposed_by <> seconded_by),
  CONSTRAINT meeting_signatures_elsewhere CHECK (at_meeting_id <> meeting_id)
);
CREATE TRIGGER meeting_signatures_no_change BEFORE UPDATE OR DELETE ON meeting_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meeting_signatures_no_truncate BEFORE TRUNCATE ON meeting_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE meeting_minutes (
  meeting_id    int CONSTRAINT meeting_minutes_pkey PRIMARY KEY REFERENCES meetings,
  version       int NOT NULL,
  adopted_at    timestamptz NOT NULL,
  at_meeting_id int NOT NULL REFERENCES meetings,
  proposed_by   int NOT NULL REFERENCES members,
  seconded_by   int NOT NULL REFERENCES members,
  -- How many of the roll were there when they were adopted, and how many its quorum needed.
  there         int NOT NULL,
  needed        int NOT NULL,
  -- The PDF.
  bytes         bytea NOT NULL CONSTRAINT meeting_minutes_size CHECK (length(bytes) BETWEEN 1 AND 16777216),
  sha256        text NOT NULL CONSTRAINT meeting_minutes_hash CHECK (sha256 = encode(sha256(bytes), 'hex')),
  CONSTRAINT meeting_minutes_quorum CHECK (there >= needed AND needed > 0)
);
CREATE INDEX meeting_minutes_at ON meeting_minutes (at_meeting_id);
-- A PDF is compressed already.
ALTER TABLE meeting_minutes ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TRIGGER meeting_minutes_no_change BEFORE UPDATE OR DELETE ON meeting_minutes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meeting_minutes_no_truncate BEFORE TRUNCATE ON meeting_minutes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
