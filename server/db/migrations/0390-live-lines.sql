-- What M-PESA itself says of a line, beside the files that have it: `told` by a callback, which proves nothing; `checked` by the answer to
-- a question of our own, which proves it; `denied` by such an answer. Null: only files have the line.
ALTER TABLE statement_lines ADD COLUMN live text CONSTRAINT statement_lines_live CHECK (live IN ('told', 'checked', 'denied'));
DO $$
DECLARE
  old text := pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'statement_lines_keep' AND tgrelid = 'statement_lines'::regclass;
BEGIN
  DROP TRIGGER statement_lines_keep ON statement_lines;
  EXECUTE replace(old, '''is_proved'', ', '''is_proved'', ''live'', ');
END $$;
