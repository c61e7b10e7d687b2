-- What members say of the figures that the group's book had of them (OPEN-60), and what an office says for them. Append-only: the
-- newest answer of a member counts.
CREATE TABLE opening_answers (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  opening_id  int NOT NULL,
  member_id   int NOT NULL,
  answer      text NOT NULL CONSTRAINT opening_answers_answer CHECK (answer IN ('yes', 'no', 'confirmed_on_paper', 'resolved')),
  words       text CONSTRAINT opening_answers_words CHECK (words ~ '\S'),
  answered_by int NOT NULL REFERENCES members,
  answered_at timestamptz NOT NULL,
  CONSTRAINT opening_answers_of_member FOREIGN KEY (opening_id, member_id) REFERENCES opening_members (opening_id, member_id),
  -- Yes and No are the member's own, the rest is an office's, never in its own case.
  CONSTRAINT opening_answers_by_whom CHECK ((answer IN ('yes', 'no')) = (answered_by = member_id)),
  CONSTRAINT opening_answers_said CHECK (answer = 'yes' OR words IS NOT NULL)
);
CREATE INDEX opening_answers_newest ON opening_answers (opening_id, member_id, id DESC);
CREATE TRIGGER opening_answers_append_only BEFORE UPDATE OR DELETE ON opening_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER opening_answers_no_truncate BEFORE TRUNCATE ON opening_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
