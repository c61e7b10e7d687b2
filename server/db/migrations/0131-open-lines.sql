-- How many lines are open, which home tells officials: of the few days that have such a line.
CREATE INDEX statement_line_days_open ON statement_line_days (on_day) WHERE state = 'open' AND lines > 0;
