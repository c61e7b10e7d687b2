-- Who claims a name of the group's book (OPEN-55 to OPEN-59). The member's row stays as the book has it until the claim is proven.

CREATE TABLE book_claims (
  id                 int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id          int NOT NULL REFERENCES members,
  -- Null for an account that was claimed before claims had a proof.
  invitation_id      int CONSTRAINT book_claims_invitation_once UNIQUE REFERENCES invitations,
  proof              text NOT NULL CONSTRAINT book_claims_proof CHECK (proof IN ('sms', 'mail', 'officials', 'before')),
  -- What the book had when the account was claimed.
  book_phone         text,
  book_email         text,
  -- What the claimant entered; it becomes the member's with the proof. The name stays the book's.
  username           text NOT NULL,
  email              text NOT NULL,
  phone              text NOT NULL,
  language           text NOT NULL,
  password_hash      text,
  claimed_at         timestamptz NOT NULL,
  -- Of the code and the token that was mailed with it, so that the six digits alone are not found from it.
  code_hash          bytea,
  code_expires_at    timestamptz,
  codes_sent         int NOT NULL DEFAULT 0 CONSTRAINT book_claims_codes CHECK (codes_sent BETWEEN 0 AND 5),
  code_attempts      int NOT NULL DEFAULT 0 CONSTRAINT book_claims_attempts CHECK (code_attempts BETWEEN 0 AND 10),
  -- The claimant reads mail at the address that they entered.
  email_proven_at    timestamptz,
  -- They have the phone or the address that the book has.
  proven_at          timestamptz,
  confirmed_by       int REFERENCES members,
  confirmed_at       timestamptz,
  confirmed_again_by int REFERENCES members,
  confirmed_again_at timestamptz,
  -- Null while it waits. `replaced`: another invitation took its place.
  outcome            text CONSTRAINT book_claims_outcome CHECK (outcome IN ('taken', 'replaced')),
  decided_at         timestamptz,
  CONSTRAINT book_claims_invited CHECK ((invitation_id IS NULL) = (proof = 'before')),
  CONSTRAINT book_claims_of_the_book CHECK (
    CASE proof WHEN 'sms' THEN book_phone IS NOT NULL WHEN 'mail' THEN book_email IS NOT NULL ELSE true END),
  CONSTRAINT book_claims_proven CHECK (proven_at IS NULL OR proof IN ('sms', 'mail')),
  CONSTRAINT book_claims_confirmed CHECK (
    (confirmed_by IS NULL) = (confirmed_at IS NULL) AND (confirmed_again_by IS NULL) = (confirmed_again_at IS NULL)
    AND (confirmed_again_by IS NULL OR confirmed_by IS NOT NULL AND confirmed_again_by <> confirmed_by)
    AND member_id NOT IN (coalesce(confirmed_by, 0), coalesce(confirmed_again_by, 0))),
  CONSTRAINT book_claims_decided CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NULL) = (password_hash IS NOT NULL)),
  CONSTRAINT book_claims_taken CHECK (
    coalesce(outcome, '') <> 'taken' OR proof = 'before'
    OR email_proven_at IS NOT NULL AND (proven_at IS NOT NULL OR confirmed_again_by IS NOT NULL))
);
CREATE UNIQUE INDEX book_claims_one_waits ON book_claims (member_id) WHERE outcome IS NULL;
CREATE UNIQUE INDEX book_claims_one_taken ON book_claims (member_id) WHERE outcome = 'taken';
CREATE INDEX book_claims_by_email ON book_claims (lower(email)) WHERE outcome IS NULL;

-- An address that somebody entered and nobody proved is not the book's: two officials confirm who claims such an account.
UPDATE members SET email = NULL, phone = NULL, password_hash = NULL
 WHERE is_brought_in AND email_verified_at IS NULL AND password_hash IS NOT NULL;
-- Accounts that were claimed before.
INSERT INTO book_claims (member_id, proof, username, email, phone, language, claimed_at, outcome, decided_at)
SELECT id, 'before', username, email, phone, language, email_verified_at, 'taken', email_verified_at
  FROM members WHERE is_brought_in AND email_verified_at IS NOT NULL;

CREATE FUNCTION keep_book_claim() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER book_claims_keep BEFORE INSERT OR UPDATE ON book_claims FOR EACH ROW EXECUTE FUNCTION keep_book_claim();
CREATE TRIGGER book_claims_no_delete BEFORE DELETE ON book_claims FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER book_claims_no_truncate BEFORE TRUNCATE ON book_claims FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Nobody of the book has an account before a claim is proven, whatever writes it.
ALTER TABLE members DROP CONSTRAINT members_claimed_whole,
  ADD CONSTRAINT members_claimed_whole CHECK (NOT is_brought_in OR (password_hash IS NULL) = (email_verified_at IS NULL));
CREATE FUNCTION check_claim_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM book_claims WHERE member_id = NEW.id AND outcome = 'taken') THEN
    RAISE EXCEPTION 'nobody has proven to be member %', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'members_claim_proven';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER members_claim_proven AFTER INSERT OR UPDATE OF email_verified_at, is_brought_in ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_brought_in AND NEW.email_verified_at IS NOT NULL) EXECUTE FUNCTION check_claim_of_member();

-- The phone that a member had before, which hears what happens to the account for a while (NOTE-16).
CREATE TABLE earlier_phones (
  member_id   int NOT NULL REFERENCES members,
  phone       text NOT NULL,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, replaced_at)
);
CREATE TRIGGER earlier_phones_append_only BEFORE UPDATE OR DELETE ON earlier_phones FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER earlier_phones_no_truncate BEFORE TRUNCATE ON earlier_phones FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A text to a certain number, whatever phone the member has when it leaves: to the book's, or to the one before.
ALTER TABLE notice_messages
  ADD COLUMN keeps_recipient boolean NOT NULL DEFAULT false CONSTRAINT notice_messages_keeps_text CHECK (
    NOT keeps_recipient OR channel = 'sms' AND recipient IS NOT NULL),
  DROP CONSTRAINT notice_messages_once,
  ADD CONSTRAINT notice_messages_once UNIQUE (notice_id, channel, keeps_recipient);

-- The purpose of the link that is mailed to the book's address.
ALTER TABLE mail_tokens
  DROP CONSTRAINT mail_tokens_purpose,
  ADD CONSTRAINT mail_tokens_purpose CHECK (purpose IN ('activation', 'password-reset', 'email-change', 'email-undo', 'book-proof'));
