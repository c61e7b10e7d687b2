-- Members who leave, what they leave unpaid, and the entries of both.

-- Whoever leaves and whatever is recovered stands in the books by the same amount, both in one transaction (I27).
CREATE OR REPLACE FUNCTION check_settlement_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.paid_out_cents IS DISTINCT FROM (
    SELECT -coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'bank'), 0)
      FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'settlement' AND e.source_id = NEW.id
    HAVING count(*) > 0) THEN
    RAISE EXCEPTION 'settlement % is not posted as it stands', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'settlement_posted';
  END IF;
  RETURN NULL;
END $$;

-- The same of what is recovered later.
CREATE OR REPLACE FUNCTION check_recovery_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount_cents IS DISTINCT FROM (
    SELECT sum(p.amount_cents) FILTER (WHERE p.account = 'bank')
      FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'bad_debt_recovery' AND e.source_id = NEW.id) THEN
    RAISE EXCEPTION 'recovery % is not posted as it stands', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'recovery_posted';
  END IF;
  RETURN NULL;
END $$;

-- And the other way round: the books hold no exit, clearing or recovery that nothing tells of.
CREATE OR REPLACE FUNCTION check_leaving_entry_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE NEW.source_kind
       WHEN 'settlement' THEN EXISTS (
         SELECT FROM settlements WHERE id = NEW.source_id
            AND NEW.purpose = CASE kind WHEN 'exit' THEN 'exit' ELSE 'clearing' END)
       ELSE EXISTS (SELECT FROM bad_debt_recoveries WHERE id = NEW.source_id) END)
  THEN
    RAISE EXCEPTION 'entry % posts a % that is not there', NEW.id, NEW.source_kind
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
