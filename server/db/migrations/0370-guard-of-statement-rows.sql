-- As 0360, for the rows of statements: each trigger as it is, with the one guard and the sentence of its own before.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN SELECT tgname AS name, tgrelid::regclass AS of_table, pg_get_triggerdef(oid) AS definition
               FROM pg_trigger WHERE tgfoid = 'keep_statement_rows'::regproc LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', old.name, old.of_table);
    EXECUTE replace(old.definition, 'keep_statement_rows(', 'refuse_change(''%2$s %1$s stays as it was written'', ');
  END LOOP;
END $$;
DROP FUNCTION keep_statement_rows();
