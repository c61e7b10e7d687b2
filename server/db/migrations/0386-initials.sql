-- Initials written together are those with dots or spaces (MEM-50): domain/folding.ts computes the same (`foldedName`).

CREATE FUNCTION folded_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(public.folded(name), '(?<![^ .])([a-z])[ .]+(?=[a-z](?![^ .]))', '\1', 'g'),
    '[. ]+', ' ', 'g'), ' ')
$$;

-- The name as it is written, the RegNo, and the name with its initials together.
ALTER TABLE members DROP COLUMN search_text;
ALTER TABLE members ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (folded(first_name || ' ' || last_name || E'\n' || reg_number) || E'\n' || folded_name(first_name || ' ' || last_name)) STORED;

-- As in 0330, with initials together. A first name may be one initial of several.
DROP INDEX members_by_name_tokens;
CREATE OR REPLACE FUNCTION name_tokens(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT word FROM regexp_split_to_table(public.folded_name(name), '[^[:alpha:]]+') word WHERE word <> '')
$$;
CREATE INDEX members_by_name_tokens ON members USING gin (name_tokens(first_name || ' ' || last_name)) WITH (fastupdate = off);
DROP INDEX members_by_first_word;
CREATE OR REPLACE FUNCTION first_word(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT substring(public.folded_name(name) FROM '[[:alpha:]]+')
$$;
CREATE INDEX members_by_first_word ON members (first_word(first_name || ' ' || last_name));
