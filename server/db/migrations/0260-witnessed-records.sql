-- What the audit log witnesses besides (docs/decisions/024-tampering.md): how members are notified, browsers with push, known devices,
-- the amount that one person may pay out alone, the account of a statement; and once a night, together, what was sent and checked.

CREATE FUNCTION witness_of_choices(member int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT witness_hash(jsonb_build_object(
    'choices', (SELECT jsonb_agg(jsonb_build_array(c.kind, c.channel, c.is_on) ORDER BY c.kind, c.channel) FROM notice_choices c WHERE c.member_id = member),
    'preferences', (SELECT to_jsonb(p) FROM notice_preferences p WHERE p.member_id = member)))
$$;

CREATE FUNCTION witness_of_browser(browser push_subscriptions) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(browser) - 'created_at')
$$;

CREATE FUNCTION witness_of_device(device known_devices) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(device) - 'last_seen_at')
$$;

-- In which night's witness a notice is, and a message once nothing is left to do for it.
ALTER TABLE notices ADD COLUMN witnessed_in int;
CREATE INDEX notices_by_witness ON notices (witnessed_in);
ALTER TABLE notice_messages ADD COLUMN witnessed_in int;
CREATE INDEX notice_messages_by_witness ON notice_messages (witnessed_in);

-- As written; what becomes of it later is left out.
CREATE FUNCTION witness_of_notice(notice notices) RETURNS bytea LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT sha256(convert_to(jsonb_strip_nulls(to_jsonb(notice) - '{read_at, dispatched_at, restored_at, witnessed_in}'::text[])::text, 'UTF8'))
$$;

-- To whom it went, when, with what words, and each answer of the gateway. A later report may still change its state.
CREATE FUNCTION witness_of_message(message notice_messages) RETURNS bytea LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    message.id, message.notice_id, message.member_id, message.channel, message.recipient, message.text, message.parts, message.cost_units,
    message.claimed_at, message.gateway_id, message.created_at, message.sent_at,
    (SELECT jsonb_agg(to_jsonb(a) ORDER BY a.id) FROM sms_answers a WHERE a.message_id = message.id))::text, 'UTF8'))
$$;

-- Marks what is not witnessed yet, some thousands at most, as a part of witness `number`. Returns how many.
CREATE FUNCTION mark_for_witness(number int, most int) RETURNS int LANGUAGE sql AS $$
  WITH notice AS (
    UPDATE notices SET witnessed_in = number
     WHERE id IN (SELECT id FROM notices WHERE witnessed_in IS NULL ORDER BY id LIMIT most) RETURNING 1),
  message AS (
    UPDATE notice_messages SET witnessed_in = number
     WHERE id IN (SELECT id FROM notice_messages WHERE witnessed_in IS NULL AND settled_at IS NOT NULL
                     AND state IN ('sent', 'delivered', 'failed', 'rejected', 'skipped') ORDER BY id LIMIT most) RETURNING 1)
  SELECT ((SELECT count(*) FROM notice) + (SELECT count(*) FROM message))::int
$$;

CREATE FUNCTION record_witness(action text, subject text, subject_id int, at timestamptz) RETURNS jsonb
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

-- Witnesses once what was there before.
INSERT INTO audit_entries (at, action, subject, subject_id, after, witness)
SELECT now(), 'members.baseline', 'member', m.id, '{"reason": "From here on the audit log witnesses choices, browsers and devices"}',
       jsonb_strip_nulls(jsonb_build_object(
         'choices', witness_of_choices(m.id),
         'browsers', (SELECT jsonb_agg(witness_of_browser(s)) FROM push_subscriptions s WHERE s.member_id = m.id),
         'devices', (SELECT jsonb_agg(witness_of_device(d)) FROM known_devices d WHERE d.member_id = m.id)))
  FROM members m ORDER BY m.id;
INSERT INTO audit_entries (at, action, subject, after, witness)
SELECT now(), 'settings.baseline', 'group_settings', '{"reason": "From here on the audit log witnesses the amount for one person"}',
       jsonb_build_object('limits', jsonb_agg(witness_hash(to_jsonb(l))))
  FROM second_person_limits l WHERE EXISTS (SELECT FROM members) HAVING count(*) > 0;
INSERT INTO audit_entries (at, action, subject, subject_id, after, witness)
SELECT now(), 'settings.baseline', 'statement_account', c.id, '{"reason": "From here on the audit log witnesses the account"}',
       jsonb_build_object('account', jsonb_build_object('id', c.id, 'hash', witness_hash(to_jsonb(c))))
  FROM statement_accounts c ORDER BY c.id;
