-- Members, invitations, claims of accounts, and what ends with a session.

-- Waits until no office or status is being changed, holds them as they are, and gives the member as they stand then: each
-- statement of such a function sees what was committed before it, also by whoever was waited for.
CREATE OR REPLACE FUNCTION hold_membership_and_read(member int) RETURNS SETOF members LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7265002);
  RETURN QUERY SELECT * FROM members WHERE id = member;
END $$;

-- An invitation ends once.
CREATE OR REPLACE FUNCTION refuse_changed_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL
     OR to_jsonb(NEW) - '{ended_at, ended_by}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{ended_at, ended_by}'::text[] THEN
    RAISE EXCEPTION 'invitation % is ended once, and is otherwise kept as it was made', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invitations_ended_once';
  END IF;
  RETURN NEW;
END $$;

-- A claim of an account from the books is decided once, and what proved it is never taken back.
CREATE OR REPLACE FUNCTION keep_book_claim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['password_hash', 'code_hash', 'code_expires_at', 'codes_sent', 'code_attempts', 'email_proven_at', 'proven_at',
                           'confirmed_by', 'confirmed_at', 'confirmed_again_by', 'confirmed_again_at', 'outcome', 'decided_at'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.proof = 'before' THEN
      RAISE EXCEPTION 'a claim needs a proof' USING ERRCODE = 'check_violation', CONSTRAINT = 'book_claims_proof';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.outcome IS NOT NULL OR to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing
     OR OLD.email_proven_at <> NEW.email_proven_at OR OLD.proven_at <> NEW.proven_at
     OR (OLD.confirmed_by, OLD.confirmed_at) <> (NEW.confirmed_by, NEW.confirmed_at) OR NEW.code_attempts < OLD.code_attempts THEN
    RAISE EXCEPTION 'claim % is decided once, and kept as it was made', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- An account from the books is signed in to by somebody who proved to be that member.
CREATE OR REPLACE FUNCTION check_claim_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM book_claims WHERE member_id = NEW.id AND outcome = 'taken') THEN
    RAISE EXCEPTION 'nobody has proven to be member %', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'members_claim_proven';
  END IF;
  RETURN NULL;
END $$;

-- Notices in a browser end with its session, unless the session only expired.
CREATE OR REPLACE FUNCTION end_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- With another password or authenticator, and at the end of a membership: what no living session holds.
CREATE OR REPLACE FUNCTION end_push_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions p
   WHERE p.member_id = NEW.id
     AND (NOT NEW.is_active OR NEW.exited_on IS NOT NULL OR NEW.has_cleared
          OR NOT EXISTS (SELECT FROM sessions s WHERE s.id = p.session_id));
  RETURN NULL;
END $$;
