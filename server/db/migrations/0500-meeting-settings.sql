-- Meetings are offered once the Chairperson turns them on (MEET-1). A meeting takes quorum and fines over when it is called.
ALTER TABLE group_settings
  ADD COLUMN meetings                   boolean NOT NULL DEFAULT false,
  ADD COLUMN meeting_quorum             text NOT NULL DEFAULT '1/2' CONSTRAINT group_settings_quorum CHECK (
    CASE WHEN meeting_quorum ~ '^[1-9][0-9]{0,2}/[1-9][0-9]{0,2}$'
         THEN split_part(meeting_quorum, '/', 1)::int <= split_part(meeting_quorum, '/', 2)::int AND split_part(meeting_quorum, '/', 2)::int <= 100
         ELSE false END),
  ADD COLUMN meeting_fine_late_cents    bigint NOT NULL DEFAULT 0 CONSTRAINT group_settings_fine_late CHECK (meeting_fine_late_cents >= 0),
  ADD COLUMN meeting_fine_absent_cents  bigint NOT NULL DEFAULT 0 CONSTRAINT group_settings_fine_absent CHECK (meeting_fine_absent_cents >= 0),
  ADD COLUMN meeting_fine_apology_cents bigint NOT NULL DEFAULT 0 CONSTRAINT group_settings_fine_apology CHECK (meeting_fine_apology_cents >= 0);
