-- A file may print the M-PESA code of a line that another file brought without it (STAT-70). The text of the line stays that of the file
-- that brought it, which the audit log has witnessed: what each later file says stands with that file, and counts once the file does.
ALTER TABLE statement_line_sources
  ADD COLUMN code text CONSTRAINT statement_line_sources_code CHECK (code ~ '^[A-Z0-9]{10}$');
ALTER TABLE statement_lines
  ADD COLUMN learned_code text,
  ADD CONSTRAINT statement_lines_one_code CHECK (code IS NULL OR learned_code IS NULL);
ALTER TABLE statement_lines
  ALTER COLUMN code_key SET EXPRESSION AS (translate(upper(coalesce(code, learned_code)), '-/ ', ''));
CREATE TRIGGER statement_lines_learned_once BEFORE UPDATE ON statement_lines FOR EACH ROW
  WHEN (OLD.learned_code IS DISTINCT FROM NEW.learned_code AND OLD.learned_code IS NOT NULL)
  EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'state', 'is_proved', 'live', 'live_only', 'is_printed', 'pair_id', 'reference_key', 'code_key');
