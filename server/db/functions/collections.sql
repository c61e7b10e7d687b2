-- Collections at meetings: a sheet stays as it was sent, and its payments are decided with it (CASH-5, CASH-6).

-- Only an office's verdict is added, each once, while the sheet waits.
CREATE OR REPLACE FUNCTION keep_collection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  free text[] := '{status}';
BEGIN
  IF OLD.treasurer_verdict = 'pending_approval' THEN
    free := free || '{treasurer_verdict, treasurer_id, treasurer_reason, treasurer_at, treasurer_counted}'; END IF;
  IF OLD.sec_gen_verdict = 'pending_approval' THEN
    free := free || '{sec_gen_verdict, sec_gen_id, sec_gen_reason, sec_gen_at, sec_gen_counted}'; END IF;
  IF OLD.status IN ('approved', 'rejected') OR to_jsonb(NEW) - free IS DISTINCT FROM to_jsonb(OLD) - free THEN
    RAISE EXCEPTION 'collection % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER collections_keep BEFORE UPDATE ON collections FOR EACH ROW EXECUTE FUNCTION keep_collection();

-- At commit its payments add up to it and have its verdicts, and once it is approved the difference of the count is in the books.
CREATE OR REPLACE FUNCTION check_collection_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sheet collections;
  total bigint;
  agree boolean;
  difference bigint;
BEGIN
  SELECT c.* INTO sheet FROM collections c WHERE c.id = NEW.id;
  SELECT coalesce(sum(p.amount_cents), 0),
         coalesce(bool_and((p.treasurer_verdict, p.treasurer_id, p.treasurer_reason, p.treasurer_at, p.sec_gen_verdict, p.sec_gen_id, p.sec_gen_reason, p.sec_gen_at)
           IS NOT DISTINCT FROM (sheet.treasurer_verdict, sheet.treasurer_id, sheet.treasurer_reason, sheet.treasurer_at,
                                 sheet.sec_gen_verdict, sheet.sec_gen_id, sheet.sec_gen_reason, sheet.sec_gen_at)), false)
    INTO total, agree FROM payments p WHERE p.collection_id = NEW.id;
  SELECT coalesce(sum(p.amount_cents), 0) INTO difference
    FROM entries e JOIN postings p ON p.entry_id = e.id AND p.account = 'cash' WHERE e.source_kind = 'collection' AND e.source_id = NEW.id;
  IF total <> sheet.total_cents OR NOT agree
     OR difference <> (CASE sheet.status WHEN 'approved' THEN sheet.counted_cents - sheet.total_cents ELSE 0 END) THEN
    RAISE EXCEPTION 'collection % and its payments differ', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'collection_whole';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS collections_whole ON collections;
CREATE CONSTRAINT TRIGGER collections_whole AFTER INSERT OR UPDATE ON collections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_collection_whole();

-- A payment of a sheet comes and is decided in a transaction that writes the sheet as well.
CREATE OR REPLACE FUNCTION check_payment_of_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written w JOIN collections c ON c.id = w.collection_id WHERE c.xmin <> pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'a payment of a collection is decided with it' USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_with_collection';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER payments_come_with_collection AFTER INSERT ON payments REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION check_payment_of_collection();
CREATE OR REPLACE TRIGGER payments_decided_with_collection AFTER UPDATE ON payments REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION check_payment_of_collection();

-- An entry for a difference is of a sheet that both offices approved.
CREATE OR REPLACE FUNCTION check_collection_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM collections c WHERE c.id = NEW.source_id AND c.status = 'approved' AND c.counted_cents <> c.total_cents) THEN
    RAISE EXCEPTION 'entry % posts the difference of no approved collection', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_collection';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS entries_have_collection ON entries;
CREATE CONSTRAINT TRIGGER entries_have_collection AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source_kind = 'collection') EXECUTE FUNCTION check_collection_of_entry();
