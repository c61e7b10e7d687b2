-- What a search of the journal looks through (REP-8): words of descriptions, which hold the reference of a payment too,
-- and amounts. Members are found by their own list, and their entries by postings_by_member.

-- Every word of a text in small letters, and what follows each sign in it, so that "QX-12" is found by "qx-1" and by "12".
CREATE FUNCTION journal_words(description text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT left(substr(word, at), 60))), ''::tsvector)
    FROM regexp_split_to_table(lower(description), '\s+') word, generate_series(1, least(length(word), 200)) at
   WHERE at = 1 OR substr(word, at, 1) ~ '[^[:alnum:]]' OR substr(word, at - 1, 1) ~ '[^[:alnum:]]'
$$;

-- New entries wait in a short list, so that whoever posts does not wait for the index.
CREATE INDEX entries_by_words ON entries USING gin (journal_words(description))
  WITH (fastupdate = on, gin_pending_list_limit = 256);
CREATE INDEX entries_by_kind ON entries (source_kind, purpose, business_date, id);
CREATE INDEX postings_by_amount ON postings (abs(amount_cents), business_date, entry_id)
  WHERE amount_cents > 0 OR account = 'bank';
-- The entry of a loan has two debits; people look for their sum.
CREATE INDEX loans_by_total ON loans ((amount_cents + interest_cents)) WHERE start_date IS NOT NULL;
