ALTER TABLE group_settings
  -- A checked payment whose payer typed a member's RegNo or username becomes that member's contribution.
  ADD COLUMN mpesa_record_by_account boolean NOT NULL DEFAULT false;

ALTER TABLE live_lines
  -- The contribution that it became by its account; null for all others.
  ADD COLUMN payment_id int CONSTRAINT live_lines_one_payment UNIQUE REFERENCES payments;
