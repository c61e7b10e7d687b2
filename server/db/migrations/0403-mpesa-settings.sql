ALTER TABLE group_settings
  -- M-PESA refuses a payment to the paybill for an account that is nobody's.
  ADD COLUMN mpesa_refuse_unknown_accounts boolean NOT NULL DEFAULT false;

-- Since when Daraja fails, and whether officials were told.
CREATE TABLE daraja_state (
  single          boolean PRIMARY KEY DEFAULT true CONSTRAINT daraja_state_single CHECK (single),
  failing_since   timestamptz,
  told_failing_at timestamptz
);
INSERT INTO daraja_state DEFAULT VALUES;
