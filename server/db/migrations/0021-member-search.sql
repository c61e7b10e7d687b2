-- What a search of members looks through: kept with the row, since to put it together anew for each of 20,000 members took
-- longer than all else of the list.
ALTER TABLE members ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || E'\n' || reg_number)) STORED;
