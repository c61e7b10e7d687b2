-- The carried resolution that an entry names (MEET-8). An entry's own row stays as the log has it.
CREATE TABLE entry_resolutions (
  entry_id      int CONSTRAINT entry_resolutions_pkey PRIMARY KEY REFERENCES entries,
  resolution_id int NOT NULL REFERENCES meeting_resolutions
);
CREATE INDEX entry_resolutions_by_resolution ON entry_resolutions (resolution_id);
CREATE TRIGGER entry_resolutions_no_change BEFORE UPDATE OR DELETE ON entry_resolutions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_resolutions_no_truncate BEFORE TRUNCATE ON entry_resolutions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
