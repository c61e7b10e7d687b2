-- How many postings each account has, beside its sums: a page of an account's postings tells how many there are, and is
-- found, without reading what it leaves out (docs/decisions/015-counts.md).
ALTER TABLE postings_to_sum ADD COLUMN lines bigint NOT NULL DEFAULT 0;
ALTER TABLE balance_days ADD COLUMN lines bigint NOT NULL DEFAULT 0;
ALTER TABLE balance_months ADD COLUMN lines bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION queue_postings_to_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO postings_to_sum (business_date, account, closing, member_id, amount_cents, entries, first_lines, lines)
  SELECT p.business_date, p.account, e.source_kind = 'financial_year', p.member_id, p.amount_cents,
         (row_number() OVER (PARTITION BY p.entry_id, p.account ORDER BY p.line) = 1)::int, (p.line = 1)::int, 1
    FROM posted p JOIN entries e ON e.id = p.entry_id;
  RETURN NULL;
END $$;

-- What was posted before counts at once, also where its amounts are still queued.
INSERT INTO balance_days AS sums (business_date, account, closing, amount_cents, entries, first_lines, lines)
SELECT p.business_date, p.account, e.source_kind = 'financial_year', 0, 0, 0, count(*)
  FROM postings p JOIN entries e ON e.id = p.entry_id GROUP BY 1, 2, 3
ON CONFLICT (business_date, account, closing) DO UPDATE SET lines = excluded.lines;
INSERT INTO balance_months AS sums (month, account, closing, amount_cents, entries, first_lines, lines)
SELECT date_trunc('month', business_date::timestamp)::date, account, closing, 0, 0, 0, sum(lines)
  FROM balance_days GROUP BY 1, 2, 3
ON CONFLICT (month, account, closing) DO UPDATE SET lines = excluded.lines;

-- A server of an earlier release would lose counts; it fails instead.
ALTER TABLE postings_to_sum ALTER COLUMN lines DROP DEFAULT;
ALTER TABLE balance_days ALTER COLUMN lines DROP DEFAULT;
ALTER TABLE balance_months ALTER COLUMN lines DROP DEFAULT;

-- The postings of one account are read in the order of the journal, line by line.
CREATE INDEX IF NOT EXISTS postings_of_account_in_order ON postings (account, business_date, entry_id, line);
DROP INDEX IF EXISTS postings_of_account;

-- What a member paid and when, from the index alone: the running balance of a statement.
CREATE INDEX IF NOT EXISTS payments_approved_by_day ON payments (member_id, kind, paid_at, id) INCLUDE (amount_cents) WHERE status = 'approved';
DROP INDEX IF EXISTS payments_approved;
