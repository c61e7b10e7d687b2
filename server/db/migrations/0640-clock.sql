-- What the group knows of the time (SAFE-29, SAFE-30): one row, from the first start of a server on. Every moment is of the
-- application's clock.
CREATE TABLE group_clock (
  only_row         boolean PRIMARY KEY DEFAULT true CONSTRAINT group_clock_only_row CHECK (only_row),
  first_started_at timestamptz NOT NULL,
  -- The last moment at which a server ran and its clock could be right.
  alive_at         timestamptz NOT NULL,
  -- The newest moment of the audit log up to the entry `logged_to`; since the clock was last accepted.
  newest_at        timestamptz,
  logged_to        bigint NOT NULL,
  accepted_at      timestamptz
);
CREATE TRIGGER group_clock_no_delete BEFORE DELETE ON group_clock FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER group_clock_no_truncate BEFORE TRUNCATE ON group_clock FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
