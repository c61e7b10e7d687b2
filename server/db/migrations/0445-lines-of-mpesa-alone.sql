-- The reconciliation rests on statements alone (MPESA-4): what only M-PESA itself brought counts in it once a statement that counts has it.
-- No release before this one had such lines.
ALTER TABLE statement_lines ADD COLUMN live_only boolean NOT NULL DEFAULT false;
ALTER TABLE statement_lines ADD COLUMN is_printed boolean NOT NULL GENERATED ALWAYS AS (is_proved AND NOT live_only) STORED;
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_live_only CHECK (live IS NOT NULL OR NOT live_only);
DO $$
DECLARE
  old text := pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'statement_lines_keep' AND tgrelid = 'statement_lines'::regclass;
BEGIN
  DROP TRIGGER statement_lines_keep ON statement_lines;
  EXECUTE replace(old, '''live'', ', '''live'', ''live_only'', ''is_printed'', ');
END $$;
-- Officials heard that whole statements of its account lack a line that M-PESA confirmed.
ALTER TABLE live_lines ADD COLUMN lacking_at timestamptz;
