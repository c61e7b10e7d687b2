-- Funds: money that members set apart for welfare, tea or a project (FUND-1 to FUND-6). It is no income and no savings.
INSERT INTO accounts (class, code) VALUES ('liability', 'restricted_funds');

CREATE TABLE funds (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name           text NOT NULL CONSTRAINT funds_name CHECK (length(name) BETWEEN 2 AND 40),
  rule           text NOT NULL CONSTRAINT funds_rule CHECK (rule IN ('none', 'once', 'monthly', 'each_meeting')),
  starts_on      date NOT NULL,
  -- `[{name, cents}]`, what a member may claim.
  benefits       jsonb NOT NULL DEFAULT '[]' CONSTRAINT funds_benefits CHECK (jsonb_typeof(benefits) = 'array'),
  claims_a_year  int CONSTRAINT funds_claims_a_year CHECK (claims_a_year > 0),
  needs_evidence boolean NOT NULL,
  created_by     int NOT NULL REFERENCES members,
  created_at     timestamptz NOT NULL,
  closed_by      int REFERENCES members,
  closed_at      timestamptz,
  CONSTRAINT funds_closed CHECK ((closed_by IS NULL) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX funds_name_in_use ON funds (lower(name)) WHERE closed_at IS NULL;
CREATE TRIGGER funds_no_delete BEFORE DELETE ON funds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER funds_no_truncate BEFORE TRUNCATE ON funds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a fund asks of each, from a day on. The first amount of a fund counts from whenever it starts.
CREATE TABLE fund_amounts (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fund_id      int NOT NULL REFERENCES funds,
  amount_cents bigint NOT NULL CONSTRAINT fund_amounts_amount CHECK (amount_cents >= 0),
  counts_from  date,
  set_by       int NOT NULL REFERENCES members,
  set_at       timestamptz NOT NULL
);
CREATE INDEX fund_amounts_by_fund ON fund_amounts (fund_id, id);
CREATE UNIQUE INDEX fund_amounts_first ON fund_amounts (fund_id) WHERE counts_from IS NULL;
CREATE TRIGGER fund_amounts_append_only BEFORE UPDATE OR DELETE ON fund_amounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fund_amounts_no_truncate BEFORE TRUNCATE ON fund_amounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each posting on the account names one fund, and no other does.
ALTER TABLE postings ADD COLUMN fund_id int CONSTRAINT postings_fund REFERENCES funds,
  ADD CONSTRAINT postings_of_fund CHECK ((account = 'restricted_funds') = (fund_id IS NOT NULL));
CREATE INDEX postings_of_fund_in_order ON postings (fund_id, business_date, entry_id, line) WHERE fund_id IS NOT NULL;

-- What came into each fund and went out of it on each day: the balance projection sums it as it sums the accounts.
ALTER TABLE postings_to_sum ADD COLUMN fund_id int,
  ADD COLUMN from_fund boolean,
  ADD CONSTRAINT postings_to_sum_of_fund CHECK (
    (account = 'restricted_funds') = (fund_id IS NOT NULL) AND (fund_id IS NULL) = (from_fund IS NULL));
CREATE TABLE fund_days (
  fund_id       int NOT NULL,
  business_date date NOT NULL,
  in_cents      bigint NOT NULL,
  out_cents     bigint NOT NULL,
  CONSTRAINT fund_days_pkey PRIMARY KEY (fund_id, business_date)
);

ALTER TABLE ledger_posts DROP CONSTRAINT ledger_posts_type, DROP CONSTRAINT ledger_posts_paid_from;
ALTER TABLE ledger_posts
  ADD CONSTRAINT ledger_posts_type CHECK (type IN ('expense', 'investment', 'goodwill', 'other_income', 'cash_deposit', 'cash_withdrawal',
    'cash_count', 'fund_spending', 'fund_transfer')),
  ADD CONSTRAINT ledger_posts_paid_from CHECK (paid_from IS NULL OR paid_from = 'cash' AND type IN ('expense', 'fund_spending')),
  -- Out of a fund and into one; of a transfer, null is retained earnings.
  ADD COLUMN from_fund_id int REFERENCES funds,
  ADD COLUMN to_fund_id int REFERENCES funds,
  ADD CONSTRAINT ledger_posts_funds CHECK (CASE type
    WHEN 'fund_spending' THEN from_fund_id IS NOT NULL AND to_fund_id IS NULL
    WHEN 'fund_transfer' THEN from_fund_id IS DISTINCT FROM to_fund_id
    ELSE num_nonnulls(from_fund_id, to_fund_id) = 0 END);

-- What each fund held at the close of a meeting: `[{id, name, cents}]`; null for none.
ALTER TABLE meetings ADD COLUMN fund_balances jsonb,
  ADD CONSTRAINT meetings_funds CHECK (fund_balances IS NULL OR closed_at IS NOT NULL);
