-- Funds: what makes one, what moves its money, and what the audit log witnesses of it.

-- A fund is closed once, and then stays as it is; who made it never changes.
CREATE OR REPLACE FUNCTION keep_fund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL OR (NEW.id, NEW.created_by, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.created_by, OLD.created_at) THEN
    RAISE EXCEPTION 'fund % is kept as it was made and closed', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER funds_keep BEFORE UPDATE ON funds FOR EACH ROW EXECUTE FUNCTION keep_fund();

-- What moves a fund by hand, one of the two approving offices proposed and the other agreed to. Payments are approved by both.
CREATE OR REPLACE FUNCTION check_fund_by_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM proposals WHERE entry_id = NEW.entry_id AND outcome = 'agreed' AND proposed_office IS NOT NULL)
     -- What a member pays in is of that payment, which both offices have approved.
     AND NOT EXISTS (SELECT FROM entries e JOIN payments p ON p.id = e.source_id AND p.kind = e.purpose
                      WHERE e.id = NEW.entry_id AND e.source_kind = 'payment'
                        AND (p.fund_id, p.member_id, -p.amount_cents) = (NEW.fund_id, NEW.member_id, NEW.amount_cents)) THEN
    RAISE EXCEPTION 'entry % moves a fund, which needs both offices', NEW.entry_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_fund_by_both';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS postings_fund_by_both ON postings;
CREATE CONSTRAINT TRIGGER postings_fund_by_both AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.account = 'restricted_funds') EXECUTE FUNCTION check_fund_by_both();

-- The row of a fund with the amounts that were set for it.
CREATE OR REPLACE FUNCTION witness_of_fund(fund int) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(f) || jsonb_build_object('amounts', (
    SELECT jsonb_agg(to_jsonb(a) ORDER BY a.id) FROM fund_amounts a WHERE a.fund_id = f.id)))
    FROM funds f WHERE f.id = fund
$$;
