-- Ending the demands for two-step sign-in and for evidence waits as the other weaker settings do (MEM-28).
ALTER TABLE proposals
  DROP CONSTRAINT proposals_setting,
  ADD CONSTRAINT proposals_setting CHECK (setting IN (
    'office_delay_hours', 'second_person_above', 'fine_limit', 'late_fine_amount', 'mpesa_payouts', 'officials_two_step', 'require_evidence'));
