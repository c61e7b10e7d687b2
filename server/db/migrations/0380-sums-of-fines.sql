-- What one official fines within 24 hours is summed, so that a fine above the limit is not charged in parts (BOOK-27).

CREATE INDEX fines_by_official ON fines (charged_by, charged_at, id) WHERE opening_id IS NULL;

ALTER TABLE second_person_limits
  DROP CONSTRAINT second_person_limits_what,
  ADD CONSTRAINT second_person_limits_what CHECK (what IN ('bank', 'fine', 'fine_sum', 'unmatch'));

-- Sums begin with this row, after all that was charged before. The audit log witnesses it, as 0260 did the others.
SET LOCAL TimeZone = 'UTC';
WITH begun AS (
  INSERT INTO second_person_limits (what, above_cents, counts_from)
  SELECT 'fine_sum', 0, coalesce(max(recorded_at) + interval '1 microsecond', '-infinity') FROM entries WHERE source_kind = 'fine'
  RETURNING to_jsonb(second_person_limits) AS facts, counts_from)
INSERT INTO audit_entries (at, action, subject, after, witness)
SELECT now(), 'settings.baseline', 'group_settings', '{"reason": "From here on the fines of one official within 24 hours are summed"}',
       jsonb_build_object('limits', jsonb_build_array(
         (SELECT encode(sha256(convert_to(jsonb_object_agg(key, value)::text, 'UTF8')), 'hex')
            FROM jsonb_each(facts) WHERE value NOT IN ('null', 'false'))))
  FROM begun WHERE counts_from > '-infinity';
