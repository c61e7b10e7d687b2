-- Who is named can claim it (STAT-62). contests: another member's claim holds the reference, and a line names this one. It comes to hold
-- when the other is rejected, by an office or by the second approval of this one.
ALTER TABLE payments
  DROP CONSTRAINT payments_reference_standing,
  ADD CONSTRAINT payments_reference_standing CHECK (reference_standing IN ('holds', 'waits', 'carried', 'contests')),
  DROP CONSTRAINT payments_rejected_by_rule,
  ADD CONSTRAINT payments_rejected_by_rule CHECK (
    rejected_by_rule IS NULL
    OR (rejected_by_rule = 'reference-held' AND status = 'rejected' AND reference_standing = 'waits'
        AND coalesce(treasurer_reason, sec_gen_reason) = 'This reference stands on another member''s payment.')
    OR (rejected_by_rule = 'shown-for-another' AND status = 'rejected' AND reference_standing IN ('holds', 'contests')
        AND coalesce(treasurer_reason, sec_gen_reason) = 'The statement shows this payment as another member''s.')),
  -- What a rule rejects is rejected by whoever gave the second approval of the other payment, who may have given the first one here.
  DROP CONSTRAINT payments_two_people,
  ADD CONSTRAINT payments_two_people CHECK (
    treasurer_id <> sec_gen_id
    OR (rejected_by_rule IS NOT NULL AND 'rejected' IN (treasurer_verdict, sec_gen_verdict))
    OR (reference_standing = 'waits' AND 'rejected' IN (treasurer_verdict, sec_gen_verdict)));
CREATE INDEX payments_contesting ON payments (reference_key) WHERE reference_standing = 'contests';

-- Whether a line in that stands names the member for this reference.
CREATE FUNCTION names_member(key text, member int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM (SELECT l.* FROM statement_lines l WHERE l.reference_key = key
                  UNION SELECT l.* FROM statement_lines l WHERE l.code_key = key) l
     WHERE l.kind = 'payment_in' AND l.is_proved
       AND NOT EXISTS (SELECT FROM statement_set_asides aside WHERE aside.line_id = l.id AND aside.undone_at IS NULL)
       AND member_of_line(l.account_typed, l.party) = member)
$$;
