-- Loans of a product: what the group offers, the rows of each loan by version, its interest as it was charged, and what each
-- repayment was used for.

CREATE TABLE loan_products (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name              text NOT NULL CONSTRAINT loan_products_name CHECK (char_length(name) BETWEEN 1 AND 40),
  loan_type         text NOT NULL CONSTRAINT loan_products_type CHECK (loan_type IN ('normal_loan', 'emergency_loan')),
  method            text NOT NULL CONSTRAINT loan_products_method CHECK (method IN ('flat', 'equal_instalments', 'equal_principal')),
  -- Hundredths of a percent.
  rate_bp           int NOT NULL CONSTRAINT loan_products_rate CHECK (rate_bp BETWEEN 0 AND 10000),
  rate_per          text NOT NULL CONSTRAINT loan_products_rate_per CHECK (rate_per IN ('month', 'year') OR rate_per = 'loan' AND method = 'flat'),
  instalments_most  int NOT NULL CONSTRAINT loan_products_instalments CHECK (instalments_most BETWEEN 1 AND 120),
  -- Null: the day of the payout.
  due_day           int CONSTRAINT loan_products_due_day CHECK (due_day BETWEEN 1 AND 28),
  grace_months      int NOT NULL CONSTRAINT loan_products_grace CHECK (grace_months BETWEEN 0 AND 12),
  grace_kind        text NOT NULL CONSTRAINT loan_products_grace_kind CHECK (
                      grace_kind = 'free' OR grace_kind = 'interest_only' AND method <> 'flat' AND grace_months < instalments_most),
  round_up_to_cents bigint NOT NULL CONSTRAINT loan_products_round_up_to CHECK (round_up_to_cents IN (1, 100, 1000, 5000, 10000)),
  fee_bp            int NOT NULL CONSTRAINT loan_products_fee_percent CHECK (fee_bp BETWEEN 0 AND 10000),
  fee_cents         bigint NOT NULL CONSTRAINT loan_products_fee CHECK (fee_cents >= 0),
  -- Null: the group's.
  multiple          int CONSTRAINT loan_products_multiple CHECK (multiple BETWEEN 0 AND 100),
  least_cents       bigint CONSTRAINT loan_products_least CHECK (least_cents > 0),
  most_cents        bigint CONSTRAINT loan_products_most CHECK (most_cents >= coalesce(least_cents, 1)),
  guarantee         text NOT NULL CONSTRAINT loan_products_guarantee CHECK (guarantee IN ('none', 'above_savings', 'whole')),
  guarantors_least  int NOT NULL CONSTRAINT loan_products_guarantors CHECK (guarantors_least BETWEEN 0 AND 10),
  call_after_days   int NOT NULL CONSTRAINT loan_products_call CHECK (call_after_days BETWEEN 1 AND 365),
  made_by           int NOT NULL REFERENCES members,
  made_at           timestamptz NOT NULL,
  ended_by          int REFERENCES members,
  ended_at          timestamptz,
  CONSTRAINT loan_products_ended CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX loan_products_name_key ON loan_products (lower(name)) WHERE ended_at IS NULL;
CREATE TRIGGER loan_products_keep BEFORE UPDATE ON loan_products FOR EACH ROW WHEN (OLD.ended_at IS NULL)
  EXECUTE FUNCTION refuse_change('loan product %1$s is not changed', 'ended_by', 'ended_at');
CREATE TRIGGER loan_products_stay_ended BEFORE UPDATE ON loan_products FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL)
  EXECUTE FUNCTION refuse_change('loan product %1$s has ended');
CREATE TRIGGER loan_products_no_delete BEFORE DELETE ON loan_products FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_products_no_truncate BEFORE TRUNCATE ON loan_products FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE loans
  -- As applied for; a loan without a product is a plain one. Products are never changed, so they are the terms of that day.
  ADD COLUMN product_id           int REFERENCES loan_products,
  ADD COLUMN instalments          int,
  ADD COLUMN fee_cents            bigint,
  ADD COLUMN tops_up              int REFERENCES loans,
  -- As it is now: the version of its rows, their interest, the principal left, and the next day on which interest is charged.
  ADD COLUMN version              int,
  ADD COLUMN rows_interest_cents  bigint,
  ADD COLUMN principal_left_cents bigint,
  ADD COLUMN charges_next_on      date,
  ADD CONSTRAINT loans_product CHECK (
    (product_id IS NULL) = (instalments IS NULL) AND (product_id IS NULL) = (fee_cents IS NULL)
    AND (product_id IS NOT NULL OR tops_up IS NULL)),
  ADD CONSTRAINT loans_rows CHECK (
    (version IS NOT NULL) = (product_id IS NOT NULL AND start_date IS NOT NULL)
    AND (version IS NULL) = (rows_interest_cents IS NULL) AND (version IS NULL) = (principal_left_cents IS NULL)),
  ADD CONSTRAINT loans_charges CHECK (charges_next_on IS NULL OR version IS NOT NULL),
  ADD CONSTRAINT loans_principal_left CHECK (principal_left_cents BETWEEN 0 AND amount_cents),
  DROP CONSTRAINT loans_balance,
  ADD CONSTRAINT loans_balance CHECK (balance_cents BETWEEN 0 AND amount_cents + coalesce(rows_interest_cents, interest_cents));
CREATE INDEX loans_by_product ON loans (product_id, start_date) WHERE product_id IS NOT NULL AND start_date IS NOT NULL;
CREATE INDEX loans_charged_next ON loans (charges_next_on, id) WHERE charges_next_on IS NOT NULL AND status IN ('active', 'default');
CREATE INDEX loans_topping_up ON loans (tops_up) WHERE tops_up IS NOT NULL;

-- What a member chose for a payment of more than is due; null on plain loans.
ALTER TABLE payments
  ADD COLUMN early text CONSTRAINT payments_early CHECK (
    early IS NULL OR early IN ('ahead', 'shorter', 'smaller') AND kind = 'loan_payment');

-- What repaid a loan of a product: a payment, or a loan that topped it up. Its parts are what was posted, its rows what they were used
-- for when it counted; a plain loan that was topped up has one too.
CREATE TABLE loan_repayments (
  id                     int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  loan_id                int NOT NULL REFERENCES loans,
  payment_id             int UNIQUE REFERENCES payments,
  top_up_id              int UNIQUE REFERENCES loans,
  amount_cents           bigint NOT NULL CONSTRAINT loan_repayments_amount CHECK (amount_cents > 0),
  -- The day by which it counts: of the payment, or of the line of a statement that showed it.
  paid_on                date NOT NULL,
  early                  text NOT NULL CONSTRAINT loan_repayments_early CHECK (early IN ('ahead', 'shorter', 'smaller')),
  principal_cents        bigint NOT NULL,
  interest_cents         bigint NOT NULL,
  early_principal_cents  bigint NOT NULL,
  interest_saved_cents   bigint NOT NULL,
  balance_after_cents    bigint NOT NULL,
  allocation             jsonb NOT NULL,
  CONSTRAINT loan_repayments_source CHECK (num_nonnulls(payment_id, top_up_id) = 1),
  CONSTRAINT loan_repayments_parts CHECK (principal_cents + interest_cents = amount_cents)
);
CREATE INDEX loan_repayments_by_day ON loan_repayments (loan_id, paid_on) INCLUDE (amount_cents);
CREATE TRIGGER loan_repayments_append_only BEFORE UPDATE OR DELETE ON loan_repayments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_repayments_no_truncate BEFORE TRUNCATE ON loan_repayments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The schedules of a loan, each from a day on: of the payout, and after each repayment that changed the rows.
CREATE TABLE loan_versions (
  loan_id      int NOT NULL REFERENCES loans,
  version      int NOT NULL CONSTRAINT loan_versions_from_1 CHECK (version > 0),
  reason       text NOT NULL CONSTRAINT loan_versions_reason CHECK (reason IN ('payout', 'early', 'reschedule', 'book')),
  from_on      date NOT NULL,
  repayment_id int UNIQUE REFERENCES loan_repayments,
  -- Of a flat loan: the first row that is paid by the running total.
  flat_from    int,
  CONSTRAINT loan_versions_pkey PRIMARY KEY (loan_id, version),
  CONSTRAINT loan_versions_because CHECK ((reason = 'early') = (repayment_id IS NOT NULL))
);
CREATE TRIGGER loan_versions_append_only BEFORE UPDATE OR DELETE ON loan_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_versions_no_truncate BEFORE TRUNCATE ON loan_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE loans ADD CONSTRAINT loans_version FOREIGN KEY (id, version) REFERENCES loan_versions (loan_id, version)
  DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE loan_rows (
  loan_id         int NOT NULL,
  version         int NOT NULL,
  place           int NOT NULL,
  -- Null: principal that was paid early, or what cleared the loan before its last row.
  number          int,
  due_on          date NOT NULL,
  interest_cents  bigint NOT NULL,
  -- Of it, what was charged before for a row that a reschedule moved here.
  carried_cents   bigint NOT NULL,
  principal_cents bigint NOT NULL,
  is_moved        boolean NOT NULL,
  CONSTRAINT loan_rows_pkey PRIMARY KEY (loan_id, version, place),
  CONSTRAINT loan_rows_version FOREIGN KEY (loan_id, version) REFERENCES loan_versions,
  CONSTRAINT loan_rows_cents CHECK (principal_cents >= 0 AND carried_cents BETWEEN 0 AND interest_cents)
);
CREATE TRIGGER loan_rows_append_only BEFORE UPDATE OR DELETE ON loan_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_rows_no_truncate BEFORE TRUNCATE ON loan_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Interest of a row as it was charged, and what was taken back of it (below zero): on its day, or by a repayment. Flat interest is in
-- the entry of the payout.
CREATE TABLE loan_interest (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  loan_id      int NOT NULL REFERENCES loans,
  due_on       date NOT NULL,
  amount_cents bigint NOT NULL CONSTRAINT loan_interest_amount CHECK (amount_cents <> 0),
  charged_on   date NOT NULL,
  charged_at   timestamptz NOT NULL,
  repayment_id int REFERENCES loan_repayments,
  CONSTRAINT loan_interest_taken_back CHECK (amount_cents > 0 OR repayment_id IS NOT NULL)
);
CREATE UNIQUE INDEX loan_interest_once ON loan_interest (loan_id, due_on) WHERE repayment_id IS NULL;
CREATE INDEX loan_interest_by_loan ON loan_interest (loan_id, due_on) INCLUDE (amount_cents);
CREATE TRIGGER loan_interest_append_only BEFORE UPDATE OR DELETE ON loan_interest FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_interest_no_truncate BEFORE TRUNCATE ON loan_interest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
