-- Money may leave by M-PESA after both offices (OUT-1): off until another official agrees, once the books have begun.
ALTER TABLE group_settings ADD COLUMN mpesa_payouts boolean NOT NULL DEFAULT false;
ALTER TABLE proposals
  DROP CONSTRAINT proposals_setting,
  ADD CONSTRAINT proposals_setting CHECK (setting IN ('office_delay_hours', 'second_person_above', 'fine_limit', 'late_fine_amount', 'mpesa_payouts'));
