-- A number that was typed for a payment is found whether or not a workbook dropped the zeros before it.
CREATE INDEX members_by_plain_number ON members (ltrim(lower(reg_number), '0'));

-- What a search of lines looks through (its words, and what follows each sign in them), beside the lines: a line that is matched
-- moves in all of its own indexes. Written behind the imports; what is not there yet is looked at itself.
CREATE TABLE statement_line_words (
  line_id int PRIMARY KEY REFERENCES statement_lines,
  words   tsvector NOT NULL
);
CREATE INDEX statement_line_words_by_word ON statement_line_words USING gin (words);

CREATE TABLE statement_lines_to_index (
  line_id int NOT NULL
);

-- Each word in small letters, each part of it between signs, and `#cents`.
CREATE FUNCTION statement_line_words(l statement_lines) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_agg(DISTINCT left(word, 60)))
    FROM (SELECT lower(concat_ws(' ', l.reference, l.code, l.party, l.account_typed, l.details)) AS text) line,
         LATERAL (SELECT regexp_split_to_table(text, '\s+') AS word
                  UNION ALL SELECT regexp_split_to_table(text, '[^[:alnum:]]+')
                  UNION ALL SELECT '#' || abs(l.amount_cents)) words
   WHERE word <> ''
$$;

CREATE FUNCTION queue_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_lines_to_index (line_id) SELECT id FROM new_lines;
  RETURN NULL;
END $$;
CREATE TRIGGER statement_lines_are_searched AFTER INSERT ON statement_lines REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION queue_new_lines();

-- Gives how many lines that were.
CREATE FUNCTION index_statement_lines(batch int) RETURNS int LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
DECLARE
  done int;
BEGIN
  IF NOT EXISTS (SELECT FROM statement_lines_to_index) OR NOT pg_try_advisory_xact_lock(7265009) THEN RETURN 0; END IF;
  WITH taken AS (
    DELETE FROM statement_lines_to_index WHERE ctid = ANY (ARRAY(SELECT ctid FROM statement_lines_to_index LIMIT batch))
    RETURNING line_id),
  written AS (
    INSERT INTO statement_line_words (line_id, words)
    SELECT l.id, statement_line_words(l) FROM taken t JOIN statement_lines l ON l.id = t.line_id
    ON CONFLICT (line_id) DO NOTHING)
  SELECT count(*) INTO done FROM taken;
  RETURN done;
END $$;

INSERT INTO statement_lines_to_index (line_id) SELECT id FROM statement_lines;
