-- Meetings: what may change of them and when, and what the log witnesses (MEET-2 to MEET-5).

-- Kind, day, time and fines change until it opens, the rest until the minutes are adopted; what each step wrote stays.
CREATE OR REPLACE FUNCTION keep_meeting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step text := OLD.status || ' ' || NEW.status;
  free text[] := '{place, items, chair_id, secretary_id, status, version, edits}';
BEGIN
  IF OLD.status = 'called' THEN free := free || '{kind, held_on, held_at, fine_late_cents, fine_absent_cents, fine_apology_cents}'; END IF;
  free := free || CASE step WHEN 'called open' THEN '{opened_by, opened_at}'::text[]
                            WHEN 'open closed' THEN '{closed_by, closed_at, bank_cents, cash_cents, fund_balances}'
                            WHEN 'called cancelled' THEN '{cancelled_by, cancelled_at, cancelled_because}'
                            WHEN 'open cancelled' THEN '{cancelled_by, cancelled_at, cancelled_because}' ELSE '{}' END;
  IF OLD.status IN ('adopted', 'cancelled')
     OR OLD.status <> NEW.status AND step NOT IN ('called open', 'open closed', 'called cancelled', 'open cancelled', 'closed adopted')
     OR step = 'closed adopted' AND NOT EXISTS (SELECT FROM meeting_minutes a WHERE a.meeting_id = OLD.id AND a.version = NEW.version)
     OR NEW.version < OLD.version OR NEW.edits < OLD.edits
     OR to_jsonb(NEW) - free IS DISTINCT FROM to_jsonb(OLD) - free THEN
    RAISE EXCEPTION 'meeting % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER meetings_keep BEFORE UPDATE ON meetings FOR EACH ROW EXECUTE FUNCTION keep_meeting();

-- The roll is taken at the opening, without marks. Marks and exceptions come until the minutes are adopted,
-- not while a fine rests on the mark; an exception stays.
CREATE OR REPLACE FUNCTION keep_meeting_roll() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  meeting meetings;
  free text[] := '{mark, marked_by, marked_at}';
BEGIN
  SELECT m.* INTO meeting FROM meetings m WHERE m.id = NEW.meeting_id;
  IF TG_OP = 'UPDATE' AND OLD.excepted_because IS NULL THEN free := free || '{excepted_because, excepted_by, excepted_at}'; END IF;
  IF (CASE TG_OP WHEN 'INSERT' THEN meeting.status <> 'open' OR num_nonnulls(NEW.mark, NEW.excepted_because) > 0
                                   OR EXISTS (SELECT FROM audit_entries a
                                               WHERE a.subject = 'meeting' AND a.subject_id = meeting.id AND a.action = 'meetings.open')
                ELSE meeting.status NOT IN ('open', 'closed') OR NEW.mark IS NULL AND OLD.mark IS NOT NULL
                     OR (NEW.mark, NEW.excepted_because) IS DISTINCT FROM (OLD.mark, OLD.excepted_because) AND EXISTS (
                       SELECT FROM fines f WHERE f.meeting_id = NEW.meeting_id AND f.member_id = NEW.member_id AND f.written_off_cents = 0)
                     OR to_jsonb(NEW) - free IS DISTINCT FROM to_jsonb(OLD) - free END) THEN
    RAISE EXCEPTION 'the roll of meeting % cannot be changed so', NEW.meeting_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER meeting_roll_keep BEFORE INSERT OR UPDATE ON meeting_roll FOR EACH ROW EXECUTE FUNCTION keep_meeting_roll();

-- The roll of a meeting by its hash; null without one.
CREATE OR REPLACE FUNCTION witness_of_roll(meeting int) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(jsonb_build_object('roll', jsonb_agg(jsonb_strip_nulls(to_jsonb(r)) ORDER BY r.member_id)))
    FROM meeting_roll r WHERE r.meeting_id = meeting HAVING count(*) > 0
$$;

-- Resolutions are written, changed and taken away until the minutes of their meeting are adopted.
CREATE OR REPLACE FUNCTION keep_meeting_resolution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT status NOT IN ('open', 'closed') FROM meetings WHERE id = coalesce(NEW.meeting_id, OLD.meeting_id))
     OR TG_OP <> 'INSERT' AND EXISTS (SELECT FROM entry_resolutions e WHERE e.resolution_id = OLD.id)
     OR TG_OP = 'UPDATE' AND (NEW.id, NEW.meeting_id, NEW.number) IS DISTINCT FROM (OLD.id, OLD.meeting_id, OLD.number) THEN
    RAISE EXCEPTION 'resolutions of meeting % cannot be changed so', coalesce(NEW.meeting_id, OLD.meeting_id) USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE TRIGGER meeting_resolutions_keep BEFORE INSERT OR UPDATE OR DELETE ON meeting_resolutions
  FOR EACH ROW EXECUTE FUNCTION keep_meeting_resolution();

-- An entry names what was carried.
CREATE OR REPLACE FUNCTION keep_entry_resolution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM meeting_resolutions r WHERE r.id = NEW.resolution_id AND r.carried) THEN
    RAISE EXCEPTION 'entry % cannot be resolved so', NEW.entry_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER entry_resolutions_keep BEFORE INSERT ON entry_resolutions FOR EACH ROW EXECUTE FUNCTION keep_entry_resolution();

-- The resolutions of a meeting by their hash; of none, that of an empty list.
CREATE OR REPLACE FUNCTION witness_of_resolutions(meeting int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT witness_hash(jsonb_build_object('resolutions', coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(r)) ORDER BY r.number), '[]')))
    FROM meeting_resolutions r WHERE r.meeting_id = meeting
$$;

-- Signed is what a closed meeting's minutes say now.
CREATE OR REPLACE FUNCTION keep_meeting_signature() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM meetings m WHERE m.id = NEW.meeting_id AND m.status = 'closed' AND m.version = NEW.version) THEN
    RAISE EXCEPTION 'minutes of meeting % cannot be signed so', NEW.meeting_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER meeting_signatures_keep BEFORE INSERT ON meeting_signatures FOR EACH ROW EXECUTE FUNCTION keep_meeting_signature();

-- Minutes are stored once two people have signed the same.
CREATE OR REPLACE FUNCTION keep_meeting_minutes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM meetings m WHERE m.id = NEW.meeting_id AND m.status = 'closed' AND m.version = NEW.version)
     OR 2 > (SELECT count(DISTINCT s.signed_by) FROM meeting_signatures s
              WHERE (s.meeting_id, s.version, s.at_meeting_id, s.proposed_by, s.seconded_by)
                  = (NEW.meeting_id, NEW.version, NEW.at_meeting_id, NEW.proposed_by, NEW.seconded_by)) THEN
    RAISE EXCEPTION 'minutes of meeting % cannot be adopted so', NEW.meeting_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER meeting_minutes_keep BEFORE INSERT ON meeting_minutes FOR EACH ROW EXECUTE FUNCTION keep_meeting_minutes();

-- The signatures below minutes by their hash, those of earlier versions too; null without one.
CREATE OR REPLACE FUNCTION witness_of_signatures(meeting int) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(jsonb_build_object('signatures', jsonb_agg(to_jsonb(s) ORDER BY s.id)))
    FROM meeting_signatures s WHERE s.meeting_id = meeting HAVING count(*) > 0
$$;

-- Adopted minutes by their hash, which has that of the file; null without them.
CREATE OR REPLACE FUNCTION witness_of_minutes(meeting int) RETURNS text LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT witness_hash(to_jsonb(a) - 'bytes') FROM meeting_minutes a WHERE a.meeting_id = meeting
$$;

-- What this transaction wrote of it, as it stands then, and its resolutions.
CREATE OR REPLACE FUNCTION witness_of_meeting(meeting int, this xid) RETURNS jsonb LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'row', (SELECT witness_hash(to_jsonb(m)) FROM meetings m WHERE m.id = meeting AND m.xmin = this),
    'roll', CASE WHEN EXISTS (SELECT FROM meeting_roll r WHERE r.meeting_id = meeting AND r.xmin = this) THEN witness_of_roll(meeting) END,
    'resolutions', witness_of_resolutions(meeting),
    'signatures', witness_of_signatures(meeting), 'minutes', witness_of_minutes(meeting)))
$$;
