-- Which languages there are is a list in the program (domain/language.ts), and a further one needs no migration: what the program
-- has no words for it writes in English.
ALTER TABLE members
  DROP CONSTRAINT members_language,
  ADD CONSTRAINT members_language CHECK (language ~ '^[a-z]{2,3}$');
