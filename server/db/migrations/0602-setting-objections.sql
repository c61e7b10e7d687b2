-- Who objected to a weaker setting (MEM-28), each once, and whether they count among the members who end it together.
CREATE TABLE setting_objections (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  proposal_id int NOT NULL REFERENCES proposals,
  member_id   int NOT NULL REFERENCES members,
  reason      text NOT NULL CONSTRAINT setting_objections_reason CHECK (reason ~ '\S'),
  counts      boolean NOT NULL,
  objected_at timestamptz NOT NULL,
  CONSTRAINT setting_objections_once UNIQUE (proposal_id, member_id)
);
CREATE TRIGGER setting_objections_append_only BEFORE UPDATE OR DELETE ON setting_objections FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER setting_objections_no_truncate BEFORE TRUNCATE ON setting_objections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
