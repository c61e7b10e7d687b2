-- A limit of what one person may do counts for the entries with higher numbers than any before it, not for those of later
-- moments: a clock that goes back brings back no earlier limit, and one that was ahead postpones none.

-- Of limits set before this migration it is null, and `counts_from` tells.
ALTER TABLE second_person_limits ADD COLUMN after_entry int;

DROP INDEX second_person_limits_in_force;
CREATE INDEX second_person_limits_in_force ON second_person_limits (what, id DESC);

DROP FUNCTION IF EXISTS second_person_above(timestamptz);
DROP FUNCTION IF EXISTS second_person_limit(text, timestamptz);
