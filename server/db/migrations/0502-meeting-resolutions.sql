-- What meetings decide (MEET-8).
CREATE TABLE meeting_resolutions (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  meeting_id  int NOT NULL REFERENCES meetings,
  number      int NOT NULL CONSTRAINT meeting_resolutions_number CHECK (number > 0),
  text        text NOT NULL CONSTRAINT meeting_resolutions_text CHECK (length(text) BETWEEN 1 AND 1000),
  in_favour   int NOT NULL,
  against     int NOT NULL,
  abstained   int NOT NULL,
  majority    text NOT NULL CONSTRAINT meeting_resolutions_majority CHECK (majority IN ('simple', 'two_thirds')),
  -- By its votes and the quorum of its meeting.
  carried     boolean NOT NULL,
  proposed_by int REFERENCES members,
  seconded_by int REFERENCES members,
  -- The meeting whose minutes it corrects.
  corrects    int REFERENCES meetings,
  CONSTRAINT meeting_resolutions_once UNIQUE (meeting_id, number),
  CONSTRAINT meeting_resolutions_votes CHECK (least(in_favour, against, abstained) >= 0),
  CONSTRAINT meeting_resolutions_two CHECK (proposed_by <> seconded_by)
);
CREATE INDEX meeting_resolutions_correcting ON meeting_resolutions (corrects) WHERE corrects IS NOT NULL;
CREATE TRIGGER meeting_resolutions_no_truncate BEFORE TRUNCATE ON meeting_resolutions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
