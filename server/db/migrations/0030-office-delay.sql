-- How long a proposed office waits before it counts (MEM-24); 0 counts at once.

ALTER TABLE group_settings
  ADD COLUMN office_delay_hours int NOT NULL DEFAULT 24,
  ADD CONSTRAINT group_settings_office_delay CHECK (office_delay_hours BETWEEN 0 AND 168);
