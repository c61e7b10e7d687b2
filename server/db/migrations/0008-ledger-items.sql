-- What the Treasurer posts (BOOK-18), each the source of its journal entry.

CREATE TABLE ledger_posts (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type         text NOT NULL CONSTRAINT ledger_posts_type CHECK (type IN ('expense', 'investment', 'goodwill', 'other_income')),
  -- The expense account, for an expense.
  category     text,
  description  text NOT NULL,
  amount_cents bigint NOT NULL CONSTRAINT ledger_posts_amount CHECK (amount_cents > 0),
  posted_by    int NOT NULL REFERENCES members,
  posted_at    timestamptz NOT NULL,
  CONSTRAINT ledger_posts_category CHECK ((type = 'expense') = (category IS NOT NULL))
);

CREATE TABLE dividend_declarations (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  description  text NOT NULL,
  amount_cents bigint NOT NULL CONSTRAINT dividend_declarations_amount CHECK (amount_cents > 0),
  paid_cents   bigint NOT NULL DEFAULT 0,
  is_reversed  boolean NOT NULL DEFAULT false,
  declared_by  int NOT NULL REFERENCES members,
  declared_at  timestamptz NOT NULL,
  CONSTRAINT dividend_declarations_paid CHECK (paid_cents BETWEEN 0 AND amount_cents AND NOT (is_reversed AND paid_cents > 0))
);
CREATE INDEX dividend_declarations_open ON dividend_declarations (id) WHERE NOT is_reversed AND paid_cents < amount_cents;

CREATE TABLE dividend_payments (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  declaration_id int NOT NULL REFERENCES dividend_declarations,
  description    text NOT NULL,
  amount_cents   bigint NOT NULL CONSTRAINT dividend_payments_amount CHECK (amount_cents > 0),
  is_reversed    boolean NOT NULL DEFAULT false,
  paid_by        int NOT NULL REFERENCES members,
  paid_at        timestamptz NOT NULL
);

CREATE TABLE fixed_deposits (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  description    text NOT NULL,
  amount_cents   bigint NOT NULL CONSTRAINT fixed_deposits_amount CHECK (amount_cents > 0),
  redeemed_cents bigint NOT NULL DEFAULT 0,
  start_date     date NOT NULL,
  maturity_date  date NOT NULL,
  is_reversed    boolean NOT NULL DEFAULT false,
  opened_by      int NOT NULL REFERENCES members,
  opened_at      timestamptz NOT NULL,
  CONSTRAINT fixed_deposits_redeemed CHECK (redeemed_cents BETWEEN 0 AND amount_cents AND NOT (is_reversed AND redeemed_cents > 0)),
  CONSTRAINT fixed_deposits_dates CHECK (maturity_date >= start_date)
);
CREATE INDEX fixed_deposits_open ON fixed_deposits (id) WHERE NOT is_reversed AND redeemed_cents < amount_cents;

CREATE TABLE fixed_deposit_redemptions (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deposit_id     int NOT NULL REFERENCES fixed_deposits,
  description    text NOT NULL,
  amount_cents   bigint NOT NULL CONSTRAINT fixed_deposit_redemptions_amount CHECK (amount_cents > 0),
  interest_cents bigint NOT NULL CONSTRAINT fixed_deposit_redemptions_interest CHECK (interest_cents >= 0),
  is_reversed    boolean NOT NULL DEFAULT false,
  redeemed_by    int NOT NULL REFERENCES members,
  redeemed_at    timestamptz NOT NULL
);

-- What was posted stays as it is; only what was paid or redeemed of it changes, and whether it was reversed.
CREATE FUNCTION keep_ledger_item() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['paid_cents', 'redeemed_cents', 'is_reversed'];
  reversed_before boolean := to_jsonb(OLD) -> 'is_reversed';
BEGIN
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing OR reversed_before THEN
    RAISE EXCEPTION '% % cannot be changed so', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_posts_append_only BEFORE UPDATE OR DELETE ON ledger_posts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_posts_no_truncate BEFORE TRUNCATE ON ledger_posts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_declarations_keep BEFORE UPDATE ON dividend_declarations FOR EACH ROW EXECUTE FUNCTION keep_ledger_item();
CREATE TRIGGER dividend_declarations_no_delete BEFORE DELETE ON dividend_declarations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_declarations_no_truncate BEFORE TRUNCATE ON dividend_declarations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_payments_keep BEFORE UPDATE ON dividend_payments FOR EACH ROW EXECUTE FUNCTION keep_ledger_item();
CREATE TRIGGER dividend_payments_no_delete BEFORE DELETE ON dividend_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_payments_no_truncate BEFORE TRUNCATE ON dividend_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fixed_deposits_keep BEFORE UPDATE ON fixed_deposits FOR EACH ROW EXECUTE FUNCTION keep_ledger_item();
CREATE TRIGGER fixed_deposits_no_delete BEFORE DELETE ON fixed_deposits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fixed_deposits_no_truncate BEFORE TRUNCATE ON fixed_deposits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fixed_deposit_redemptions_keep BEFORE UPDATE ON fixed_deposit_redemptions FOR EACH ROW EXECUTE FUNCTION keep_ledger_item();
CREATE TRIGGER fixed_deposit_redemptions_no_delete BEFORE DELETE ON fixed_deposit_redemptions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fixed_deposit_redemptions_no_truncate BEFORE TRUNCATE ON fixed_deposit_redemptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each stands in the books by its own entry, both in one transaction, whatever wrote them.
CREATE FUNCTION check_ledger_item_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM entries WHERE source_kind = TG_ARGV[0] AND source_id = NEW.id) THEN
    RAISE EXCEPTION '% % is not posted', TG_ARGV[0], NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_item_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_posts_posted AFTER INSERT ON ledger_posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('ledger_entry');
CREATE CONSTRAINT TRIGGER dividend_declarations_posted AFTER INSERT ON dividend_declarations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('dividend_declaration');
CREATE CONSTRAINT TRIGGER dividend_payments_posted AFTER INSERT ON dividend_payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('dividend_payment');
CREATE CONSTRAINT TRIGGER fixed_deposits_posted AFTER INSERT ON fixed_deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('fixed_deposit');
CREATE CONSTRAINT TRIGGER fixed_deposit_redemptions_posted AFTER INSERT ON fixed_deposit_redemptions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_item_posted('fixed_deposit_redemption');

-- And the other way round: the books hold nothing of these that is not there.
CREATE FUNCTION check_ledger_item_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER entries_have_ledger_item AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source_kind IN ('ledger_entry', 'dividend_declaration', 'dividend_payment', 'fixed_deposit', 'fixed_deposit_redemption'))
  EXECUTE FUNCTION check_ledger_item_of_entry();
