-- When M-PESA itself said what of a line (MPESA-4); `statement_lines.live` has what stands.
CREATE TABLE live_lines (
  line_id         integer PRIMARY KEY REFERENCES statement_lines,
  told_at         timestamptz,
  checked_at      timestamptz,
  denied_at       timestamptz,
  -- M-PESA said the same receipt with another amount: it confirms nothing until a statement has it.
  contradicted_at timestamptz,
  CONSTRAINT live_lines_said CHECK (num_nonnulls(told_at, checked_at, denied_at, contradicted_at) > 0)
);
CREATE TRIGGER live_lines_no_delete BEFORE DELETE ON live_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- A server makes the account of its shortcode, and nobody is asked for it.
ALTER TABLE statement_accounts ALTER COLUMN created_by DROP NOT NULL;
