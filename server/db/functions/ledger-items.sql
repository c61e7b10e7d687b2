-- Posts, dividends and fixed deposits, and their entries.

-- Each has an entry of its own, both in one transaction, whatever wrote them. A deposit of an opening is in the group's entry.
CREATE OR REPLACE FUNCTION check_ledger_item_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  opening int := to_jsonb(NEW) ->> 'opening_id';
BEGIN
  IF NOT EXISTS (SELECT FROM entries
                  WHERE source_kind = CASE WHEN opening IS NULL THEN TG_ARGV[0] ELSE 'opening' END
                    AND source_id = coalesce(opening, NEW.id)) THEN
    RAISE EXCEPTION '% % is not posted', TG_ARGV[0], NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_item_posted';
  END IF;
  RETURN NULL;
END $$;

-- And the other way round: the books hold nothing of these that is not there.
CREATE OR REPLACE FUNCTION check_ledger_item_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE NEW.source_kind
       WHEN 'ledger_entry' THEN EXISTS (SELECT FROM ledger_posts WHERE id = NEW.source_id AND type = NEW.purpose)
       WHEN 'dividend_declaration' THEN EXISTS (SELECT FROM dividend_declarations WHERE id = NEW.source_id)
       WHEN 'dividend_payment' THEN EXISTS (SELECT FROM dividend_payments WHERE id = NEW.source_id)
       WHEN 'fixed_deposit' THEN EXISTS (SELECT FROM fixed_deposits WHERE id = NEW.source_id)
       ELSE EXISTS (SELECT FROM fixed_deposit_redemptions WHERE id = NEW.source_id) END)
  THEN
    RAISE EXCEPTION 'entry % posts a % that is not there', NEW.id, NEW.source_kind
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
