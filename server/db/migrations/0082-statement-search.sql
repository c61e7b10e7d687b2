-- An index of words took most of the time of an import, and again of every match, since a line that is matched moves in all of its
-- indexes. A search of lines is rare, and reads those of its account and days.
DROP INDEX statement_lines_by_words;
