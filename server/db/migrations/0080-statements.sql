-- What banks and M-PESA say of the group's money (STAT-1): accounts outside of the application, their statements, the lines of
-- these, and what in the books each line is.

CREATE TABLE statement_accounts (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL CONSTRAINT statement_accounts_name CHECK (name ~ '\S'),
  kind       text NOT NULL CONSTRAINT statement_accounts_kind CHECK (kind IN ('mpesa_paybill', 'mpesa_till', 'mpesa_customer', 'bank')),
  number     text,
  -- Which column of a bank's file holds what; null until somebody confirmed it.
  mapping    jsonb,
  created_by int NOT NULL REFERENCES members,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX statement_accounts_name_key ON statement_accounts (lower(name));

CREATE TABLE statements (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id       int NOT NULL REFERENCES statement_accounts,
  file_name        text NOT NULL,
  sha256           bytea NOT NULL CONSTRAINT statements_sha256 CHECK (length(sha256) = 32),
  format           text NOT NULL,
  period_from      date NOT NULL,
  period_to        date NOT NULL,
  opening_cents    bigint,
  closing_cents    bigint,
  -- As the import counted its lines: new, known, failed.
  counts           jsonb NOT NULL,
  -- Where the file does not add up: [{line, expected, printed}] in cents; [] when it does.
  breaks           jsonb NOT NULL CONSTRAINT statements_breaks CHECK (jsonb_typeof(breaks) = 'array'),
  uploaded_by      int NOT NULL REFERENCES members,
  uploaded_at      timestamptz NOT NULL,
  -- When the second office accepted it in spite of its breaks.
  accepted_at      timestamptz,
  withdrawn_by     int REFERENCES members,
  withdrawn_at     timestamptz,
  withdrawn_reason text,
  -- Whether its lines count as evidence: it adds up, or both offices accepted it, and nobody withdrew it (STAT-4).
  is_proof         boolean NOT NULL GENERATED ALWAYS AS (withdrawn_at IS NULL AND (breaks = '[]' OR accepted_at IS NOT NULL)) STORED,
  CONSTRAINT statements_period CHECK (period_from <= period_to),
  CONSTRAINT statements_withdrawn CHECK (
    CASE WHEN withdrawn_at IS NULL THEN withdrawn_by IS NULL AND withdrawn_reason IS NULL
         ELSE withdrawn_by IS NOT NULL AND withdrawn_reason IS NOT NULL AND withdrawn_reason ~ '\S' END)
);
-- The same file stands once in an account.
CREATE UNIQUE INDEX statements_file_once ON statements (account_id, sha256) WHERE withdrawn_at IS NULL;
CREATE INDEX statements_by_account ON statements (account_id, period_from, id);

-- The file as it came.
CREATE TABLE statement_files (
  statement_id int PRIMARY KEY REFERENCES statements,
  content      bytea NOT NULL
);

-- One office's acceptance of a statement that does not add up.
CREATE TABLE statement_acceptances (
  statement_id int NOT NULL REFERENCES statements,
  office       text NOT NULL CONSTRAINT statement_acceptances_office CHECK (office IN ('Treasurer', 'Sec-Gen')),
  member_id    int NOT NULL REFERENCES members,
  accepted_at  timestamptz NOT NULL,
  reason       text NOT NULL CONSTRAINT statement_acceptances_reason CHECK (reason ~ '\S'),
  PRIMARY KEY (statement_id, office),
  CONSTRAINT statement_acceptances_two_people UNIQUE (statement_id, member_id)
);

CREATE TABLE statement_lines (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id    int NOT NULL REFERENCES statement_accounts,
  -- Hash of what makes the line one and the same in whatever file it stands (STAT-3).
  identity      bytea NOT NULL CONSTRAINT statement_lines_identity CHECK (length(identity) = 32),
  -- Null where the file prints a day alone.
  at            timestamptz,
  on_day        date NOT NULL,
  reference     text,
  -- The M-PESA code within a bank's narration.
  code          text,
  details       text NOT NULL,
  party         text,
  account_typed text,
  -- As the file has it; a paired `transfer` has its `pair_id`.
  kind          text NOT NULL CONSTRAINT statement_lines_kind CHECK (kind IN ('payment_in', 'payment_out', 'charge', 'internal', 'failed')),
  -- Money in above 0, money out below.
  amount_cents  bigint NOT NULL,
  balance_cents bigint,
  -- As payments reckon theirs.
  reference_key text GENERATED ALWAYS AS (translate(upper(reference), '-/ ', '')) STORED,
  code_key      text GENERATED ALWAYS AS (translate(upper(code), '-/ ', '')) STORED,
  -- The line of another of our accounts to which this money went, or from which it came.
  pair_id       int CONSTRAINT statement_lines_pair_once UNIQUE REFERENCES statement_lines,
  -- open: nothing in the books is known to be it. matched: one thing is. ignored: nothing has to be (failed, within an account,
  -- between our accounts). withdrawn: none of its statements stands.
  state         text NOT NULL CONSTRAINT statement_lines_state CHECK (state IN ('open', 'matched', 'ignored', 'withdrawn')),
  -- Whether one of its statements counts as evidence.
  is_proved     boolean NOT NULL,
  CONSTRAINT statement_lines_once UNIQUE (account_id, identity),
  CONSTRAINT statement_lines_day CHECK ((at AT TIME ZONE 'Africa/Nairobi')::date = on_day)
);
CREATE INDEX statement_lines_by_account ON statement_lines (account_id, on_day DESC, id DESC) WHERE state <> 'withdrawn';
CREATE INDEX statement_lines_by_day ON statement_lines (on_day DESC, id DESC) WHERE state <> 'withdrawn';
CREATE INDEX statement_lines_open ON statement_lines (on_day DESC, id DESC) WHERE state = 'open';
CREATE INDEX statement_lines_by_reference ON statement_lines (reference_key) WHERE reference_key IS NOT NULL;
CREATE INDEX statement_lines_by_code ON statement_lines (code_key) WHERE code_key IS NOT NULL;

-- In which files a line stands, and in which row of each.
CREATE TABLE statement_line_sources (
  statement_id int NOT NULL REFERENCES statements,
  line         int NOT NULL CONSTRAINT statement_line_sources_line CHECK (line > 0),
  line_id      int NOT NULL REFERENCES statement_lines,
  PRIMARY KEY (statement_id, line),
  CONSTRAINT statement_line_sources_once UNIQUE (line_id, statement_id)
);

CREATE TABLE statement_matches (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line_id     int NOT NULL REFERENCES statement_lines,
  payment_id  int REFERENCES payments,
  entry_id    int REFERENCES entries,
  -- Null: the application matched it by itself, since reference and amount are the same.
  matched_by  int REFERENCES members,
  matched_at  timestamptz NOT NULL,
  -- reference, code: which of them is the same. by_hand: an official said so. recorded, booked: made from the line.
  reason      text NOT NULL CONSTRAINT statement_matches_reason CHECK (reason IN ('reference', 'code', 'by_hand', 'recorded', 'booked')),
  -- Why an official matched what is not the same amount.
  explanation text CONSTRAINT statement_matches_explanation CHECK (explanation ~ '\S'),
  undone_by   int REFERENCES members,
  undone_at   timestamptz,
  -- unmatched: an official undid it. withdrawn: the statement was. rejected: the payment was. reversed: the entry was.
  undone_why  text CONSTRAINT statement_matches_undone_why CHECK (undone_why IN ('unmatched', 'withdrawn', 'rejected', 'reversed')),
  CONSTRAINT statement_matches_one_thing CHECK ((payment_id IS NULL) <> (entry_id IS NULL)),
  CONSTRAINT statement_matches_by CHECK ((matched_by IS NULL) = (reason IN ('reference', 'code'))),
  CONSTRAINT statement_matches_undone CHECK ((undone_at IS NULL) = (undone_why IS NULL) AND (undone_at IS NOT NULL OR undone_by IS NULL))
);
-- A line is one thing, and a payment one line; an entry may be several.
CREATE UNIQUE INDEX statement_matches_line_once ON statement_matches (line_id) WHERE undone_at IS NULL;
CREATE UNIQUE INDEX statement_matches_payment_once ON statement_matches (payment_id) WHERE undone_at IS NULL;
CREATE INDEX statement_matches_by_entry ON statement_matches (entry_id) WHERE undone_at IS NULL;

-- Nothing that came from a file is changed or goes.
CREATE FUNCTION keep_statement_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- What may change, by the table.
  changing text[] := TG_ARGV;
BEGIN
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing THEN
    RAISE EXCEPTION '% % stays as it was written', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER statement_accounts_keep BEFORE UPDATE ON statement_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_statement_rows('name', 'number', 'mapping');
CREATE TRIGGER statements_keep BEFORE UPDATE ON statements
  FOR EACH ROW EXECUTE FUNCTION keep_statement_rows('withdrawn_by', 'withdrawn_at', 'withdrawn_reason', 'accepted_at', 'is_proof');
CREATE TRIGGER statement_lines_keep BEFORE UPDATE ON statement_lines
  FOR EACH ROW EXECUTE FUNCTION keep_statement_rows('state', 'is_proved', 'pair_id', 'reference_key', 'code_key');
CREATE TRIGGER statement_matches_keep BEFORE UPDATE ON statement_matches
  FOR EACH ROW EXECUTE FUNCTION keep_statement_rows('undone_by', 'undone_at', 'undone_why');
CREATE FUNCTION keep_statement_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% % is withdrawn or undone for good', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER statements_withdrawn_once BEFORE UPDATE ON statements
  FOR EACH ROW WHEN (OLD.withdrawn_at IS NOT NULL) EXECUTE FUNCTION keep_statement_decisions();
CREATE TRIGGER statement_matches_undone_once BEFORE UPDATE ON statement_matches
  FOR EACH ROW WHEN (OLD.undone_at IS NOT NULL) EXECUTE FUNCTION keep_statement_decisions();

CREATE TRIGGER statement_accounts_no_delete BEFORE DELETE ON statement_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_no_delete BEFORE DELETE ON statements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_lines_no_delete BEFORE DELETE ON statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_matches_no_delete BEFORE DELETE ON statement_matches FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_files_append_only BEFORE UPDATE OR DELETE ON statement_files FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_acceptances_append_only BEFORE UPDATE OR DELETE ON statement_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_line_sources_append_only BEFORE UPDATE OR DELETE ON statement_line_sources FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_accounts_no_truncate BEFORE TRUNCATE ON statement_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_no_truncate BEFORE TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_lines_no_truncate BEFORE TRUNCATE ON statement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_matches_no_truncate BEFORE TRUNCATE ON statement_matches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_files_no_truncate BEFORE TRUNCATE ON statement_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_acceptances_no_truncate BEFORE TRUNCATE ON statement_acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_line_sources_no_truncate BEFORE TRUNCATE ON statement_line_sources FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whatever wrote it: a match is of a proved line; it agrees to the cent, or says why not; what the application matched by
-- itself has the same reference or code and the same amount (STAT-11, STAT-12, STAT-15). Once for all rows of a statement: an import
-- writes thousands.
CREATE FUNCTION check_statement_matches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong int;
BEGIN
  SELECT min(m.id) INTO wrong FROM new_matches m
    JOIN statement_lines l ON l.id = m.line_id
    LEFT JOIN payments p ON p.id = m.payment_id
   WHERE NOT l.is_proved OR l.kind IN ('failed', 'internal')
      OR p.status = 'rejected'
      OR (p.amount_cents <> l.amount_cents AND m.explanation IS NULL)
      OR (m.reason = 'reference' AND p.reference_key IS DISTINCT FROM l.reference_key)
      OR (m.reason = 'code' AND p.reference_key IS DISTINCT FROM l.code_key);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'match % is of an unproved line, or does not agree with it', wrong
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_matches_agree';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER statement_matches_agree AFTER INSERT ON statement_matches
  REFERENCING NEW TABLE AS new_matches FOR EACH STATEMENT EXECUTE FUNCTION check_statement_matches();

-- Who entered a payment in the member's name, from a line of a statement; null: the member did (STAT-16).
ALTER TABLE payments ADD COLUMN entered_by int CONSTRAINT payments_entered_by_fkey REFERENCES members;

CREATE OR REPLACE FUNCTION keep_payment_as_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.member_id, NEW.amount_cents, NEW.reference, NEW.paid_at, NEW.submitted_at, NEW.contribution_month, NEW.loan_id, NEW.entered_by)
     IS DISTINCT FROM
     (OLD.kind, OLD.member_id, OLD.amount_cents, OLD.reference, OLD.paid_at, OLD.submitted_at, OLD.contribution_month, OLD.loan_id, OLD.entered_by)
     OR (NEW.reference_standing <> OLD.reference_standing AND NEW.reference_standing <> 'holds')
     OR OLD.status IN ('approved', 'rejected')
     OR (OLD.treasurer_verdict <> 'pending_approval' AND (NEW.treasurer_verdict, NEW.treasurer_id, NEW.treasurer_at)
         IS DISTINCT FROM (OLD.treasurer_verdict, OLD.treasurer_id, OLD.treasurer_at))
     OR (OLD.sec_gen_verdict <> 'pending_approval' AND (NEW.sec_gen_verdict, NEW.sec_gen_id, NEW.sec_gen_at)
         IS DISTINCT FROM (OLD.sec_gen_verdict, OLD.sec_gen_id, OLD.sec_gen_at))
  THEN
    RAISE EXCEPTION 'payment % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- What this transaction made of a statement, its account or a line of it. A statement is witnessed with its file and every line.
CREATE FUNCTION statement_witness(action text, subject text, subject_id int) RETURNS jsonb
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
      RETURN (SELECT jsonb_build_object('match', witness_hash(to_jsonb(m) - '{undone_by, undone_at, undone_why}'::text[])) FROM statement_matches m
               WHERE m.line_id = subject_id AND m.undone_at IS NULL AND m.xmin = this);
    ELSE RETURN NULL;
  END CASE;
END $$;

-- As before, and statements with their accounts and lines.
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
              'entered_by', p.entered_by))::text, 'UTF8')), 'hex'))
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
