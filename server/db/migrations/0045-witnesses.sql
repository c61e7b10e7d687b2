-- What the audit log says a record was when it was written, by a hash, so that `verify` sees what was changed behind it
-- (docs/decisions/024-tampering.md).

-- Null where there is nothing to witness. It is sealed with the rest: the canonical text of an entry that has one ends in it.
ALTER TABLE audit_entries ADD COLUMN witness jsonb;

-- The hash of a row as JSON. What is null or false is left out, so that a column added later, empty, changes no hash.
CREATE FUNCTION witness_hash(facts jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(
    (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(facts) WHERE value NOT IN ('null', 'false'))::text, 'UTF8')), 'hex')
$$;

-- A member's row with the hash of the password in it, which hides what could be guessed, such as a phone number.
CREATE FUNCTION witness_of_member(member members) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(member) - 'search_text')
$$;

CREATE FUNCTION witness_of_session(session sessions) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(session) - 'last_used_at')
$$;

CREATE FUNCTION witness_of_link(link mail_tokens) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(link) - 'spent_at')
$$;

CREATE FUNCTION witness_of_photo(photo member_photos) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(jsonb_build_object('name', photo.name, 'member_id', photo.member_id, 'created_at', photo.created_at,
                                         'bytes', encode(sha256(photo.bytes), 'hex')))
$$;

-- The authenticator with the recovery codes, spent or not.
CREATE FUNCTION witness_of_two_step(step two_step) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash((to_jsonb(step) - 'last_step') || jsonb_build_object('codes', (
    SELECT jsonb_agg(jsonb_build_array(code_hash, spent_at) ORDER BY code_hash) FROM recovery_codes c WHERE c.member_id = step.member_id)))
$$;

-- What this transaction made of the records that an audit entry tells of, looked at when the entry is written. Only what
-- this transaction wrote is told, so that nothing is witnessed as it was while somebody else was changing it.
CREATE FUNCTION audit_witness(action text, subject text, subject_id int, after jsonb, at timestamptz) RETURNS jsonb
LANGUAGE plpgsql STABLE SET TimeZone = 'UTC' AS $$
DECLARE
  this xid := pg_current_xact_id()::xid;
  whom int := CASE subject WHEN 'member' THEN subject_id ELSE (after ->> 'member_id')::int END;
  witness jsonb := '{}';
BEGIN
  IF subject IN ('contribution', 'loan_payment', 'fine_payment') THEN
    RETURN (SELECT jsonb_build_object('row', encode(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(
              'kind', p.kind, 'member_id', p.member_id, 'amount_cents', p.amount_cents, 'reference', p.reference, 'paid_at', p.paid_at,
              'submitted_at', p.submitted_at, 'contribution_month', p.contribution_month, 'loan_id', p.loan_id))::text, 'UTF8')), 'hex'))
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
    ELSE NULL;
  END CASE;
  -- Settings are no secret: each is told as it is.
  witness := witness || coalesce((SELECT jsonb_build_object('settings', to_jsonb(g) - 'only_row') FROM group_settings g
                                   WHERE g.xmin = this), '{}');
  RETURN nullif(witness, '{}');
END $$;

-- Tells once how everybody's account, the sessions, the links and the settings stand: what was there before anything was
-- witnessed, or what a migration changed. Named `baseline`, and why.
CREATE FUNCTION write_baseline(reason text) RETURNS void LANGUAGE sql SET TimeZone = 'UTC' AS $$
  INSERT INTO audit_entries (at, action, subject, subject_id, after, witness)
  SELECT now(), 'members.baseline', 'member', m.id, jsonb_build_object('reason', reason), jsonb_strip_nulls(jsonb_build_object(
           'member', witness_of_member(m),
           'sessions', (SELECT jsonb_agg(witness_of_session(s)) FROM sessions s WHERE s.member_id = m.id),
           'links', (SELECT jsonb_agg(witness_of_link(t)) FROM mail_tokens t WHERE t.member_id = m.id),
           'photo', (SELECT witness_of_photo(p) FROM member_photos p WHERE p.member_id = m.id),
           'two_step', (SELECT witness_of_two_step(t) FROM two_step t WHERE t.member_id = m.id AND t.confirmed_at IS NOT NULL)))
    FROM members m ORDER BY m.id;
  INSERT INTO audit_entries (at, action, subject, after, witness)
  SELECT now(), 'settings.baseline', 'group_settings', jsonb_build_object('reason', reason),
         jsonb_build_object('settings', to_jsonb(g) - 'only_row')
    FROM group_settings g WHERE EXISTS (SELECT FROM members);
$$;

SELECT write_baseline('From here on the audit log witnesses what it tells of');

-- Where the log ended when the books were checked: all that comes after must begin with it.
ALTER TABLE verify_runs
  ADD COLUMN log_size bigint CONSTRAINT verify_runs_log_size CHECK (log_size > 0),
  ADD COLUMN log_root bytea CONSTRAINT verify_runs_log_root CHECK (length(log_root) = 32),
  ADD CONSTRAINT verify_runs_log_head CHECK ((log_size IS NULL) = (log_root IS NULL));
