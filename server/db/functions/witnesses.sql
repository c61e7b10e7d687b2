-- What the audit log witnesses of the records that it tells of (docs/decisions/024-tampering.md).

-- The hash of a row as JSON. What is null or false is left out, so that a column added later, empty, changes no hash.
CREATE OR REPLACE FUNCTION witness_hash(facts jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(
    (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(facts) WHERE value NOT IN ('null', 'false'))::text, 'UTF8')), 'hex')
$$;

-- A member's row with the hash of the password in it, which hides what could be guessed, such as a phone number.
CREATE OR REPLACE FUNCTION witness_of_member(member members) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(member) - '{search_text, is_proven}'::text[])
$$;

CREATE OR REPLACE FUNCTION witness_of_session(session sessions) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(session) - 'last_used_at')
$$;

CREATE OR REPLACE FUNCTION witness_of_link(link mail_tokens) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(link) - 'spent_at')
$$;

CREATE OR REPLACE FUNCTION witness_of_photo(photo member_photos) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(jsonb_build_object('name', photo.name, 'member_id', photo.member_id, 'created_at', photo.created_at,
                                         'bytes', encode(sha256(photo.bytes), 'hex')))
$$;

-- The authenticator with the recovery codes, spent or not.
CREATE OR REPLACE FUNCTION witness_of_two_step(step two_step) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash((to_jsonb(step) - 'last_step') || jsonb_build_object('codes', (
    SELECT jsonb_agg(jsonb_build_array(code_hash, spent_at) ORDER BY code_hash) FROM recovery_codes c WHERE c.member_id = step.member_id)))
$$;

CREATE OR REPLACE FUNCTION witness_of_choices(member int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT witness_hash(jsonb_build_object(
    'choices', (SELECT jsonb_agg(jsonb_build_array(c.kind, c.channel, c.is_on) ORDER BY c.kind, c.channel) FROM notice_choices c WHERE c.member_id = member),
    'preferences', (SELECT to_jsonb(p) FROM notice_preferences p WHERE p.member_id = member)))
$$;

CREATE OR REPLACE FUNCTION witness_of_browser(browser push_subscriptions) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(browser) - 'created_at')
$$;

CREATE OR REPLACE FUNCTION witness_of_device(device known_devices) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(device) - 'last_seen_at')
$$;

-- As written; what becomes of it later is left out.
CREATE OR REPLACE FUNCTION witness_of_notice(notice notices) RETURNS bytea LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT sha256(convert_to(jsonb_strip_nulls(to_jsonb(notice) - '{read_at, dispatched_at, restored_at, witnessed_in}'::text[])::text, 'UTF8'))
$$;

-- To whom it went, when, with what words, and each answer of the gateway. A later report may still change its state.
CREATE OR REPLACE FUNCTION witness_of_message(message notice_messages) RETURNS bytea LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    message.id, message.notice_id, message.member_id, message.channel, message.recipient, message.text, message.parts, message.cost_units,
    message.claimed_at, message.gateway_id, message.created_at, message.sent_at,
    (SELECT jsonb_agg(to_jsonb(a) ORDER BY a.id) FROM sms_answers a WHERE a.message_id = message.id))::text, 'UTF8'))
$$;

-- A version of a loan's rows.
CREATE OR REPLACE FUNCTION witness_of_rows(version loan_versions) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT witness_hash(jsonb_build_object('version', to_jsonb(version), 'rows', (
    SELECT jsonb_agg(to_jsonb(r) ORDER BY r.place) FROM loan_rows r
     WHERE r.loan_id = version.loan_id AND r.version = version.version)))
$$;

-- What this transaction made of the records that an audit entry tells of, read when the entry is written. Only what
-- this transaction wrote is told, so that nothing is witnessed as it was while somebody else was changing it.
CREATE OR REPLACE FUNCTION audit_witness(action text, subject text, subject_id int, after jsonb, at timestamptz) RETURNS jsonb
LANGUAGE plpgsql STABLE SET TimeZone = 'UTC' AS $$
DECLARE
  this xid := pg_current_xact_id()::xid;
  whom int := CASE subject WHEN 'member' THEN subject_id ELSE (after ->> 'member_id')::int END;
  witness jsonb := '{}';
BEGIN
  IF subject IN ('contribution', 'loan_payment', 'fine_payment', 'rotation_payment', 'fund_payment') THEN
    RETURN (SELECT jsonb_build_object('row', encode(sha256(convert_to(jsonb_strip_nulls(jsonb_build_object(
              'kind', p.kind, 'member_id', p.member_id, 'amount_cents', p.amount_cents, 'reference', p.reference, 'paid_at', p.paid_at,
              'submitted_at', p.submitted_at, 'contribution_month', p.contribution_month, 'loan_id', p.loan_id,
              'entered_by', p.entered_by, 'last_month', p.last_month, 'part', nullif(p.part, 0), 'early', p.early,
              'rotation_id', p.rotation_id, 'collection_id', p.collection_id, 'fund_id', p.fund_id))::text, 'UTF8')), 'hex'))
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
          'refused_because', l.refused_because) || jsonb_strip_nulls(jsonb_build_object(
          'product_id', l.product_id, 'instalments', l.instalments, 'fee_cents', l.fee_cents, 'tops_up', l.tops_up))))
          FROM loans l WHERE l.id = subject_id);
      END IF;
      witness := witness || coalesce((SELECT jsonb_build_object('rows', witness_of_rows(v)) FROM loan_versions v
        WHERE v.loan_id = subject_id AND v.xmin = this ORDER BY v.version DESC LIMIT 1), '{}');
    WHEN 'loan_product' THEN
      witness := witness || coalesce((SELECT jsonb_build_object('row', witness_hash(to_jsonb(p) - '{ended_by, ended_at}'::text[]))
        FROM loan_products p WHERE p.id = subject_id AND p.xmin = this AND p.ended_at IS NULL), '{}');
    WHEN 'loan_change' THEN
      witness := witness || coalesce((SELECT jsonb_build_object('row', witness_hash(to_jsonb(c) - '{
        treasurer_verdict, treasurer_id, treasurer_reason, treasurer_at, treasurer_acting, sec_gen_verdict, sec_gen_id,
        sec_gen_reason, sec_gen_at, sec_gen_acting, ended_by, ended_at, done_on, amount_cents, after_repayment}'::text[]))
        FROM loan_changes c WHERE c.id = subject_id AND c.xmin = this AND c.done_on IS NULL AND c.ended_at IS NULL), '{}');
    WHEN 'guarantee' THEN
      witness := witness || coalesce((SELECT jsonb_build_object('row', witness_hash(
        to_jsonb(g) - '{state, answered_at, called_cents}'::text[])) FROM loan_guarantees g
        WHERE g.id = subject_id AND g.xmin = this AND g.state = 'asked'), '{}');
    WHEN 'distribution' THEN
      witness := witness || coalesce((SELECT CASE WHEN d.status = 'proposed' THEN jsonb_build_object('row', witness_of_distribution(d))
                                                  WHEN d.status = 'posted' THEN jsonb_build_object('shares', witness_of_shares(d)) END
        FROM distributions d WHERE d.id = subject_id AND d.xmin = this), '{}');
    WHEN 'rotation' THEN
      witness := witness || witness_of_rotation(subject_id, this);
    WHEN 'payout' THEN
      witness := witness || coalesce((SELECT CASE action
          WHEN 'payouts.propose' THEN jsonb_build_object('row', witness_hash(to_jsonb(p) - '{conversation_id, state, agreed_by, agreed_office,
            agreed_at, code, code_text, unknown_since, refusing_by, refusing_office, refused_by, refused_because, decided_at, receipt, out_line_id,
            cents_entry_id}'::text[]))
          WHEN 'payouts.agree' THEN jsonb_build_object('sent', witness_hash(jsonb_build_object('id', p.conversation_id))) END
        FROM mpesa_payouts p WHERE p.id = subject_id AND p.xmin = this), '{}');
    WHEN 'meeting' THEN
      witness := witness || witness_of_meeting(subject_id, this);
    WHEN 'fund' THEN
      witness := witness || coalesce((SELECT jsonb_build_object('row', witness_of_fund(f.id)) FROM funds f
        WHERE f.id = subject_id AND (f.xmin = this OR EXISTS (SELECT FROM fund_amounts a WHERE a.fund_id = f.id AND a.xmin = this))), '{}');
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
    WHEN 'collection' THEN
      witness := witness || coalesce((SELECT jsonb_build_object('row', witness_hash(to_jsonb(c) - '{status, treasurer_verdict, treasurer_id,
        treasurer_reason, treasurer_at, treasurer_counted, sec_gen_verdict, sec_gen_id, sec_gen_reason, sec_gen_at, sec_gen_counted}'::text[]))
        FROM collections c WHERE c.id = subject_id AND c.xmin = this AND action = 'collections.enter'), '{}');
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

-- The same of what has no subject of its own: choices, browsers, devices, limits, accounts, and the notices and checks of a batch.
CREATE OR REPLACE FUNCTION record_witness(action text, subject text, subject_id int, at timestamptz) RETURNS jsonb
LANGUAGE plpgsql STABLE SET TimeZone = 'UTC' AS $$
DECLARE
  this xid := pg_current_xact_id()::xid;
BEGIN
  CASE action
    WHEN 'members.change-notices' THEN
      RETURN jsonb_build_object('choices', witness_of_choices(subject_id));
    WHEN 'members.add-browser' THEN
      RETURN (SELECT jsonb_build_object('browsers', jsonb_agg(witness_of_browser(s))) FROM push_subscriptions s
               WHERE s.member_id = subject_id AND s.xmin = this HAVING count(*) > 0);
    WHEN 'sessions.open' THEN
      RETURN (SELECT jsonb_build_object('devices', jsonb_agg(witness_of_device(d))) FROM known_devices d
               WHERE d.member_id = subject_id AND d.first_seen_at = record_witness.at AND d.xmin = this HAVING count(*) > 0);
    WHEN 'settings.change' THEN
      RETURN (SELECT jsonb_build_object('limits', jsonb_agg(witness_hash(to_jsonb(l)))) FROM second_person_limits l
               WHERE l.xmin = this HAVING count(*) > 0);
    WHEN 'statements.import' THEN
      RETURN (SELECT jsonb_build_object('account', jsonb_build_object('id', c.id, 'hash', witness_hash(to_jsonb(c))))
                FROM statements s JOIN statement_accounts c ON c.id = s.account_id
               WHERE s.id = subject_id AND c.xmin = this);
    WHEN 'books.witness' THEN
      RETURN jsonb_strip_nulls(jsonb_build_object(
        'notices', (SELECT encode(sha256(string_agg(witness_of_notice(n), ''::bytea ORDER BY n.id)), 'hex') FROM notices n WHERE n.witnessed_in = subject_id),
        'messages', (SELECT encode(sha256(string_agg(witness_of_message(m), ''::bytea ORDER BY m.id)), 'hex')
                       FROM notice_messages m WHERE m.witnessed_in = subject_id),
        'checks', (SELECT jsonb_object_agg(v.id, witness_hash(to_jsonb(v))) FROM verify_runs v
                    WHERE v.id > (SELECT coalesce(max(key::int), 0) FROM audit_entries e, jsonb_each(e.witness -> 'checks') WHERE e.action = 'books.witness')),
        'backups', (SELECT jsonb_object_agg(b.id, witness_hash(to_jsonb(b))) FROM backup_runs b
                     WHERE b.id > (SELECT coalesce(max(key::int), 0) FROM audit_entries e, jsonb_each(e.witness -> 'backups') WHERE e.action = 'books.witness'))));
    ELSE RETURN NULL;
  END CASE;
END $$;

-- What this transaction made of a statement, its account or a line of it: a statement with its file and every line, a line with its
-- matches and what was set aside.
CREATE OR REPLACE FUNCTION statement_witness(action text, subject text, subject_id int) RETURNS jsonb
LANGUAGE plpgsql STABLE SET TimeZone = 'UTC' AS $$
DECLARE
  this xid := pg_current_xact_id()::xid;
BEGIN
  CASE subject
    WHEN 'statement_account' THEN
      RETURN (SELECT jsonb_build_object('row', witness_hash(to_jsonb(a))) FROM statement_accounts a WHERE a.id = subject_id AND a.xmin = this);
    WHEN 'statement' THEN
      CASE action
        WHEN 'statements.import' THEN
          RETURN jsonb_strip_nulls(jsonb_build_object(
            'row', (SELECT witness_hash(to_jsonb(s) - '{accepted_at, withdrawn_by, withdrawn_at, withdrawn_reason, is_proof}'::text[])
                      FROM statements s WHERE s.id = subject_id AND s.xmin = this),
            'file', (SELECT encode(sha256(f.content), 'hex') FROM statement_files f WHERE f.statement_id = subject_id AND f.xmin = this),
            'lines', (SELECT encode(sha256(convert_to(string_agg(concat_ws(' ', o.line, l.id, l.account_id, encode(l.identity, 'hex'),
                               extract(epoch FROM l.at), l.on_day, l.reference, l.code, l.details, l.party, l.account_typed, l.kind,
                               l.amount_cents, l.balance_cents, o.code), E'\n' ORDER BY o.line), 'UTF8')), 'hex')
                        FROM statement_line_sources o JOIN statement_lines l ON l.id = o.line_id
                       WHERE o.statement_id = subject_id AND o.xmin = this)));
        WHEN 'statements.accept' THEN
          RETURN (SELECT jsonb_build_object('acceptance', witness_hash(to_jsonb(a))) FROM statement_acceptances a
                   WHERE a.statement_id = subject_id AND a.xmin = this);
        WHEN 'statements.withdraw' THEN
          RETURN (SELECT jsonb_build_object('withdrawal', witness_hash(jsonb_build_object(
                    'by', s.withdrawn_by, 'at', s.withdrawn_at, 'reason', s.withdrawn_reason)))
                    FROM statements s WHERE s.id = subject_id AND s.xmin = this);
        ELSE RETURN NULL;
      END CASE;
    WHEN 'statement_line' THEN
      IF action = 'statement-lines.set-aside' THEN
        RETURN (SELECT jsonb_build_object('set_aside', witness_hash(to_jsonb(a) - '{undone_by, undone_at}'::text[])) FROM statement_set_asides a
                 WHERE a.line_id = subject_id AND a.undone_at IS NULL AND a.xmin = this);
      END IF;
      -- A line may be several payments of one member: each is witnessed.
      RETURN (SELECT jsonb_build_object('match', (array_agg(witness_hash(to_jsonb(m) - '{undone_by, undone_at, undone_why}'::text[]) ORDER BY m.id))[1])
                     || CASE WHEN count(*) > 1 THEN jsonb_build_object('matches',
                          jsonb_agg(witness_hash(to_jsonb(m) - '{undone_by, undone_at, undone_why}'::text[]) ORDER BY m.id)) ELSE '{}' END
                FROM statement_matches m
               WHERE m.line_id = subject_id AND m.undone_at IS NULL AND m.xmin = this HAVING count(*) > 0);
    ELSE RETURN NULL;
  END CASE;
END $$;

-- What an audit entry about an opening witnesses (docs/decisions/024-tampering.md): what was proposed, whose word it is, and every
-- record that it brought.
CREATE OR REPLACE FUNCTION opening_witness(action text, opening int, at timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT CASE action
    WHEN 'openings.propose' THEN (
      SELECT jsonb_build_object('row', witness_hash(
        to_jsonb(o) - '{outcome, decided_by, decided_office, decided_at, reason, taken_back_at, status}'::text[])) FROM openings o WHERE o.id = opening)
    WHEN 'openings.refuse' THEN (
      SELECT jsonb_build_object('decision', witness_hash(jsonb_build_object('outcome', outcome, 'by', decided_by, 'office', decided_office,
                                                                            'at', decided_at, 'reason', reason))) FROM openings o WHERE o.id = opening)
    WHEN 'openings.accept' THEN (
      SELECT jsonb_build_object(
        'decision', witness_hash(jsonb_build_object('outcome', outcome, 'by', decided_by, 'office', decided_office, 'at', decided_at, 'reason', reason)),
        'brought', encode(sha256(convert_to(concat_ws(E'\n',
          (SELECT string_agg(to_jsonb(r)::text, E'\n' ORDER BY r.id) FROM opening_members r WHERE r.opening_id = opening),
          (SELECT string_agg(jsonb_strip_nulls(to_jsonb(r))::text, E'\n' ORDER BY r.loan_id) FROM opening_loans r WHERE r.opening_id = opening),
          (SELECT string_agg(to_jsonb(r)::text, E'\n' ORDER BY r.account) FROM opening_balances r WHERE r.opening_id = opening),
          (SELECT string_agg(to_jsonb(r)::text, E'\n' ORDER BY r.deposit_id) FROM opening_deposits r WHERE r.opening_id = opening),
          (SELECT string_agg(to_jsonb(r)::text, E'\n' ORDER BY r.id) FROM past_contributions r WHERE r.opening_id = opening)), 'UTF8')), 'hex'))
        FROM openings o WHERE o.id = opening)
    WHEN 'openings.take-back' THEN (
      SELECT jsonb_build_object('word', witness_hash(to_jsonb(t))) FROM opening_take_backs t
       WHERE t.opening_id = opening AND t.said_at = opening_witness.at AND t.xmin = pg_current_xact_id()::xid)
    END
$$;

-- What an audit entry about a seat witnesses (docs/decisions/024-tampering.md): the seat with its link as given, and the
-- session that was opened.
CREATE OR REPLACE FUNCTION auditor_witness(action text, auditor int, at timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT CASE action
    WHEN 'auditors.invite' THEN (
      SELECT jsonb_build_object('row', witness_hash(to_jsonb(a) - '{ended_by, ended_at, last_entered_at}'::text[]),
                                'link', witness_hash(to_jsonb(l)))
        FROM auditors a JOIN auditor_links l ON l.auditor_id = a.id WHERE a.id = auditor)
    WHEN 'auditors.enter' THEN (
      SELECT jsonb_build_object('sessions', jsonb_agg(witness_hash(to_jsonb(s) - 'last_used_at'))) FROM auditor_sessions s
       WHERE s.auditor_id = auditor AND s.created_at = at AND s.xmin = pg_current_xact_id()::xid)
    END
$$;

-- Marks what is not witnessed yet, some thousands at most, as a part of witness `number`. Returns how many.
CREATE OR REPLACE FUNCTION mark_for_witness(number int, most int) RETURNS int LANGUAGE sql AS $$
  WITH notice AS (
    UPDATE notices SET witnessed_in = number
     WHERE id IN (SELECT id FROM notices WHERE witnessed_in IS NULL ORDER BY id LIMIT most) RETURNING 1),
  message AS (
    UPDATE notice_messages SET witnessed_in = number
     WHERE id IN (SELECT id FROM notice_messages WHERE witnessed_in IS NULL AND settled_at IS NOT NULL
                     AND state IN ('sent', 'delivered', 'failed', 'rejected', 'skipped') ORDER BY id LIMIT most) RETURNING 1)
  SELECT ((SELECT count(*) FROM notice) + (SELECT count(*) FROM message))::int
$$;

-- Tells once how everybody's account, the sessions, the links and the settings stand: what was there before anything was
-- witnessed, or what a migration changed. Named `baseline`, and why.
CREATE OR REPLACE FUNCTION write_baseline(reason text) RETURNS void LANGUAGE sql SET TimeZone = 'UTC' AS $$
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
