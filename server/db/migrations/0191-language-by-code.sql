-- The program lists the languages (domain/language.ts), so another language needs no migration. A member whose language the program
-- does not know reads English.
ALTER TABLE members
  DROP CONSTRAINT members_language,
  ADD CONSTRAINT members_language CHECK (language ~ '^[a-z]{2,3}$');
