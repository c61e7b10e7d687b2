-- Counts beside the sums: a page tells how many there are, and is found, without reading what it leaves out
-- (docs/decisions/015-counts.md).

-- Of the journal: how many entries have a line on the account, and how many have their first line on it, which over all
-- accounts is how many there are. A posting in the queue is the first of its entry on its account, or not.
ALTER TABLE postings_to_sum
  ADD COLUMN entries bigint NOT NULL DEFAULT 0,
  ADD COLUMN first_lines bigint NOT NULL DEFAULT 0;
ALTER TABLE balance_days
  ADD COLUMN entries bigint NOT NULL DEFAULT 0,
  ADD COLUMN first_lines bigint NOT NULL DEFAULT 0;
ALTER TABLE balance_months
  ADD COLUMN entries bigint NOT NULL DEFAULT 0,
  ADD COLUMN first_lines bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION queue_postings_to_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO postings_to_sum (business_date, account, closing, member_id, amount_cents, entries, first_lines)
  SELECT p.business_date, p.account, e.source_kind = 'financial_year', p.member_id, p.amount_cents,
         (row_number() OVER (PARTITION BY p.entry_id, p.account ORDER BY p.line) = 1)::int, (p.line = 1)::int
    FROM posted p JOIN entries e ON e.id = p.entry_id;
  RETURN NULL;
END $$;

-- What was posted before counts at once, also where its amounts are still queued.
INSERT INTO balance_days AS sums (business_date, account, closing, amount_cents, entries, first_lines)
SELECT p.business_date, p.account, e.source_kind = 'financial_year', 0, count(DISTINCT p.entry_id), count(*) FILTER (WHERE p.line = 1)
  FROM postings p JOIN entries e ON e.id = p.entry_id GROUP BY 1, 2, 3
ON CONFLICT (business_date, account, closing) DO UPDATE SET entries = excluded.entries, first_lines = excluded.first_lines;
INSERT INTO balance_months AS sums (month, account, closing, amount_cents, entries, first_lines)
SELECT date_trunc('month', business_date::timestamp)::date, account, closing, 0, sum(entries), sum(first_lines)
  FROM balance_days GROUP BY 1, 2, 3
ON CONFLICT (month, account, closing) DO UPDATE SET entries = excluded.entries, first_lines = excluded.first_lines;

-- A server of an earlier release would lose counts; it fails instead.
ALTER TABLE postings_to_sum ALTER COLUMN entries DROP DEFAULT, ALTER COLUMN first_lines DROP DEFAULT;
ALTER TABLE balance_days ALTER COLUMN entries DROP DEFAULT, ALTER COLUMN first_lines DROP DEFAULT;
ALTER TABLE balance_months ALTER COLUMN entries DROP DEFAULT, ALTER COLUMN first_lines DROP DEFAULT;

-- Of the sealed audit log, by the day in Nairobi and by block: 4,096 ids, in which a page is looked for. The counts of
-- nobody (0) are of everybody; beside them stand those of each person who writes much, which is who has held an office.
CREATE TABLE audit_counts (
  actor_id int NOT NULL,
  day      date NOT NULL,
  block    int NOT NULL,
  action   text NOT NULL,
  subject  text NOT NULL,
  entries  int NOT NULL CONSTRAINT audit_counts_positive CHECK (entries > 0),
  PRIMARY KEY (actor_id, day, block, action, subject)
) WITH (fillfactor = 70);

INSERT INTO audit_counts (actor_id, day, block, action, subject, entries)
SELECT 0, (e.at AT TIME ZONE 'Africa/Nairobi')::date, e.id >> 12, e.action, e.subject, count(*)
  FROM audit_entries e JOIN audit_seals s ON s.audit_id = e.id GROUP BY 2, 3, 4, 5;
INSERT INTO audit_counts (actor_id, day, block, action, subject, entries)
SELECT e.actor_id, (e.at AT TIME ZONE 'Africa/Nairobi')::date, e.id >> 12, e.action, e.subject, count(*)
  FROM audit_entries e JOIN audit_seals s ON s.audit_id = e.id
 WHERE e.actor_id IN (SELECT actor_id FROM audit_entries WHERE actor_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1000
                      UNION SELECT id FROM members WHERE office IS NOT NULL)
 GROUP BY 1, 2, 3, 4, 5;
