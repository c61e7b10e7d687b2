-- One sum for several months, fines and loans (PAY-35): one reference on several payments, which are written together.

ALTER TABLE payments
  -- The last month of a contribution for several; null: it is for one.
  ADD COLUMN last_month date,
  -- Of the payments of one kind in one sum, from 0: a reference still occurs once in each, so a payment by itself meets the first.
  ADD COLUMN part smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT payments_last_month CHECK (
    last_month IS NULL
    OR kind = 'contribution' AND last_month > contribution_month AND extract(day FROM last_month) = 1),
  ADD CONSTRAINT payments_part CHECK (part = 0 OR kind = 'loan_payment' AND part BETWEEN 1 AND 20);

DROP INDEX payments_reference_key;
CREATE UNIQUE INDEX payments_reference_key ON payments (kind, reference_key, part)
  WHERE status <> 'rejected' AND reference_standing = 'holds';
DROP INDEX payments_own_reference_key;
CREATE UNIQUE INDEX payments_own_reference_key ON payments (member_id, reference_key, kind, part)
  WHERE status <> 'rejected' AND reference_standing <> 'carried';

CREATE FUNCTION keep_sum_as_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what payment % is for is not changed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER payments_keep_sum BEFORE UPDATE ON payments
  FOR EACH ROW WHEN ((NEW.last_month, NEW.part) IS DISTINCT FROM (OLD.last_month, OLD.part)) EXECUTE FUNCTION keep_sum_as_submitted();

-- As in 0080, with what is new here.
CREATE OR REPLACE FUNCTION audit_witness(action text, subject text, subject_id int, after jsonb, at timestamptz) RETURNS jsonb
LANGUAGE plpgsql STABLE SET TimeZone = 'UTC' AS $$
DECLARE
  this xid := pg_current_xact_id()::xid;
  whom int := CASE subject WHEN 'member' THEN subject_id ELSE (after ->> 'member_id')::int END;
  witness jsonb := '{}';
BEGIN
  IF subject IN ('contribution', 'loan_payment', 'fine_payment') THEN
    RETURN (SELECT jsonb_build_object('row', encode(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(
              'kind', p.kind, 'member_id', p.member_id, 'amount_cents', p.amount_cents, 'reference', p.reference, 'paid_at', p.paid_at,
              'submitted_at', p.submitted_at, 'contribution_month', p.contribution_month, 'loan_id', p.loan_id,
              'entered_by', p.entered_by, 'last_month', p.last_month, 'part', nullif(p.part, 0)))::text, 'UTF8')), 'hex'))
              FROM payments p WHERE p.id = subject_id AND p.xmin = this);
  END IF;
  IF whom IS NOT NULL THEN
    SELECT witness || jsonb_build_object('member', witness_of_member(m)) INTO witness FROM members m WHERE m.id = whom AND m.xmin = this;
    witness := coalesce(witness, '{}');
  END IF;
  CASE subject
    WHEN 'member' THEN
      witness := witness || jsonb_strip_nulls(jsonb_build_object(
        'sessions', (SELECT jsonb_agg(witness_of_session(s)) FROM sessions s
                      WHERE s.member_id = whom AND s.xmin = this AND s.created_at = audit_witness.at),
        'links', (SELECT jsonb_agg(witness_of_link(t)) FROM mail_tokens t
                   WHERE t.member_id = whom AND t.xmin = this AND t.spent_at IS NULL),
        'photo', (SELECT witness_of_photo(p) FROM member_photos p WHERE p.member_id = whom AND p.xmin = this),
        'two_step', coalesce(
          (SELECT witness_of_two_step(t) FROM two_step t
            WHERE t.member_id = whom AND t.confirmed_at IS NOT NULL
              AND (t.xmin = this OR EXISTS (SELECT FROM recovery_codes c WHERE c.member_id = whom AND c.xmin = this))),
          CASE WHEN action LIKE 'two-step.%' AND NOT EXISTS (SELECT FROM two_step t WHERE t.member_id = whom) THEN 'none' END),
        'settlement', (SELECT witness_hash(to_jsonb(s)) FROM settlements s WHERE s.member_id = whom AND s.xmin = this)));
    WHEN 'loan' THEN
      IF action = 'loans.apply' THEN
        witness := witness || (SELECT jsonb_build_object('row', witness_hash(jsonb_build_object(
          'member_id', l.member_id, 'number', l.number, 'loan_type', l.loan_type, 'amount_cents', l.amount_cents,
          'interest_cents', l.interest_cents, 'rate_bp', l.rate_bp, 'term_months', l.term_months, 'applied_at', l.applied_at,
          'refused_because', l.refused_because))) FROM loans l WHERE l.id = subject_id);
      END IF;
    WHEN 'fine' THEN
      witness := witness || coalesce((SELECT jsonb_build_object('row', witness_hash(
        to_jsonb(f) - '{paid_cents, written_off_cents}'::text[])) FROM fines f WHERE f.id = subject_id AND f.xmin = this), '{}');
    WHEN 'entry' THEN
      IF action = 'entries.post' THEN
        witness := witness || coalesce((SELECT jsonb_build_object('row', witness_hash(record.facts)) FROM entries e, LATERAL (
          SELECT to_jsonb(r) FROM ledger_posts r WHERE e.source_kind = 'ledger_entry' AND r.id = e.source_id
          UNION ALL SELECT to_jsonb(r) - '{paid_cents, is_reversed}'::text[] FROM dividend_declarations r
                     WHERE e.source_kind = 'dividend_declaration' AND r.id = e.source_id
          UNION ALL SELECT to_jsonb(r) - 'is_reversed' FROM dividend_payments r
                     WHERE e.source_kind = 'dividend_payment' AND r.id = e.source_id
          UNION ALL SELECT to_jsonb(r) - '{redeemed_cents, is_reversed}'::text[] FROM fixed_deposits r
                     WHERE e.source_kind = 'fixed_deposit' AND r.id = e.source_id
          UNION ALL SELECT to_jsonb(r) - 'is_reversed' FROM fixed_deposit_redemptions r
                     WHERE e.source_kind = 'fixed_deposit_redemption' AND r.id = e.source_id) record (facts)
          WHERE e.id = subject_id), '{}');
      END IF;
    WHEN 'proposal' THEN
      witness := witness || coalesce((SELECT jsonb_build_object('row', witness_hash(
        to_jsonb(p) - '{outcome, decided_by, decided_at, reason, entry_id}'::text[])) FROM proposals p
        WHERE p.id = subject_id AND p.xmin = this), '{}');
    WHEN 'bad_debt' THEN
      witness := witness || coalesce((SELECT jsonb_build_object('recoveries', jsonb_agg(witness_hash(to_jsonb(r))))
        FROM bad_debt_recoveries r WHERE r.bad_debt_id = subject_id AND r.xmin = this HAVING count(*) > 0), '{}');
    ELSE witness := witness || coalesce(statement_witness(action, subject, subject_id), '{}');
  END CASE;
  -- Settings are no secret: each is told as it is.
  witness := witness || coalesce((SELECT jsonb_build_object('settings', to_jsonb(g) - 'only_row') FROM group_settings g
                                   WHERE g.xmin = this), '{}');
  RETURN nullif(witness, '{}');
END $$;
