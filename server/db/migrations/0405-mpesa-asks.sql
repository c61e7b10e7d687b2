-- Requests to a member's phone to pay by M-PESA (ASK-1).
CREATE TABLE mpesa_asks (
  id                 integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id          integer NOT NULL REFERENCES members (id),
  -- What the payment is for, as in `payments`.
  kind               text NOT NULL,
  loan_id            integer REFERENCES loans (id),
  contribution_month date,
  amount_cents       bigint NOT NULL
    CONSTRAINT mpesa_asks_amount CHECK (amount_cents BETWEEN 100 AND 25000000 AND amount_cents % 100 = 0),
  phone              text NOT NULL,
  -- What M-PESA prints as the account of the payment; another for each ask.
  account_reference  text NOT NULL CONSTRAINT mpesa_asks_account_reference_key UNIQUE
    CONSTRAINT mpesa_asks_account_reference CHECK (account_reference ~ '^[A-Z0-9]{8,12}$'),
  asked_at           timestamptz NOT NULL,
  state              text NOT NULL DEFAULT 'asked'
    CONSTRAINT mpesa_asks_state CHECK (state IN ('asked', 'waiting', 'paid', 'refused', 'unknown', 'lapsed')),
  -- M-PESA's code for the state, and its words beside it.
  code               text,
  code_text          text,
  -- M-PESA's own id of the request; null if its reply was lost.
  checkout_id        text,
  -- When M-PESA was last asked about it by its member.
  checked_at         timestamptz,
  decided_at         timestamptz,
  -- Of a paid one: M-PESA's receipt once it is known, the payment that it became, or why it became none.
  receipt            text CONSTRAINT mpesa_asks_receipt_key UNIQUE,
  -- Its member typed the receipt, so that its line may be still to come.
  is_typed           boolean NOT NULL DEFAULT false,
  payment_id         integer CONSTRAINT mpesa_asks_payment_key UNIQUE REFERENCES payments (id),
  problem            jsonb,
  CONSTRAINT mpesa_asks_loan CHECK ((kind = 'loan_payment') = (loan_id IS NOT NULL)),
  CONSTRAINT mpesa_asks_month CHECK ((kind = 'contribution') = (contribution_month IS NOT NULL)),
  CONSTRAINT mpesa_asks_decided CHECK ((state IN ('paid', 'refused', 'lapsed')) = (decided_at IS NOT NULL)),
  CONSTRAINT mpesa_asks_paid CHECK (receipt IS NULL OR state = 'paid'),
  CONSTRAINT mpesa_asks_typed CHECK (receipt IS NOT NULL OR NOT is_typed),
  CONSTRAINT mpesa_asks_placed CHECK (receipt IS NOT NULL OR payment_id IS NULL AND problem IS NULL)
);
-- One open ask of a member for each kind, and for each loan.
CREATE UNIQUE INDEX mpesa_asks_open_once ON mpesa_asks (member_id, kind, coalesce(loan_id, 0)) WHERE state IN ('asked', 'waiting', 'unknown');
CREATE INDEX mpesa_asks_by_member ON mpesa_asks (member_id, id DESC);
CREATE INDEX mpesa_asks_without_receipt ON mpesa_asks (member_id) WHERE state = 'paid' AND receipt IS NULL;

CREATE TRIGGER mpesa_asks_keep BEFORE UPDATE ON mpesa_asks FOR EACH ROW
  EXECUTE FUNCTION refuse_change('%2$s %1$s stays as it was written', 'state', 'code', 'code_text', 'checkout_id', 'checked_at', 'decided_at', 'receipt', 'is_typed', 'payment_id', 'problem');
CREATE TRIGGER mpesa_asks_paid_for_good BEFORE UPDATE ON mpesa_asks FOR EACH ROW
  WHEN (OLD.state = 'paid' AND NEW.state <> 'paid' OR OLD.receipt IS NOT NULL AND NEW.receipt IS DISTINCT FROM OLD.receipt
    OR OLD.payment_id IS NOT NULL AND NEW.payment_id IS DISTINCT FROM OLD.payment_id)
  EXECUTE FUNCTION refuse_change('%2$s %1$s is paid for good');
CREATE TRIGGER mpesa_asks_no_delete BEFORE DELETE ON mpesa_asks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mpesa_asks_no_truncate BEFORE TRUNCATE ON mpesa_asks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
