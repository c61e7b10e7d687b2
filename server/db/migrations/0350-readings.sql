-- What a person said once of an account's files that can be read in two ways (STAT-68), and whether a file prints its own ends (STAT-69).

-- Null until something was asked.
ALTER TABLE statement_accounts ADD COLUMN readings jsonb
  CONSTRAINT statement_accounts_readings CHECK (jsonb_typeof(readings) = 'object');
CREATE OR REPLACE TRIGGER statement_accounts_keep BEFORE UPDATE ON statement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_statement_rows('name', 'number', 'mapping', 'readings');

-- Null: imported before this was stored.
ALTER TABLE statements ADD COLUMN opening_printed boolean;
ALTER TABLE statements ADD COLUMN closing_printed boolean;
