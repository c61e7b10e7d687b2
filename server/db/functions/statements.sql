-- Statements of the bank and of M-PESA: rows as they came, lines and their words, twins, and what matches them. For LATERAL with
-- OFFSET 0 see matching.sql.

-- Whatever wrote it: a match is of a proved line; it agrees to the cent, or says why not; what the application matched by
-- itself has the same reference or code and the same amount (STAT-11, STAT-12, STAT-15). Once for all rows of a statement: an import
-- writes thousands. Who matched the line at the same moment was first: the other tries again, which is what the error's code means.
CREATE OR REPLACE FUNCTION check_statement_matches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong int;
BEGIN
  SELECT min(m.id) INTO wrong FROM new_matches m
    CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = m.line_id OFFSET 0) l
    LEFT JOIN LATERAL (SELECT p.* FROM payments p WHERE p.id = m.payment_id OFFSET 0) p ON true
    LEFT JOIN LATERAL (SELECT r.* FROM entry_references r WHERE r.entry_id = m.entry_id OFFSET 0) r ON true
   WHERE NOT l.is_proved OR l.kind IN ('failed', 'internal')
      OR p.status = 'rejected'
      -- Only beside the entry of the settlement whose cents they are.
      OR (m.reason = 'cents' AND NOT EXISTS (
            SELECT FROM mpesa_payouts o JOIN statement_matches paid ON paid.entry_id = o.entry_id AND paid.undone_at IS NULL
             WHERE o.cents_entry_id = m.entry_id AND paid.line_id = m.line_id))
      OR (m.reason = 'reference' AND coalesce(p.reference_key, r.reference_key) IS DISTINCT FROM l.reference_key)
      OR (m.reason = 'code' AND coalesce(p.reference_key, r.reference_key) IS DISTINCT FROM l.code_key);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'match % is of an unproved line, or does not agree with it', wrong
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_matches_agree';
  END IF;
  SELECT min(n.line_id) INTO wrong
    FROM (SELECT DISTINCT line_id FROM new_matches) n
    CROSS JOIN LATERAL (SELECT l.amount_cents FROM statement_lines l WHERE l.id = n.line_id OFFSET 0) l
    CROSS JOIN LATERAL (
      SELECT count(*) AS things, count(p.id) FILTER (WHERE m.explanation IS NULL) AS parts, sum(p.amount_cents) AS cents,
             count(DISTINCT (p.member_id, p.reference_key)) AS claims
        FROM statement_matches m LEFT JOIN LATERAL (SELECT p.* FROM payments p WHERE p.id = m.payment_id OFFSET 0) p ON true
       WHERE m.line_id = n.line_id AND m.undone_at IS NULL AND m.reason <> 'cents') now
   WHERE now.things > 1 AND (now.parts < now.things OR now.claims > 1 OR now.cents > l.amount_cents);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'line % is something else already', wrong USING ERRCODE = 'serialization_failure';
  END IF;
  SELECT min(m.id) INTO wrong
    FROM new_matches m CROSS JOIN LATERAL (SELECT l.amount_cents FROM statement_lines l WHERE l.id = m.line_id OFFSET 0) l
   WHERE m.payment_id IS NOT NULL AND m.explanation IS NULL
     AND l.amount_cents <> (SELECT sum(p.amount_cents) FROM statement_matches o
                              CROSS JOIN LATERAL (SELECT p.amount_cents FROM payments p WHERE p.id = o.payment_id OFFSET 0) p
                             WHERE o.line_id = m.line_id AND o.undone_at IS NULL);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'match % is of an unproved line, or does not agree with it', wrong
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_matches_agree';
  END IF;
  RETURN NULL;
END $$;

-- What a search of lines finds: each word folded, each part of it between signs, the initials that stand apart in it together (as
-- `folded_name`), and `#cents`. Lines whose words change are indexed again behind the imports.
CREATE OR REPLACE FUNCTION statement_line_words(l statement_lines) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_agg(DISTINCT left(word, 60)))
    FROM (SELECT public.folded(concat_ws(' ', l.reference, l.code, l.learned_code, l.party, l.account_typed, l.details)) AS text) line,
         LATERAL (SELECT regexp_split_to_table(text, '\s+') AS word
                  UNION ALL SELECT regexp_split_to_table(text, '[^[:alnum:]]+')
                  UNION ALL SELECT word FROM unnest(ARRAY[l.party, l.details]) told, regexp_split_to_table(public.folded_name(told), '[^[:alnum:]]+') word
                  UNION ALL SELECT '#' || abs(l.amount_cents)) words
   WHERE word <> ''
$$;

-- New lines wait for their words.
CREATE OR REPLACE FUNCTION queue_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_lines_to_index (line_id) SELECT id FROM new_lines;
  RETURN NULL;
END $$;

-- Stores the words of up to `batch` lines that wait. Returns how many lines that were.
CREATE OR REPLACE FUNCTION index_statement_lines(batch int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  done int;
BEGIN
  IF NOT EXISTS (SELECT FROM statement_lines_to_index) OR NOT pg_try_advisory_xact_lock(7265009) THEN RETURN 0; END IF;
  WITH taken AS (
    DELETE FROM statement_lines_to_index WHERE ctid = ANY (ARRAY(SELECT ctid FROM statement_lines_to_index LIMIT batch))
    RETURNING line_id),
  written AS (
    INSERT INTO statement_line_words (line_id, words)
    SELECT t.line_id, l.words FROM (SELECT DISTINCT line_id FROM taken) t
      CROSS JOIN LATERAL (SELECT statement_line_words(l) AS words FROM statement_lines l WHERE l.id = t.line_id OFFSET 0) l
    ON CONFLICT (line_id) DO UPDATE SET words = excluded.words)
  SELECT count(*) INTO done FROM taken;
  RETURN done;
END $$;

-- Whether it looks like a code of M-PESA, such as SBK1234567.
CREATE OR REPLACE FUNCTION is_mpesa_code(key text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT key ~ '^[A-Z]{2}(?=[A-Z]*[0-9])[A-Z0-9]{8}$'
$$;

-- Whether a line's key is a receipt, which stands for one payment alone. A bank prints words, phones and members' numbers as references
-- too: only what mixes six or more letters and digits is a receipt there.
CREATE OR REPLACE FUNCTION is_receipt(key text, account_kind text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN account_kind = 'bank' THEN is_mpesa_code(key) OR (length(key) >= 6 AND key ~ '[A-Z]' AND key ~ '[0-9]') ELSE key <> '' END
$$;

-- The lines in with a receipt of these. A bank's own reference counts together with its day within its account; equal lines of one
-- account, which its own statement counts as two payments, stay two (STAT-3).
CREATE OR REPLACE FUNCTION twins_of(lines int[]) RETURNS TABLE (line_id int, twin_id int) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY
  WITH own AS (
    SELECT l.*, a.kind AS account_kind, keys.key
      FROM unnest(lines) named (id)
      CROSS JOIN LATERAL (SELECT l.* FROM statement_lines l WHERE l.id = named.id OFFSET 0) l
      JOIN statement_accounts a ON a.id = l.account_id
      CROSS JOIN LATERAL (SELECT l.reference_key AS key UNION SELECT l.code_key) keys
     WHERE l.kind = 'payment_in' AND is_receipt(keys.key, a.kind))
  SELECT DISTINCT own.id, o.id
    FROM own
    CROSS JOIN LATERAL (
      SELECT o.* FROM statement_lines o WHERE o.reference_key = own.key
      UNION ALL SELECT o.* FROM statement_lines o WHERE o.code_key = own.key OFFSET 0) o
    JOIN statement_accounts a ON a.id = o.account_id
   WHERE o.id <> own.id AND o.kind = 'payment_in' AND is_receipt(own.key, a.kind)
     AND (o.account_id <> own.account_id
          OR (o.amount_cents <> own.amount_cents AND (own.account_kind <> 'bank' OR o.on_day = own.on_day OR is_mpesa_code(own.key))));
END $$;

-- Writes beside the lines of a statement the codes that it has of them, where they have none (STAT-70): they are searched by them, have
-- their twins, and what waits and is not so any more comes apart. The caller holds lock_matching.
CREATE OR REPLACE FUNCTION learn_codes(statement int, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  learned int[];
BEGIN
  WITH written AS (
    UPDATE statement_lines l SET learned_code = o.code FROM statement_line_sources o
     WHERE o.statement_id = statement AND o.code IS NOT NULL AND l.id = o.line_id AND l.code IS NULL AND l.learned_code IS NULL
    RETURNING l.id)
  SELECT array_agg(id) INTO learned FROM written;
  IF learned IS NULL THEN RETURN; END IF;
  INSERT INTO statement_lines_to_index (line_id) SELECT unnest(learned);
  INSERT INTO statement_twins (line_id, twin_id)
  SELECT pair.line_id, pair.twin_id FROM twins_of(learned) t
    CROSS JOIN LATERAL (VALUES (t.line_id, t.twin_id), (t.twin_id, t.line_id)) pair (line_id, twin_id)
  ON CONFLICT DO NOTHING;
  PERFORM part_matches(ARRAY(SELECT m.payment_id FROM unnest(learned) named (id)
                               CROSS JOIN LATERAL (SELECT m.payment_id FROM statement_matches m
                                                    WHERE m.line_id = named.id AND m.undone_at IS NULL AND m.payment_id IS NOT NULL OFFSET 0) m), moment);
END $$;

-- Stores the twins of new lines.
CREATE OR REPLACE FUNCTION find_twins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_twins (line_id, twin_id)
  SELECT pair.line_id, pair.twin_id
    FROM twins_of(ARRAY(SELECT id FROM new_lines WHERE kind = 'payment_in')) t
    CROSS JOIN LATERAL (VALUES (t.line_id, t.twin_id), (t.twin_id, t.line_id)) pair (line_id, twin_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Twins of which both stand: their statements count as evidence, and neither is set aside.
CREATE OR REPLACE FUNCTION standing_twins() RETURNS TABLE (line_id int, twin_id int, on_day date) LANGUAGE sql STABLE AS $$
  SELECT t.line_id, t.twin_id, l.on_day
    FROM statement_twins t JOIN statement_lines l ON l.id = t.line_id JOIN statement_lines o ON o.id = t.twin_id
   WHERE l.is_proved AND o.is_proved
     AND NOT EXISTS (SELECT FROM statement_set_asides s WHERE s.line_id IN (t.line_id, t.twin_id) AND s.undone_at IS NULL)
$$;
