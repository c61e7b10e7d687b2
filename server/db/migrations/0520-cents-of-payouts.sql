-- One line out may be two entries: a settlement's, and that of the cents which M-PESA could not send (OUT-7).
ALTER TABLE statement_matches
  DROP CONSTRAINT statement_matches_reason,
  ADD CONSTRAINT statement_matches_reason CHECK (reason IN ('reference', 'code', 'by_hand', 'recorded', 'booked', 'cents')),
  DROP CONSTRAINT statement_matches_by,
  ADD CONSTRAINT statement_matches_by CHECK ((matched_by IS NULL) = (reason IN ('reference', 'code', 'cents')));
DROP INDEX statement_matches_line_once;
CREATE UNIQUE INDEX statement_matches_line_once ON statement_matches (line_id)
  WHERE undone_at IS NULL AND reason <> 'cents' AND (payment_id IS NULL OR explanation IS NOT NULL);
CREATE UNIQUE INDEX statement_matches_cents_once ON statement_matches (line_id) WHERE undone_at IS NULL AND reason = 'cents';
CREATE INDEX mpesa_payouts_with_cents ON mpesa_payouts (entry_id) WHERE cents_entry_id IS NOT NULL;
