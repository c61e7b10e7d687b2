-- A browser's push subscription belongs to the session that made it (NOTE-19). Where that session ends, so does the subscription, whatever
-- ended it. Only time is an exception: a session that was not used for an hour is gone, and its browser still hears of a payment until the
-- member signs it out, ends it in the profile, gets another password, or leaves.
ALTER TABLE push_subscriptions
  ADD COLUMN session_id int,
  ADD COLUMN device text;
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);

CREATE FUNCTION end_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('akiba.sessions_expire', true), '') <> 'on' THEN
    -- Whoever signed in again in the same kind of browser signs out there too.
    DELETE FROM push_subscriptions p
     WHERE p.member_id = OLD.member_id
       AND (p.session_id = OLD.id
            OR p.device = OLD.device AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = p.session_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_end_push AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION end_push_of_session();

-- With another password or authenticator, and at the end of a membership: what no living session holds.
CREATE FUNCTION end_push_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions p
   WHERE p.member_id = NEW.id
     AND (NOT NEW.is_active OR NEW.exited_on IS NOT NULL OR NEW.has_cleared
          OR NOT EXISTS (SELECT FROM sessions s WHERE s.id = p.session_id));
  RETURN NULL;
END $$;
CREATE TRIGGER members_end_push AFTER UPDATE ON members FOR EACH ROW
  WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash OR NEW.email IS DISTINCT FROM OLD.email
        OR NEW.is_active IS DISTINCT FROM OLD.is_active OR NEW.exited_on IS DISTINCT FROM OLD.exited_on
        OR NEW.has_cleared IS DISTINCT FROM OLD.has_cleared)
  EXECUTE FUNCTION end_push_of_member();
