-- A code is one sum of money in the whole group (STAT-60): lines in that have one receipt are twins, whatever their accounts, files and
-- days. Twins confirm nothing and are not recorded until an official sets one of them aside with a reason.

CREATE FUNCTION is_mpesa_code(key text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT key ~ '^[A-Z]{2}(?=[A-Z]*[0-9])[A-Z0-9]{8}$'
$$;

-- Whether a line's key is a receipt, which stands for one payment alone. A bank prints words, phones and members' numbers as references
-- too: only what mixes six or more letters and digits is a receipt there.
CREATE FUNCTION is_receipt(key text, account_kind text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN account_kind = 'bank' THEN is_mpesa_code(key) OR (length(key) >= 6 AND key ~ '[A-Z]' AND key ~ '[0-9]') ELSE key <> '' END
$$;

-- Both ways round. What makes two lines twins never changes, so it is written down as soon as a line comes; whether they stand is read.
CREATE TABLE statement_twins (
  line_id int NOT NULL REFERENCES statement_lines,
  twin_id int NOT NULL REFERENCES statement_lines,
  PRIMARY KEY (line_id, twin_id),
  CONSTRAINT statement_twins_are_two CHECK (line_id <> twin_id)
);
CREATE TRIGGER statement_twins_append_only BEFORE UPDATE OR DELETE ON statement_twins FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_twins_no_truncate BEFORE TRUNCATE ON statement_twins FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The lines in with a receipt of these. A bank's own reference counts together with its day within its account (STAT-3).
CREATE FUNCTION twins_of(lines int[]) RETURNS TABLE (line_id int, twin_id int) LANGUAGE plpgsql STABLE
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY
  WITH own AS MATERIALIZED (
    SELECT l.id, l.account_id, l.on_day, a.kind AS account_kind, keys.key
      FROM statement_lines l JOIN statement_accounts a ON a.id = l.account_id
      CROSS JOIN LATERAL (SELECT l.reference_key AS key UNION SELECT l.code_key) keys
     WHERE l.id = ANY (lines) AND l.kind = 'payment_in' AND is_receipt(keys.key, a.kind)),
  near AS (
    SELECT own.id AS line, o.id AS twin, own.key, own.account_kind, own.account_id, own.on_day
      FROM own JOIN statement_lines o ON o.reference_key = own.key WHERE o.id <> own.id
    UNION
    SELECT own.id, o.id, own.key, own.account_kind, own.account_id, own.on_day
      FROM own JOIN statement_lines o ON o.code_key = own.key WHERE o.id <> own.id)
  SELECT DISTINCT n.line, n.twin
    FROM near n JOIN statement_lines o ON o.id = n.twin JOIN statement_accounts a ON a.id = o.account_id
   WHERE o.kind = 'payment_in' AND is_receipt(n.key, a.kind)
     AND (n.account_kind <> 'bank' OR o.account_id <> n.account_id OR o.on_day = n.on_day OR is_mpesa_code(n.key));
END $$;

CREATE FUNCTION find_twins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_twins (line_id, twin_id)
  SELECT pair.line_id, pair.twin_id
    FROM twins_of(ARRAY(SELECT id FROM new_lines WHERE kind = 'payment_in')) t
    CROSS JOIN LATERAL (VALUES (t.line_id, t.twin_id), (t.twin_id, t.line_id)) pair (line_id, twin_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER statement_lines_find_twins AFTER INSERT ON statement_lines REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION find_twins();

INSERT INTO statement_twins (line_id, twin_id)
SELECT t.line_id, t.twin_id FROM twins_of(ARRAY(SELECT id FROM statement_lines WHERE kind = 'payment_in')) t;

-- A line that one office set aside, since its receipt stands on another line too; the other office agrees by approving the payment.
CREATE TABLE statement_set_asides (
  id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line_id   int NOT NULL REFERENCES statement_lines,
  office    text NOT NULL CONSTRAINT statement_set_asides_office CHECK (office IN ('Treasurer', 'Sec-Gen')),
  set_by    int NOT NULL REFERENCES members,
  set_at    timestamptz NOT NULL,
  reason    text NOT NULL CONSTRAINT statement_set_asides_reason CHECK (reason ~ '\S'),
  undone_by int REFERENCES members,
  undone_at timestamptz,
  CONSTRAINT statement_set_asides_undone CHECK ((undone_by IS NULL) = (undone_at IS NULL))
);
CREATE UNIQUE INDEX statement_set_asides_line_once ON statement_set_asides (line_id) WHERE undone_at IS NULL;
CREATE TRIGGER statement_set_asides_keep BEFORE UPDATE ON statement_set_asides
  FOR EACH ROW EXECUTE FUNCTION keep_statement_rows('undone_by', 'undone_at');
CREATE TRIGGER statement_set_asides_undone_once BEFORE UPDATE ON statement_set_asides
  FOR EACH ROW WHEN (OLD.undone_at IS NOT NULL) EXECUTE FUNCTION keep_statement_decisions();
CREATE TRIGGER statement_set_asides_no_delete BEFORE DELETE ON statement_set_asides FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_set_asides_no_truncate BEFORE TRUNCATE ON statement_set_asides FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Twins of which both stand: their statements count as evidence, and neither is set aside.
CREATE FUNCTION standing_twins() RETURNS TABLE (line_id int, twin_id int, on_day date) LANGUAGE sql STABLE AS $$
  SELECT t.line_id, t.twin_id, l.on_day
    FROM statement_twins t JOIN statement_lines l ON l.id = t.line_id JOIN statement_lines o ON o.id = t.twin_id
   WHERE l.is_proved AND o.is_proved
     AND NOT EXISTS (SELECT FROM statement_set_asides s WHERE s.line_id IN (t.line_id, t.twin_id) AND s.undone_at IS NULL)
$$;

-- As in 0080, with what was set aside, and every match of a line.
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
                               l.amount_cents, l.balance_cents), E'\n' ORDER BY o.line), 'UTF8')), 'hex')
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
