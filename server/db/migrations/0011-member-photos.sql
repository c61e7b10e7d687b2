-- Members' photos, in the database so that every server has them.

CREATE TABLE member_photos (
  -- Random, and new with each photo: the address nobody can guess and every browser may keep.
  name       text PRIMARY KEY,
  member_id  int NOT NULL CONSTRAINT member_photos_one_each UNIQUE REFERENCES members,
  bytes      bytea NOT NULL CONSTRAINT member_photos_size CHECK (length(bytes) BETWEEN 1 AND 2097152),
  created_at timestamptz NOT NULL
);
-- WebP does not get smaller.
ALTER TABLE member_photos ALTER COLUMN bytes SET STORAGE EXTERNAL;

ALTER TABLE members DROP COLUMN photo_path;
