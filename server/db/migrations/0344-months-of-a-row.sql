-- A row of a group's own sheet may have the contributions of many months (OPEN-18).
ALTER TABLE past_contributions
  DROP CONSTRAINT past_contributions_row,
  ADD CONSTRAINT past_contributions_row UNIQUE (opening_id, row, month, member_id);
