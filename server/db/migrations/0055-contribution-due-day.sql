-- The day of the next month by which a month's contribution is due (PAY-20).

ALTER TABLE group_settings
  ADD COLUMN contribution_due_day int NOT NULL DEFAULT 5,
  ADD CONSTRAINT group_settings_contribution_due_day CHECK (contribution_due_day BETWEEN 1 AND 28);
