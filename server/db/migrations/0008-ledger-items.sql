-- What the Treasurer posts (spec 7), each the source of its journal entry.

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
