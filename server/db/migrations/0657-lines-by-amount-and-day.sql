-- The other side of a transfer is found by its amount and its day. While the index had open lines only, others of open lines seemed as
-- good to a planner that knew nothing of the table, or of what had just been imported: a file of 50,000 lines read up to 60,000 lines for each.
DROP INDEX statement_lines_by_amount;
CREATE INDEX statement_lines_by_amount ON statement_lines (amount_cents, on_day);
