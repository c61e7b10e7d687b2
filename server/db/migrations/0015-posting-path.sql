-- The same guards, dearer for who breaks in and cheaper for who posts (docs/decisions/010-posting-path.md).

-- Waits until no office or status is being changed, holds them as they are, and gives the member as they stand then: each
-- statement of such a function sees what was committed before it, also by whoever was waited for.
CREATE FUNCTION hold_membership_and_read(member int) RETURNS SETOF members LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7265002);
  RETURN QUERY SELECT * FROM members WHERE id = member;
END $$;

-- An entry is checked once, at commit, with all its postings.
CREATE OR REPLACE FUNCTION check_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines bigint;
  total numeric;
  dates_agree boolean;
BEGIN
  SELECT count(*), coalesce(sum(amount_cents), 0), coalesce(bool_and(business_date = NEW.business_date), true)
    INTO lines, total, dates_agree
    FROM postings WHERE entry_id = NEW.id;
  IF lines < 2 OR total <> 0 OR NOT dates_agree THEN
    RAISE EXCEPTION 'entry % does not balance: % postings, sum % cents, one date: %', NEW.id, lines, total, dates_agree
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_balances';
  END IF;
  RETURN NULL;
END $$;

-- Postings come with their entry, in its transaction; what was written before it takes no more.
DROP TRIGGER postings_balance ON postings;
CREATE FUNCTION check_postings_come_with_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  complete int;
BEGIN
  SELECT e.id INTO complete FROM posted p JOIN entries e ON e.id = p.entry_id
   WHERE e.xmin <> pg_current_xact_id()::xid LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'entry % is complete and takes no posting', complete
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_balances';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_balance AFTER INSERT ON postings REFERENCING NEW TABLE AS posted
  FOR EACH STATEMENT EXECUTE FUNCTION check_postings_come_with_entry();
