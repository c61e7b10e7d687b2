-- Where a statement's period comes from (STAT-53): a file without one may cover days after its last line, by the word of its uploader.

-- Null: imported before this was stored.
ALTER TABLE statements ADD COLUMN period_source text
  CONSTRAINT statements_period_source CHECK (period_source IN ('printed', 'name', 'lines', 'uploader'));

-- The same file stands once in an account for the same days; a month that turns out complete later is sent once more up to its end.
DROP INDEX statements_file_once;
CREATE UNIQUE INDEX statements_file_once ON statements (account_id, sha256, period_from, period_to) WHERE withdrawn_at IS NULL;
