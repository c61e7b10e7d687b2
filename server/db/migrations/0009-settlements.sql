-- Leaving the group, and what a member who left still owes (EXIT-3, EXIT-10). Figures as computed after the locks.

CREATE TABLE settlements (
  id                      int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id               int NOT NULL REFERENCES members CONSTRAINT settlements_once UNIQUE,
  kind                    text NOT NULL CONSTRAINT settlements_kind CHECK (kind IN ('exit', 'clear')),
  contributions_cents     bigint NOT NULL CONSTRAINT settlements_contributions CHECK (contributions_cents >= 0),
  -- What the share was reckoned from: retained earnings (debit positive), the members who shared in them, this one or not.
  retained_earnings_cents bigint NOT NULL,
  active_members          int NOT NULL,
  shared_in_interest      boolean NOT NULL,
  share_bp                int NOT NULL,
  -- The whole share of the interest, and the part of it given to the member.
  share_cents             bigint NOT NULL,
  given_cents             bigint NOT NULL,
  loans_cents             bigint NOT NULL CONSTRAINT settlements_loans CHECK (loans_cents >= 0),
  fines_written_off_cents bigint NOT NULL CONSTRAINT settlements_fines CHECK (fines_written_off_cents >= 0),
  paid_out_cents          bigint NOT NULL,
  owed_cents              bigint NOT NULL,
  settled_by              int NOT NULL REFERENCES members,
  settled_at              timestamptz NOT NULL,
  CONSTRAINT settlements_share CHECK (share_cents =
    CASE WHEN shared_in_interest AND retained_earnings_cents < 0 THEN -retained_earnings_cents / active_members ELSE 0 END),
  CONSTRAINT settlements_given CHECK (
    given_cents = (share_cents * share_bp * 2 + 10000) / 20000 AND share_bp BETWEEN 0 AND 10000),
  CONSTRAINT settlements_conserve CHECK (contributions_cents + given_cents - loans_cents = paid_out_cents - owed_cents),
  CONSTRAINT settlements_one_way CHECK (paid_out_cents >= 0 AND owed_cents >= 0 AND (paid_out_cents = 0 OR owed_cents = 0)),
  CONSTRAINT settlements_not_by_oneself CHECK (settled_by <> member_id)
);
CREATE TRIGGER settlements_append_only BEFORE UPDATE OR DELETE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlements_no_truncate BEFORE TRUNCATE ON settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a loan's balance was settled by when its member left; 0 for a loan that nothing was left for.
CREATE TABLE settled_loans (
  settlement_id int NOT NULL REFERENCES settlements,
  loan_id       int PRIMARY KEY REFERENCES loans,
  amount_cents  bigint NOT NULL CONSTRAINT settled_loans_amount CHECK (amount_cents >= 0)
);
CREATE INDEX settled_loans_by_settlement ON settled_loans (settlement_id);
CREATE TRIGGER settled_loans_append_only BEFORE UPDATE OR DELETE ON settled_loans FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settled_loans_no_truncate BEFORE TRUNCATE ON settled_loans FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE bad_debts (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  settlement_id   int NOT NULL REFERENCES settlements CONSTRAINT bad_debts_settlement_key UNIQUE,
  member_id       int NOT NULL REFERENCES members,
  amount_cents    bigint NOT NULL CONSTRAINT bad_debts_amount CHECK (amount_cents > 0),
  recovered_cents bigint NOT NULL DEFAULT 0 CONSTRAINT bad_debts_recovered CHECK (recovered_cents BETWEEN 0 AND amount_cents),
  created_at      timestamptz NOT NULL
);
CREATE INDEX bad_debts_by_member ON bad_debts (member_id, id);
CREATE INDEX bad_debts_open ON bad_debts (id) WHERE recovered_cents < amount_cents;

CREATE TABLE bad_debt_recoveries (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bad_debt_id     int NOT NULL REFERENCES bad_debts,
  amount_cents    bigint NOT NULL CONSTRAINT bad_debt_recoveries_amount CHECK (amount_cents > 0),
  principal_cents bigint NOT NULL,
  interest_cents  bigint NOT NULL,
  recovered_by    int NOT NULL REFERENCES members,
  recovered_at    timestamptz NOT NULL,
  CONSTRAINT bad_debt_recoveries_split CHECK (
    principal_cents >= 0 AND interest_cents >= 0 AND principal_cents + interest_cents = amount_cents)
);
CREATE INDEX bad_debt_recoveries_by_debt ON bad_debt_recoveries (bad_debt_id);
CREATE TRIGGER bad_debt_recoveries_append_only BEFORE UPDATE OR DELETE ON bad_debt_recoveries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bad_debt_recoveries_no_truncate BEFORE TRUNCATE ON bad_debt_recoveries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A debt stays as it was opened; only what is recovered of it grows.
CREATE FUNCTION keep_bad_debt_as_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.settlement_id, NEW.member_id, NEW.amount_cents, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.settlement_id, OLD.member_id, OLD.amount_cents, OLD.created_at)
     OR NEW.recovered_cents < OLD.recovered_cents
  THEN
    RAISE EXCEPTION 'bad debt % cannot be changed so', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bad_debts_keep BEFORE UPDATE ON bad_debts FOR EACH ROW EXECUTE FUNCTION keep_bad_debt_as_opened();
CREATE TRIGGER bad_debts_no_delete BEFORE DELETE ON bad_debts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bad_debts_no_truncate BEFORE TRUNCATE ON bad_debts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whoever leaves and whatever is recovered stands in the books by the same amount, both in one transaction (I27).
CREATE FUNCTION check_settlement_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.paid_out_cents IS DISTINCT FROM (
    SELECT -coalesce(sum(p.amount_cents) FILTER (WHERE p.account = 'bank'), 0)
      FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'settlement' AND e.source_id = NEW.id
    HAVING count(*) > 0) THEN
    RAISE EXCEPTION 'settlement % is not posted as it stands', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'settlement_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER settlements_posted AFTER INSERT ON settlements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_settlement_posted();

CREATE FUNCTION check_recovery_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount_cents IS DISTINCT FROM (
    SELECT sum(p.amount_cents) FILTER (WHERE p.account = 'bank')
      FROM entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.source_kind = 'bad_debt_recovery' AND e.source_id = NEW.id) THEN
    RAISE EXCEPTION 'recovery % is not posted as it stands', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'recovery_posted';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER bad_debt_recoveries_posted AFTER INSERT ON bad_debt_recoveries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_recovery_posted();

-- And the other way round: the books hold no exit, clearing or recovery that nothing tells of.
CREATE FUNCTION check_leaving_entry_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE NEW.source_kind
       WHEN 'settlement' THEN EXISTS (
         SELECT FROM settlements WHERE id = NEW.source_id
            AND NEW.purpose = CASE kind WHEN 'exit' THEN 'exit' ELSE 'clearing' END)
       ELSE EXISTS (SELECT FROM bad_debt_recoveries WHERE id = NEW.source_id) END)
  THEN
    RAISE EXCEPTION 'entry % posts a % that is not there', NEW.id, NEW.source_kind
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_source';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entries_have_leaving AFTER INSERT ON entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source_kind IN ('settlement', 'bad_debt_recovery')) EXECUTE FUNCTION check_leaving_entry_source();
