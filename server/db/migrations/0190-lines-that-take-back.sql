-- Whether a line was taken back is asked of every payment that an approval list counts: among the few lines that pay out, not among
-- every line whose narration names a code.
CREATE INDEX statement_lines_paying_back ON statement_lines (code_key) WHERE kind = 'payment_out' AND is_proved AND code_key IS NOT NULL;
