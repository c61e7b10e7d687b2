-- Share-outs as proposed, and their entries.

-- The terms stay as proposed. It is decided once, by another person, and taken back at most once after it was posted.
CREATE OR REPLACE FUNCTION keep_distribution() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  decided text[] := '{status, decided_by, decided_at, refused_because, distributable_cents, bank_after_cents}';
BEGIN
  IF to_jsonb(NEW) - decided IS DISTINCT FROM to_jsonb(OLD) - decided
     OR NOT (CASE OLD.status WHEN 'proposed' THEN NEW.status IN ('posted', 'refused')
                             WHEN 'posted' THEN NEW.status = 'taken_back' AND to_jsonb(NEW) - 'status' = to_jsonb(OLD) - 'status'
                             ELSE false END) THEN
    RAISE EXCEPTION 'share-out % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER distributions_keep BEFORE UPDATE ON distributions FOR EACH ROW EXECUTE FUNCTION keep_distribution();

-- A posted share-out and its entry stand together or not at all, and so do one taken back and the reversal.
CREATE OR REPLACE FUNCTION check_distribution_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM entries e LEFT JOIN entries r ON r.reverses = e.id
                  WHERE e.source_kind = 'distribution' AND e.source_id = NEW.id AND (r.id IS NOT NULL) = (NEW.status = 'taken_back')) THEN
    RAISE EXCEPTION 'share-out % is not in the books as it stands', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'distribution_posted';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS distributions_posted ON distributions;
CREATE CONSTRAINT TRIGGER distributions_posted AFTER UPDATE ON distributions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status IN ('posted', 'taken_back')) EXECUTE FUNCTION check_distribution_posted();

-- And the other way round: an entry shares out what another office agreed to.
CREATE OR REPLACE FUNCTION check_distribution_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM distributions d WHERE d.id = NEW.source_id AND d.status = 'posted'
                    AND (d.decided_by, d.decided_at) = (NEW.author_id, NEW.recorded_at)) THEN
    RAISE EXCEPTION 'entry % posts a share-out that nobody agreed to', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS entries_have_distribution ON entries;
CREATE CONSTRAINT TRIGGER entries_have_distribution AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.source_kind = 'distribution') EXECUTE FUNCTION check_distribution_of_entry();

-- And it is taken back by both offices.
CREATE OR REPLACE FUNCTION check_distribution_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM distribution_take_backs WHERE distribution_id = NEW.id) <> 2 THEN
    RAISE EXCEPTION 'share-out % is not taken back by both offices', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'distribution_taken_back';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS distributions_taken_back ON distributions;
CREATE CONSTRAINT TRIGGER distributions_taken_back AFTER UPDATE ON distributions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'taken_back') EXECUTE FUNCTION check_distribution_taken_back();

-- As proposed, with its list.
CREATE OR REPLACE FUNCTION witness_of_distribution(d distributions) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash((to_jsonb(d) - '{status, decided_by, decided_at, refused_because, distributable_cents, bank_after_cents}'::text[])
    || jsonb_build_object('members', (SELECT jsonb_agg(m.member_id ORDER BY m.member_id) FROM distribution_members m WHERE m.distribution_id = d.id)))
$$;

-- As posted: every line, and the fines and loans that it settled.
CREATE OR REPLACE FUNCTION witness_of_shares(d distributions) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(jsonb_build_object(
    'found', d.distributable_cents, 'left', d.bank_after_cents,
    'shares', (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.member_id) FROM distribution_shares s WHERE s.distribution_id = d.id),
    'fines', (SELECT jsonb_agg(to_jsonb(f) ORDER BY f.fine_id) FROM distribution_fines f WHERE f.distribution_id = d.id),
    'loans', (SELECT jsonb_agg(to_jsonb(r) - 'taken_back_at' ORDER BY r.loan_id) FROM loan_repayments r WHERE r.distribution_id = d.id)))
$$;
