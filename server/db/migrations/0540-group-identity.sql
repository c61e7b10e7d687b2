-- By what a host knows that a database is the group's own, and not a copy, which goes with its backups and never changes (GROUP-5).
CREATE TABLE group_identity (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO group_identity DEFAULT VALUES;
CREATE TRIGGER group_identity_keep BEFORE UPDATE OR DELETE ON group_identity FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER group_identity_no_truncate BEFORE TRUNCATE ON group_identity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
