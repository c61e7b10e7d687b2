-- What officials compare with a restore: the digest of a backup's manifest, and whose key signed it. Null in runs of older releases.
ALTER TABLE backup_runs
  ADD COLUMN manifest_sha256 bytea CONSTRAINT backup_runs_manifest CHECK (length(manifest_sha256) = 32),
  ADD COLUMN signer text;
