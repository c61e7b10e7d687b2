-- What a group brings over from the book it had before: proposed by the Treasurer, posted when another office accepts it, taken
-- back by both (OPEN-30 to OPEN-49).

CREATE TABLE openings (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The cut-over day: the sheet tells how the group stood at its end.
  cut_over_on       date NOT NULL,
  -- Of the book and the day; the same sheet again adds nothing.
  digest            bytea NOT NULL CONSTRAINT openings_digest CHECK (length(digest) = 32),
  -- The sheet as it was read, from which everything is posted when it is accepted.
  book              jsonb NOT NULL,
  -- Debit and credit of each account, as rehearsed.
  totals            jsonb NOT NULL,
  members           int NOT NULL CONSTRAINT openings_members CHECK (members > 0),
  loans             int NOT NULL CONSTRAINT openings_loans CHECK (loans >= 0),
  savings_cents     bigint NOT NULL CONSTRAINT openings_savings CHECK (savings_cents >= 0),
  -- Debit less credit of the sheet.
  difference_cents  bigint NOT NULL,
  difference_reason text CONSTRAINT openings_difference_reason CHECK (difference_reason ~ '\S'),
  proposed_by       int NOT NULL REFERENCES members,
  proposed_at       timestamptz NOT NULL,
  outcome           text CONSTRAINT openings_outcome CHECK (outcome IN ('accepted', 'refused')),
  decided_by        int REFERENCES members,
  decided_office    text CONSTRAINT openings_decided_office CHECK (decided_office IN ('Chairperson', 'Sec-Gen', 'Treasurer')),
  decided_at        timestamptz,
  -- Of a refusal.
  reason            text CONSTRAINT openings_reason CHECK (reason ~ '\S'),
  taken_back_at     timestamptz,
  status            text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN taken_back_at IS NOT NULL THEN 'taken_back' ELSE coalesce(outcome, 'proposed') END) STORED,
  CONSTRAINT openings_difference CHECK ((difference_cents = 0) = (difference_reason IS NULL)),
  CONSTRAINT openings_decided CHECK (
    CASE outcome WHEN 'accepted' THEN decided_by IS NOT NULL AND decided_by <> proposed_by AND decided_at IS NOT NULL
                      AND decided_office IN ('Chairperson', 'Sec-Gen') AND reason IS NULL
                 WHEN 'refused' THEN decided_by IS NOT NULL AND decided_at IS NOT NULL AND decided_office IS NOT NULL
                      AND reason IS NOT NULL AND taken_back_at IS NULL
                 ELSE decided_by IS NULL AND decided_at IS NULL AND decided_office IS NULL AND reason IS NULL AND taken_back_at IS NULL END)
);
-- One waits at a time, and one is in force at a time.
CREATE UNIQUE INDEX openings_one_waits ON openings ((true)) WHERE status = 'proposed';
CREATE UNIQUE INDEX openings_one_in_force ON openings ((true)) WHERE status = 'accepted';

CREATE FUNCTION keep_opening_as_proposed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['outcome', 'decided_by', 'decided_office', 'decided_at', 'reason', 'taken_back_at', 'status'];
BEGIN
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing
     OR OLD.taken_back_at IS NOT NULL
     OR OLD.outcome IS NOT NULL AND (NEW.outcome, NEW.decided_by, NEW.decided_office, NEW.decided_at, NEW.reason)
                     IS DISTINCT FROM (OLD.outcome, OLD.decided_by, OLD.decided_office, OLD.decided_at, OLD.reason) THEN
    RAISE EXCEPTION 'opening % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER openings_keep BEFORE UPDATE ON openings FOR EACH ROW EXECUTE FUNCTION keep_opening_as_proposed();
CREATE TRIGGER openings_no_delete BEFORE DELETE ON openings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER openings_no_truncate BEFORE TRUNCATE ON openings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whose word it is that it be taken back: the Treasurer's, and that of the Sec-Gen or the Chairperson.
CREATE TABLE opening_take_backs (
  opening_id int NOT NULL REFERENCES openings,
  office     text NOT NULL CONSTRAINT opening_take_backs_office CHECK (office IN ('Chairperson', 'Sec-Gen', 'Treasurer')),
  member_id  int NOT NULL REFERENCES members,
  said_at    timestamptz NOT NULL,
  reason     text NOT NULL CONSTRAINT opening_take_backs_reason CHECK (reason ~ '\S'),
  PRIMARY KEY (opening_id, member_id)
);
CREATE UNIQUE INDEX opening_take_backs_by_both ON opening_take_backs (opening_id, (office = 'Treasurer'));

-- What was brought over for each member, from the moment it was accepted. Of a sheet that was taken back it counts no more.
CREATE TABLE opening_members (
  id                 int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  opening_id         int NOT NULL REFERENCES openings,
  member_id          int NOT NULL REFERENCES members,
  -- Of the sheet Members.
  row                int NOT NULL,
  savings_cents      bigint NOT NULL CONSTRAINT opening_members_savings CHECK (savings_cents >= 0),
  -- The first day of the month.
  paid_up_to         date NOT NULL CONSTRAINT opening_members_paid_up_to CHECK (extract(day FROM paid_up_to) = 1),
  last_paid_on       date,
  unpaid_fines_cents bigint NOT NULL CONSTRAINT opening_members_fines CHECK (unpaid_fines_cents >= 0),
  joined_on          date NOT NULL,
  -- The account came with the sheet; it was there before otherwise.
  is_new             boolean NOT NULL,
  CONSTRAINT opening_members_once UNIQUE (opening_id, member_id)
);
CREATE INDEX opening_members_by_member ON opening_members (member_id);

-- A loan as the book had it: `loans` tells what became of it.
CREATE TABLE opening_loans (
  loan_id        int PRIMARY KEY REFERENCES loans,
  opening_id     int NOT NULL REFERENCES openings,
  member_id      int NOT NULL REFERENCES members,
  -- Of the sheet Loans.
  row            int NOT NULL,
  amount_cents   bigint NOT NULL,
  interest_cents bigint NOT NULL,
  paid_cents     bigint NOT NULL CONSTRAINT opening_loans_paid CHECK (paid_cents >= 0 AND paid_cents < amount_cents + interest_cents),
  given_on       date NOT NULL,
  due_on         date NOT NULL,
  CONSTRAINT opening_loans_row UNIQUE (opening_id, row)
);
CREATE INDEX opening_loans_by_member ON opening_loans (member_id);

-- What Group says of each account, positive on its natural side.
CREATE TABLE opening_balances (
  opening_id int NOT NULL REFERENCES openings,
  account    text NOT NULL REFERENCES accounts CONSTRAINT opening_balances_account CHECK (
               account IN ('bank', 'investment', 'good_will', 'tax', 'ordinary_shares', 'retained_earnings')),
  row        int NOT NULL,
  cents      bigint NOT NULL CONSTRAINT opening_balances_cents CHECK (cents >= 0 OR account = 'retained_earnings'),
  PRIMARY KEY (opening_id, account)
);

CREATE TABLE opening_deposits (
  deposit_id   int PRIMARY KEY REFERENCES fixed_deposits,
  opening_id   int NOT NULL REFERENCES openings,
  row          int NOT NULL,
  amount_cents bigint NOT NULL,
  placed_on    date,
  matures_on   date,
  CONSTRAINT opening_deposits_row UNIQUE (opening_id, row)
);

-- Contributions of the years before: shown as history, never posted.
CREATE TABLE past_contributions (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  opening_id   int NOT NULL REFERENCES openings,
  member_id    int NOT NULL REFERENCES members,
  row          int NOT NULL,
  month        date NOT NULL CONSTRAINT past_contributions_month CHECK (extract(day FROM month) = 1),
  amount_cents bigint NOT NULL CONSTRAINT past_contributions_amount CHECK (amount_cents > 0),
  paid_on      date,
  reference    text,
  CONSTRAINT past_contributions_row UNIQUE (opening_id, row)
);
CREATE INDEX past_contributions_by_member ON past_contributions (member_id, month, id);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['opening_take_backs', 'opening_members', 'opening_loans', 'opening_balances', 'opening_deposits', 'past_contributions'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name || '_append_only', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name || '_no_truncate', name);
  END LOOP;
END $$;

-- The opening that brought it; null for what was lent, charged or placed here. It stands in `loans` without a verdict of its own.
ALTER TABLE loans
  ADD COLUMN opening_id int REFERENCES openings,
  DROP CONSTRAINT loans_status_follows_verdicts,
  ADD CONSTRAINT loans_status_follows_verdicts CHECK (
    CASE
      WHEN opening_id IS NOT NULL THEN refused_because IS NULL AND treasurer_verdict = 'pending_approval' AND sec_gen_verdict = 'pending_approval'
           -- Rejected: what brought it was taken back.
           AND status IN ('active', 'default', 'cleared', 'written_off', 'rejected')
      WHEN refused_because IS NOT NULL OR treasurer_verdict = 'rejected' OR sec_gen_verdict = 'rejected' THEN status = 'rejected'
      WHEN treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved' THEN status IN ('active', 'default', 'cleared', 'written_off')
      WHEN treasurer_verdict = 'approved' OR sec_gen_verdict = 'approved' THEN status = 'pending_approval'
      ELSE status = 'pending'
    END);
CREATE INDEX loans_of_opening ON loans (opening_id) WHERE opening_id IS NOT NULL;
ALTER TABLE fines ADD COLUMN opening_id int REFERENCES openings, ADD CONSTRAINT fines_of_opening CHECK (opening_id IS NULL OR late_since IS NULL);
CREATE INDEX fines_of_opening ON fines (opening_id) WHERE opening_id IS NOT NULL;
ALTER TABLE fixed_deposits ADD COLUMN opening_id int REFERENCES openings;
CREATE INDEX fixed_deposits_of_opening ON fixed_deposits (opening_id) WHERE opening_id IS NOT NULL;

CREATE FUNCTION is_taken_back(opening int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM openings WHERE id = opening AND taken_back_at IS NOT NULL)
$$;

-- As before, and a loan of an opening ends with it, when nothing was repaid of it here: it runs no more.
CREATE OR REPLACE FUNCTION keep_loan_as_applied() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ends boolean := OLD.opening_id IS NOT NULL AND OLD.status IN ('active', 'default') AND NEW.status = 'rejected'
                  AND NEW.start_date IS NULL AND NEW.expiry_date IS NULL AND NEW.repaid_cents = OLD.repaid_cents
                  AND is_taken_back(OLD.opening_id);
BEGIN
  IF (NEW.id, NEW.member_id, NEW.number, NEW.loan_type, NEW.amount_cents, NEW.interest_cents, NEW.rate_bp, NEW.term_months,
      NEW.applied_at, NEW.refused_because, NEW.opening_id)
     IS DISTINCT FROM
     (OLD.id, OLD.member_id, OLD.number, OLD.loan_type, OLD.amount_cents, OLD.interest_cents, OLD.rate_bp, OLD.term_months,
      OLD.applied_at, OLD.refused_because, OLD.opening_id)
     OR (OLD.treasurer_verdict <> 'pending_approval' AND (NEW.treasurer_verdict, NEW.treasurer_id, NEW.treasurer_reason, NEW.treasurer_at)
         IS DISTINCT FROM (OLD.treasurer_verdict, OLD.treasurer_id, OLD.treasurer_reason, OLD.treasurer_at))
     OR (OLD.sec_gen_verdict <> 'pending_approval' AND (NEW.sec_gen_verdict, NEW.sec_gen_id, NEW.sec_gen_reason, NEW.sec_gen_at)
         IS DISTINCT FROM (OLD.sec_gen_verdict, OLD.sec_gen_id, OLD.sec_gen_reason, OLD.sec_gen_at))
     OR (OLD.start_date IS NOT NULL AND NOT ends AND (NEW.start_date, NEW.expiry_date) IS DISTINCT FROM (OLD.start_date, OLD.expiry_date))
     OR (OLD.start_date IS NOT NULL AND NEW.balance_cents > OLD.balance_cents)
     OR NEW.repaid_cents < OLD.repaid_cents
     OR NOT (ends OR CASE OLD.status
          WHEN 'pending' THEN NEW.status IN ('pending', 'pending_approval', 'rejected')
          WHEN 'pending_approval' THEN NEW.status IN ('pending_approval', 'active', 'rejected')
          WHEN 'active' THEN NEW.status IN ('active', 'default', 'cleared', 'written_off')
          WHEN 'default' THEN NEW.status IN ('default', 'cleared', 'written_off')
          WHEN 'written_off' THEN NEW.status IN ('written_off', 'cleared')
          ELSE false
        END)
  THEN
    RAISE EXCEPTION 'loan % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- As before; a loan of an opening is posted by what was left of it.
CREATE OR REPLACE FUNCTION check_loan_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posted bigint;
BEGIN
  IF NEW.opening_id IS NULL THEN
    SELECT -sum(p.amount_cents) FILTER (WHERE p.account = 'bank') INTO posted
      FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'loan' AND e.source_id = NEW.id AND e.purpose = 'disbursement';
  ELSE
    SELECT o.amount_cents + sum(p.amount_cents) FILTER (WHERE p.account IN ('loan_receivable', 'interest_receivable'))
           - (o.amount_cents + o.interest_cents - o.paid_cents) INTO posted
      FROM opening_loans o JOIN entries e ON e.source_kind = 'opening_loan' AND e.source_id = o.loan_id AND e.purpose = 'opening'
      JOIN postings p ON p.entry_id = e.id
     WHERE o.loan_id = NEW.id AND o.opening_id = NEW.opening_id
       AND (o.member_id, o.amount_cents, o.interest_cents, o.given_on, o.due_on)
           = (NEW.member_id, NEW.amount_cents, NEW.interest_cents, NEW.start_date, NEW.expiry_date)
     GROUP BY o.loan_id;
  END IF;
  IF NEW.amount_cents IS DISTINCT FROM posted THEN
    RAISE EXCEPTION 'loan % runs but is not posted as it stands', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'loan_posted';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_fine_as_charged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.member_id, NEW.amount_cents, NEW.description, NEW.charged_on, NEW.charged_at, NEW.charged_by, NEW.late_since, NEW.late_months, NEW.opening_id)
     IS DISTINCT FROM
     (OLD.member_id, OLD.amount_cents, OLD.description, OLD.charged_on, OLD.charged_at, OLD.charged_by, OLD.late_since, OLD.late_months, OLD.opening_id)
     OR NEW.paid_cents < OLD.paid_cents OR NEW.written_off_cents < OLD.written_off_cents
  THEN
    RAISE EXCEPTION 'fine % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- A fine of an opening is in its member's entry.
CREATE OR REPLACE FUNCTION check_fine_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE WHEN NEW.opening_id IS NULL
       THEN EXISTS (SELECT FROM entries WHERE source_kind = 'fine' AND source_id = NEW.id AND purpose = 'charge')
       ELSE EXISTS (SELECT FROM opening_members o JOIN entries e ON e.source_kind = 'opening_member' AND e.source_id = o.id AND e.purpose = 'opening'
                     WHERE o.opening_id = NEW.opening_id AND o.member_id = NEW.member_id AND o.unpaid_fines_cents = NEW.amount_cents
                       AND e.business_date = NEW.charged_on) END) THEN
    RAISE EXCEPTION 'fine % is charged but not posted', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'fine_posted';
  END IF;
  RETURN NULL;
END $$;

-- A deposit of an opening is in the group's entry.
CREATE OR REPLACE FUNCTION check_ledger_item_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  opening int := to_jsonb(NEW) ->> 'opening_id';
BEGIN
  IF NOT EXISTS (SELECT FROM entries
                  WHERE source_kind = CASE WHEN opening IS NULL THEN TG_ARGV[0] ELSE 'opening' END
                    AND source_id = coalesce(opening, NEW.id)) THEN
    RAISE EXCEPTION '% % is not posted', TG_ARGV[0], NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_item_posted';
  END IF;
  RETURN NULL;
END $$;

-- What an entry of an opening, or the reversal of one, belongs to.
CREATE FUNCTION opening_of_entry(kind text, source int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE kind WHEN 'opening' THEN source
                   WHEN 'opening_member' THEN (SELECT opening_id FROM opening_members WHERE id = source)
                   WHEN 'opening_loan' THEN (SELECT opening_id FROM opening_loans WHERE loan_id = source) END
$$;

-- Nothing but an opening that is accepted in this transaction posts so: on its day, by its Treasurer.
CREATE FUNCTION check_opening_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM openings
                  WHERE id = opening_of_entry(NEW.source_kind, NEW.source_id) AND outcome = 'accepted' AND taken_back_at IS NULL
                    AND cut_over_on = NEW.business_date AND decided_at = NEW.recorded_at AND proposed_by = NEW.author_id) THEN
    RAISE EXCEPTION 'entry % is of no opening that was accepted', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_have_opening AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source_kind IN ('opening', 'opening_member', 'opening_loan')) EXECUTE FUNCTION check_opening_of_entry();

-- And nothing but its taking back, by both offices, reverses them: on the same day, so that no day shows what never was.
CREATE FUNCTION check_opening_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken record;
  opening int;
BEGIN
  SELECT * INTO taken FROM entries WHERE id = NEW.reverses;
  IF taken.source_kind NOT IN ('opening', 'opening_member', 'opening_loan') THEN RETURN NULL; END IF;
  opening := opening_of_entry(taken.source_kind, taken.source_id);
  IF taken.business_date <> NEW.business_date
     OR NOT EXISTS (SELECT FROM openings WHERE id = opening AND taken_back_at = NEW.recorded_at)
     OR 2 <> (SELECT count(*) FROM opening_take_backs WHERE opening_id = opening) THEN
    RAISE EXCEPTION 'entry % reverses what no two offices took back', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_take_opening_back AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.reverses IS NOT NULL) EXECUTE FUNCTION check_opening_reversal();

-- What was brought for a member is posted to the cent, and comes with the acceptance.
CREATE FUNCTION check_opening_member_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posted record;
BEGIN
  SELECT coalesce(-sum(p.amount_cents) FILTER (WHERE p.account = 'monthly_contribution' AND p.member_id = NEW.member_id), 0) AS savings,
         coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'fine_receivable' AND p.member_id = NEW.member_id), 0) AS fines
    INTO posted
    FROM entries e JOIN postings p ON p.entry_id = e.id
   WHERE e.source_kind = 'opening_member' AND e.source_id = NEW.id AND e.purpose = 'opening';
  IF posted.savings <> NEW.savings_cents OR posted.fines <> NEW.unpaid_fines_cents
     OR NOT EXISTS (SELECT FROM openings WHERE id = NEW.opening_id AND outcome = 'accepted' AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'what opening % brought for member % is not posted as it stands', NEW.opening_id, NEW.member_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'opening_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER opening_members_posted AFTER INSERT ON opening_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_opening_member_posted();

-- Accepted as a whole, and taken back as a whole.
CREATE FUNCTION check_opening_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.taken_back_at IS NULL THEN
    IF NEW.members <> (SELECT count(*) FROM opening_members WHERE opening_id = NEW.id)
       OR NEW.savings_cents <> (SELECT coalesce(sum(savings_cents), 0) FROM opening_members WHERE opening_id = NEW.id)
       OR NEW.loans <> (SELECT count(*) FROM opening_loans WHERE opening_id = NEW.id) THEN
      RAISE EXCEPTION 'opening % is accepted in part', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'opening_whole';
    END IF;
  ELSIF EXISTS (SELECT FROM entries e WHERE e.source_kind IN ('opening', 'opening_member', 'opening_loan')
                   AND opening_of_entry(e.source_kind, e.source_id) = NEW.id
                   AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id))
     OR EXISTS (SELECT FROM loans WHERE opening_id = NEW.id AND status <> 'rejected')
     OR EXISTS (SELECT FROM fines WHERE opening_id = NEW.id AND written_off_cents <> amount_cents)
     OR EXISTS (SELECT FROM fixed_deposits WHERE opening_id = NEW.id AND NOT is_reversed) THEN
    RAISE EXCEPTION 'opening % is taken back in part', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'opening_whole';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER openings_whole AFTER INSERT OR UPDATE ON openings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.outcome = 'accepted') EXECUTE FUNCTION check_opening_whole();

-- As before; what an opening brought into the bank goes out again by the word of both offices.
CREATE OR REPLACE FUNCTION check_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint := (SELECT -sum(amount_cents) FROM postings WHERE entry_id = NEW.id AND account = 'bank');
BEGIN
  IF taken > second_person_above(NEW.recorded_at) AND NOT EXISTS (
    SELECT FROM proposals WHERE entry_id = NEW.id AND amount_cents = taken AND proposed_by = NEW.author_id)
    AND NOT EXISTS (SELECT FROM entries WHERE id = NEW.reverses AND source_kind = 'opening') THEN
    RAISE EXCEPTION 'entry % takes % cents out of the bank, which needs a second person', NEW.id, taken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_second_person';
  END IF;
  RETURN NULL;
END $$;

-- What an audit entry about an opening witnesses (docs/decisions/024-tampering.md): what was proposed, whose word it is, and every
-- record that it brought.
CREATE FUNCTION opening_witness(action text, opening int, at timestamptz) RETURNS jsonb
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
          (SELECT string_agg(to_jsonb(r)::text, E'\n' ORDER BY r.loan_id) FROM opening_loans r WHERE r.opening_id = opening),
          (SELECT string_agg(to_jsonb(r)::text, E'\n' ORDER BY r.account) FROM opening_balances r WHERE r.opening_id = opening),
          (SELECT string_agg(to_jsonb(r)::text, E'\n' ORDER BY r.deposit_id) FROM opening_deposits r WHERE r.opening_id = opening),
          (SELECT string_agg(to_jsonb(r)::text, E'\n' ORDER BY r.id) FROM past_contributions r WHERE r.opening_id = opening)), 'UTF8')), 'hex'))
        FROM openings o WHERE o.id = opening)
    WHEN 'openings.take-back' THEN (
      SELECT jsonb_build_object('word', witness_hash(to_jsonb(t))) FROM opening_take_backs t
       WHERE t.opening_id = opening AND t.said_at = opening_witness.at AND t.xmin = pg_current_xact_id()::xid)
    END
$$;
