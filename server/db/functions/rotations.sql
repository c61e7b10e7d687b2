-- Merry-go-rounds: what may change of them, and what the log witnesses.

-- The terms and the seed stay as they were published. It is drawn once.
CREATE OR REPLACE FUNCTION keep_rotation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.drawn_at IS NOT NULL OR to_jsonb(NEW) - '{drawn_by, drawn_at}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{drawn_by, drawn_at}'::text[] THEN
    RAISE EXCEPTION 'merry-go-round % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER rotations_keep BEFORE UPDATE ON rotations FOR EACH ROW EXECUTE FUNCTION keep_rotation();

-- Nobody joins once it is drawn. Whoever leaves before it is gone, and later stays with the day on which they left.
CREATE OR REPLACE FUNCTION keep_rotation_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_drawn boolean := (SELECT drawn_at IS NOT NULL FROM rotations WHERE id = coalesce(NEW.rotation_id, OLD.rotation_id));
BEGIN
  IF (CASE TG_OP WHEN 'UPDATE' THEN NOT is_drawn OR OLD.left_at IS NOT NULL OR NEW.left_at IS NULL
                                   OR to_jsonb(NEW) - 'left_at' IS DISTINCT FROM to_jsonb(OLD) - 'left_at'
                ELSE is_drawn OR NEW.left_at IS NOT NULL END) THEN
    RAISE EXCEPTION 'member % of merry-go-round % cannot be changed so', coalesce(NEW.member_id, OLD.member_id), coalesce(NEW.rotation_id, OLD.rotation_id)
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE TRIGGER rotation_members_keep BEFORE INSERT OR UPDATE OR DELETE ON rotation_members
  FOR EACH ROW EXECUTE FUNCTION keep_rotation_member();

-- The other answers once.
CREATE OR REPLACE FUNCTION keep_rotation_swap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.answer IS NOT NULL OR to_jsonb(NEW) - '{answer, answered_at}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{answer, answered_at}'::text[] THEN
    RAISE EXCEPTION 'swap % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER rotation_swaps_keep BEFORE UPDATE ON rotation_swaps FOR EACH ROW EXECUTE FUNCTION keep_rotation_swap();

-- What moved money and its entry stand together or not at all. A turn of which all was retained moved none.
CREATE OR REPLACE FUNCTION check_rotation_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM entries e WHERE (e.source_kind, e.source_id) =
                   (CASE WHEN NEW.payment_id IS NULL THEN 'rotation' ELSE 'payment' END, coalesce(NEW.payment_id, NEW.id))) THEN
    RAISE EXCEPTION 'event % of a merry-go-round is not in the books', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'rotation_event_posted';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS rotation_events_posted ON rotation_events;
CREATE CONSTRAINT TRIGGER rotation_events_posted AFTER INSERT ON rotation_events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.amount_cents > 0) EXECUTE FUNCTION check_rotation_event();

-- And the other way round. An approved payment for one is an event of it.
CREATE OR REPLACE FUNCTION check_rotation_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM rotation_events v
                  WHERE CASE NEW.source_kind WHEN 'payment' THEN v.payment_id = NEW.source_id ELSE v.id = NEW.source_id AND v.payment_id IS NULL END
                    AND (v.done_by, v.at) = (NEW.author_id, NEW.recorded_at)) THEN
    RAISE EXCEPTION 'entry % posts what no merry-go-round has', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS entries_have_rotation ON entries;
CREATE CONSTRAINT TRIGGER entries_have_rotation AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.source_kind = 'rotation' OR NEW.source_kind = 'payment' AND NEW.purpose = 'rotation_payment')
  EXECUTE FUNCTION check_rotation_of_entry();

-- All that this transaction wrote of it, each row by its hash. Of the rotation itself only as it was made.
CREATE OR REPLACE FUNCTION witness_of_rotation(rotation int, this xid) RETURNS jsonb LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'row', (SELECT witness_hash(to_jsonb(r) - '{drawn_by, drawn_at}'::text[]) FROM rotations r WHERE r.id = rotation AND r.xmin = this),
    'joined', (SELECT witness_hash(to_jsonb(m)) FROM rotation_members m WHERE m.rotation_id = rotation AND m.xmin = this AND m.left_at IS NULL),
    'turns', (SELECT witness_hash(jsonb_build_object('turns', jsonb_agg(to_jsonb(t) ORDER BY t.number)))
                FROM rotation_turns t WHERE t.rotation_id = rotation AND t.xmin = this HAVING count(*) > 0),
    'swap', (SELECT witness_hash(to_jsonb(s)) FROM rotation_swaps s WHERE s.rotation_id = rotation AND s.xmin = this),
    'request', (SELECT witness_hash(to_jsonb(q)) FROM rotation_requests q WHERE q.rotation_id = rotation AND q.xmin = this),
    'event', (SELECT witness_hash(to_jsonb(v)) FROM rotation_events v WHERE v.rotation_id = rotation AND v.xmin = this)))
$$;
