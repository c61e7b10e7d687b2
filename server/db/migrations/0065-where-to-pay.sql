-- Where members pay the group (PAY-23), in the order it is shown, and when that was last changed.

CREATE FUNCTION is_pay_to(ways jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN jsonb_typeof(ways) = 'array' THEN jsonb_array_length(ways) <= 10 AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(ways) way
     WHERE (way ->> 'kind' IN ('paybill', 'till', 'bank', 'phone') AND length(way ->> 'name') BETWEEN 1 AND 60
            AND length(way ->> 'number') BETWEEN 1 AND 60 AND length(way ->> 'account') <= 60) IS NOT TRUE) ELSE false END
$$;

ALTER TABLE group_settings
  ADD COLUMN pay_to jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN pay_to_changed_at timestamptz,
  ADD CONSTRAINT group_settings_pay_to CHECK (is_pay_to(pay_to));
