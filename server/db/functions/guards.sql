-- What forbids changes of rows.

-- Refuses the change that its trigger is called for, unless only the columns differ that the trigger names after the sentence of the
-- refusal. The sentence is for format(): %1$s is the row's id, %2$s the table, %3$s the operation. Without it, the table is append-only.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := TG_ARGV[1:];
BEGIN
  IF TG_NARGS > 1 AND to_jsonb(NEW) - changing IS NOT DISTINCT FROM to_jsonb(OLD) - changing THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING
    ERRCODE = 'restrict_violation',
    MESSAGE = format(coalesce(TG_ARGV[0], '%2$s is append-only: %3$s is refused'), to_jsonb(OLD) ->> 'id', TG_TABLE_NAME, TG_OP);
END $$;
