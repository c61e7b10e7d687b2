-- What the nightly check of the books found, and how the backups went.

CREATE TABLE verify_runs (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  ok          boolean NOT NULL,
  -- How many invariants were asked for.
  checked     int NOT NULL,
  -- What broke: name, sentence and the first offenders of each.
  failures    jsonb NOT NULL,
  -- What stood in the books then: entries of the journal, and the end of the sealed audit log.
  entries     int NOT NULL,
  audit_seq   bigint,
  audit_hash  bytea,
  CONSTRAINT verify_runs_ok CHECK (ok = (failures = '[]'::jsonb))
);

CREATE TABLE backup_runs (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at   timestamptz NOT NULL,
  finished_at  timestamptz NOT NULL,
  -- Name of the file, without its folder; null when the backup failed.
  file         text,
  bytes        bigint,
  is_encrypted boolean NOT NULL,
  failure      text,
  CONSTRAINT backup_runs_outcome CHECK ((file IS NULL) = (bytes IS NULL) AND (file IS NULL) = (failure IS NOT NULL))
);
