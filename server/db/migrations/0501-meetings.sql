-- Meetings: called, opened with a roll, closed, and their minutes adopted (MEET-2 to MEET-5).
CREATE TABLE meetings (
  id                 int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number             int NOT NULL CONSTRAINT meetings_number UNIQUE CONSTRAINT meetings_number_counts CHECK (number > 0),
  kind               text NOT NULL CONSTRAINT meetings_kind CHECK (kind IN ('ordinary', 'special', 'annual')),
  held_on            date NOT NULL,
  held_at            time,
  place              text NOT NULL CONSTRAINT meetings_place CHECK (length(place) BETWEEN 1 AND 120),
  -- A list of titles and notes.
  items              jsonb NOT NULL DEFAULT '[]' CONSTRAINT meetings_items CHECK (jsonb_typeof(items) = 'array'),
  chair_id           int REFERENCES members,
  secretary_id       int REFERENCES members,
  -- As the group had them when it was called, or its own.
  quorum             text NOT NULL CONSTRAINT meetings_quorum CHECK (quorum ~ '^[1-9][0-9]{0,2}/[1-9][0-9]{0,2}$'),
  fine_late_cents    bigint NOT NULL CONSTRAINT meetings_fine_late CHECK (fine_late_cents >= 0),
  fine_absent_cents  bigint NOT NULL CONSTRAINT meetings_fine_absent CHECK (fine_absent_cents >= 0),
  fine_apology_cents bigint NOT NULL CONSTRAINT meetings_fine_apology CHECK (fine_apology_cents >= 0),
  status             text NOT NULL DEFAULT 'called'
    CONSTRAINT meetings_status CHECK (status IN ('called', 'open', 'closed', 'adopted', 'cancelled')),
  -- Grows with every change of what the minutes say; `edits` with those of heading and items.
  version            int NOT NULL DEFAULT 1,
  edits              int NOT NULL DEFAULT 0,
  called_by          int NOT NULL REFERENCES members,
  called_at          timestamptz NOT NULL,
  opened_by          int REFERENCES members,
  opened_at          timestamptz,
  closed_by          int REFERENCES members,
  closed_at          timestamptz,
  -- What the bank held at the close.
  bank_cents         bigint,
  cancelled_by       int REFERENCES members,
  cancelled_at       timestamptz,
  cancelled_because  text,
  CONSTRAINT meetings_opened CHECK ((opened_by IS NULL) = (opened_at IS NULL)
    AND CASE status WHEN 'called' THEN opened_at IS NULL WHEN 'cancelled' THEN true ELSE opened_at IS NOT NULL END),
  CONSTRAINT meetings_closed CHECK (num_nonnulls(closed_by, closed_at, bank_cents) = CASE WHEN status IN ('closed', 'adopted') THEN 3 ELSE 0 END),
  CONSTRAINT meetings_cancelled CHECK (num_nonnulls(cancelled_by, cancelled_at, cancelled_because) = CASE status WHEN 'cancelled' THEN 3 ELSE 0 END)
);
CREATE UNIQUE INDEX meetings_once ON meetings (kind, held_on) WHERE status <> 'cancelled';
CREATE INDEX meetings_by_day ON meetings (held_on DESC, number DESC);
CREATE TRIGGER meetings_no_delete BEFORE DELETE ON meetings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meetings_no_truncate BEFORE TRUNCATE ON meetings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE meeting_roll (
  meeting_id       int NOT NULL REFERENCES meetings,
  member_id        int NOT NULL REFERENCES members,
  mark             text CONSTRAINT meeting_roll_mark CHECK (mark IN ('present', 'late', 'apology', 'absent')),
  marked_by        int REFERENCES members,
  marked_at        timestamptz,
  -- Why no fine was charged.
  excepted_because text,
  excepted_by      int REFERENCES members,
  excepted_at      timestamptz,
  CONSTRAINT meeting_roll_pkey PRIMARY KEY (meeting_id, member_id),
  CONSTRAINT meeting_roll_marked CHECK (num_nonnulls(mark, marked_by, marked_at) IN (0, 3)),
  CONSTRAINT meeting_roll_excepted CHECK (num_nonnulls(excepted_because, excepted_by, excepted_at) IN (0, 3))
);
CREATE INDEX meeting_roll_by_member ON meeting_roll (member_id, meeting_id);
CREATE TRIGGER meeting_roll_no_delete BEFORE DELETE ON meeting_roll FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER meeting_roll_no_truncate BEFORE TRUNCATE ON meeting_roll FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A fine of a meeting; nobody has two of one that were not taken back.
ALTER TABLE fines ADD COLUMN meeting_id int REFERENCES meetings;
CREATE UNIQUE INDEX fines_of_meeting ON fines (meeting_id, member_id) WHERE meeting_id IS NOT NULL AND written_off_cents = 0;
