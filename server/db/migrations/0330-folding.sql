-- One form in which names are searched and matched (MEM-50): domain/folding.ts computes the same.

-- Small letters without accents and apostrophes. Most text has none, and only becomes small.
CREATE FUNCTION folded(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(typed) = length(typed) THEN translate(lower(typed), '''`', '')
              ELSE translate(lower(translate(normalize(translate(typed, E'''`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u2018\u2019\u201A\u201B\u2032\u2035\uA78B\uA78C\uFF07', ''), NFKD), E'''`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u2018\u2019\u201A\u201B\u2032\u2035\uA78B\uA78C\uFF07\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030A\u030B\u030C\u030D\u030E\u030F\u0310\u0311\u0312\u0313\u0314\u0315\u0316\u0317\u0318\u0319\u031A\u031B\u031C\u031D\u031E\u031F\u0320\u0321\u0322\u0323\u0324\u0325\u0326\u0327\u0328\u0329\u032A\u032B\u032C\u032D\u032E\u032F\u0330\u0331\u0332\u0333\u0334\u0335\u0336\u0337\u0338\u0339\u033A\u033B\u033C\u033D\u033E\u033F\u0340\u0341\u0342\u0343\u0344\u0345\u0346\u0347\u0348\u0349\u034A\u034B\u034C\u034D\u034E\u034F\u0350\u0351\u0352\u0353\u0354\u0355\u0356\u0357\u0358\u0359\u035A\u035B\u035C\u035D\u035E\u035F\u0360\u0361\u0362\u0363\u0364\u0365\u0366\u0367\u0368\u0369\u036A\u036B\u036C\u036D\u036E\u036F', '')),
                             E'\u0111\u00F8\u0142\u0127\u0131\u03C2', E'dolhi\u03C3') END
$$;

ALTER TABLE members DROP COLUMN search_text;
ALTER TABLE members ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (folded(first_name || ' ' || last_name || E'\n' || reg_number)) STORED;

-- An index is built without the search path, so that functions name their schema.
-- As in 0202, folded. Initials are names.
DROP INDEX members_by_name_tokens;
CREATE OR REPLACE FUNCTION name_tokens(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT word FROM regexp_split_to_table(public.folded(name), '[^[:alpha:]]+') word WHERE word <> '')
$$;
CREATE INDEX members_by_name_tokens ON members USING gin (name_tokens(first_name || ' ' || last_name)) WITH (fastupdate = off);
DROP INDEX members_by_first_word;
CREATE FUNCTION first_word(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT substring(public.folded(name) FROM '[[:alpha:]]+')
$$;
CREATE INDEX members_by_first_word ON members (first_word(first_name));

-- As in 0073, folded.
DROP INDEX entries_by_words;
CREATE OR REPLACE FUNCTION journal_words(description text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT left(substr(word, at), 60))), ''::tsvector)
    FROM regexp_split_to_table(public.folded(description), '\s+') word, generate_series(1, least(length(word), 200)) at
   WHERE at = 1 OR substr(word, at, 1) ~ '[^[:alnum:]]' OR substr(word, at - 1, 1) ~ '[^[:alnum:]]'
$$;
CREATE INDEX entries_by_words ON entries USING gin (journal_words(description))
  WITH (fastupdate = on, gin_pending_list_limit = 256);

-- As in 0088, folded. Lines whose words change are indexed again behind the imports.
CREATE OR REPLACE FUNCTION statement_line_words(l statement_lines) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_agg(DISTINCT left(word, 60)))
    FROM (SELECT public.folded(concat_ws(' ', l.reference, l.code, l.party, l.account_typed, l.details)) AS text) line,
         LATERAL (SELECT regexp_split_to_table(text, '\s+') AS word
                  UNION ALL SELECT regexp_split_to_table(text, '[^[:alnum:]]+')
                  UNION ALL SELECT '#' || abs(l.amount_cents)) words
   WHERE word <> ''
$$;
WITH changed AS (
  DELETE FROM statement_line_words w USING statement_lines l
   WHERE l.id = w.line_id
     AND public.folded(concat_ws(' ', l.reference, l.code, l.party, l.account_typed, l.details))
         <> lower(concat_ws(' ', l.reference, l.code, l.party, l.account_typed, l.details))
  RETURNING w.line_id)
INSERT INTO statement_lines_to_index (line_id) SELECT line_id FROM changed;

-- As in 0202, folded.
CREATE OR REPLACE FUNCTION member_of_line(account_typed text, party text) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE
  typed text := plain_account(account_typed);
  tokens text[];
  found int[];
BEGIN
  IF typed <> '' THEN
    SELECT array_agg(id) INTO found FROM (
      SELECT id, place, min(place) OVER () AS nearest FROM (
        SELECT m.id, CASE m.status WHEN 'pending_approval' THEN 2 ELSE 1 END AS place FROM members m WHERE plain_account(m.reg_number) = typed
        UNION ALL
        SELECT m.id, CASE m.status WHEN 'pending_approval' THEN 4 ELSE 3 END FROM members m WHERE plain_account(m.username) = typed
        UNION ALL
        SELECT m.id, 5 FROM members m
         WHERE typed ~ '^0*[1-9][0-9]*$' AND ltrim(lower(m.reg_number), '0') = ltrim(typed, '0') AND m.status <> 'pending_approval') fitting) near
     WHERE place = nearest;
    IF found IS NOT NULL THEN
      RETURN CASE WHEN cardinality(found) = 1 THEN found[1] END;
    END IF;
  END IF;
  -- Masked names name nobody.
  tokens := ARRAY(SELECT DISTINCT word FROM regexp_split_to_table(public.folded(party), '[^[:alpha:]*]+') word
                   WHERE word !~ '\*' AND length(word) >= 3);
  IF cardinality(tokens) < 2 THEN RETURN NULL; END IF;
  SELECT array_agg(m.id) INTO found FROM members m
   WHERE name_tokens(m.first_name || ' ' || m.last_name) @> tokens AND m.status <> 'pending_approval';
  RETURN CASE WHEN cardinality(found) = 1 THEN found[1] END;
END $$;
