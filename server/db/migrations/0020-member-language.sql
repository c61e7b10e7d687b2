-- The language a member is written to in: what they chose last, else what their browser asked for when they signed up.
ALTER TABLE members ADD COLUMN language text NOT NULL DEFAULT 'en'
  CONSTRAINT members_language CHECK (language IN ('en', 'sw'));
