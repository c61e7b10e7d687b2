-- A search of lines finds initials however they are written (MEM-50): lines in which some stand apart are indexed again.
WITH changed AS (
  DELETE FROM statement_line_words w USING statement_lines l
   WHERE l.id = w.line_id
     AND concat_ws(E'\n', l.party, l.details) ~ '(^|[[:space:].])[[:alpha:]][ .]+[[:alpha:]]([[:space:].]|$)'
  RETURNING w.line_id)
INSERT INTO statement_lines_to_index (line_id) SELECT line_id FROM changed;
