-- Money at hand, beside the bank (CASH-1). Whatever moves it is proposed by one of the two approving offices and agreed to by the
-- other (CASH-2), and so is a count of the box (CASH-4).
INSERT INTO accounts (class, code) VALUES ('asset', 'cash');

ALTER TABLE ledger_posts DROP CONSTRAINT ledger_posts_type;
ALTER TABLE ledger_posts
  ADD CONSTRAINT ledger_posts_type CHECK (type IN ('expense', 'investment', 'goodwill', 'other_income', 'cash_deposit', 'cash_withdrawal', 'cash_count')),
  -- Null: from the bank.
  ADD COLUMN paid_from text CONSTRAINT ledger_posts_paid_from CHECK (paid_from IS NULL OR paid_from = 'cash' AND type = 'expense');

ALTER TABLE proposals DROP CONSTRAINT proposals_kind, DROP CONSTRAINT proposals_money_or_setting, DROP CONSTRAINT proposals_posted,
  DROP CONSTRAINT proposals_amount;
ALTER TABLE proposals
  ADD CONSTRAINT proposals_kind CHECK (kind IN ('ledger_entry', 'exit', 'clearing', 'reversal', 'setting', 'fines', 'unmatch', 'cash_count')),
  ADD CONSTRAINT proposals_amount CHECK (amount_cents > 0 OR amount_cents = 0 AND kind = 'cash_count'),
  ADD CONSTRAINT proposals_money_or_setting CHECK (
    CASE kind
      WHEN 'setting' THEN setting IS NOT NULL AND delay_hours IS NOT NULL AND amount_cents IS NULL AND concerns_id IS NULL
      ELSE setting IS NULL AND delay_hours IS NULL AND amount_cents IS NOT NULL
           AND CASE WHEN kind IN ('exit', 'clearing') THEN concerns_id IS NOT NULL
                    ELSE concerns_id IS NULL OR kind IN ('ledger_entry', 'reversal') END
    END
    AND (line_id IS NOT NULL) = (kind = 'unmatch')
    AND CASE WHEN kind IN ('unmatch', 'cash_count') THEN proposed_office IS NOT NULL
             ELSE proposed_office IS NULL OR kind IN ('ledger_entry', 'reversal') END),
  -- A count that agrees with the books posts nothing.
  ADD CONSTRAINT proposals_posted CHECK (
    CASE WHEN kind = 'cash_count' THEN entry_id IS NULL OR coalesce(outcome, '') = 'agreed'
         ELSE (entry_id IS NOT NULL) = (coalesce(outcome, '') = 'agreed' AND kind NOT IN ('setting', 'fines', 'unmatch')) END);
CREATE UNIQUE INDEX proposals_one_count_waits ON proposals (kind) WHERE kind = 'cash_count' AND outcome IS NULL;
CREATE INDEX proposals_of_counts ON proposals (decided_at) WHERE kind = 'cash_count' AND outcome = 'agreed';
-- The days of the box alone, however many the books have.
CREATE INDEX balance_days_of_cash ON balance_days (business_date) WHERE account = 'cash';

-- What was at hand at the close of a meeting; null for nothing.
ALTER TABLE meetings ADD COLUMN cash_cents bigint,
  ADD CONSTRAINT meetings_cash CHECK (cash_cents IS NULL OR cash_cents > 0 AND closed_at IS NOT NULL);
