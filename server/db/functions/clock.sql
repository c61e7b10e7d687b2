-- The newest moment that the audit log has (SAFE-29): as stored, or of the last entries. Null if the log is empty.
CREATE OR REPLACE FUNCTION newest_logged() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT newest_at FROM group_clock),
    (SELECT max(at) FROM (
       SELECT at FROM audit_entries WHERE id > coalesce((SELECT logged_to FROM group_clock), 0)
        ORDER BY id DESC LIMIT 20) last_entries));
$$;

-- Refuses what a clock posts or decides that is more than `most` behind the log; true otherwise.
CREATE OR REPLACE FUNCTION require_not_behind(clock timestamptz, most interval) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  newest timestamptz := newest_logged();
BEGIN
  IF clock < newest - most THEN
    RAISE EXCEPTION 'the clock says %, the log has %', clock, newest
      USING ERRCODE = 'check_violation', CONSTRAINT = 'clock_not_behind',
            DETAIL = to_char(newest AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  END IF;
  RETURN true;
END $$;
