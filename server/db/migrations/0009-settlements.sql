-- Leaving the group, and what a member who left still owes (spec 9, contract 5). Figures as computed after the locks.

CREATE TABLE settlements (
  id                      int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id               int NOT NULL REFERENCES members CONSTRAINT settlements_once UNIQUE,
  kind                    text NOT NULL CONSTRAINT settlements_kind CHECK (kind IN ('exit', 'clear')),
  contributions_cents     bigint NOT NULL CONSTRAINT settlements_contributions CHECK (contributions_cents >= 0),
  -- The whole share of the interest, and the part of it given to the member.
  share_cents             bigint NOT NULL,
  given_cents             bigint NOT NULL,
  loans_cents             bigint NOT NULL CONSTRAINT settlements_loans CHECK (loans_cents >= 0),
  fines_written_off_cents bigint NOT NULL CONSTRAINT settlements_fines CHECK (fines_written_off_cents >= 0),
  paid_out_cents          bigint NOT NULL,
  owed_cents              bigint NOT NULL,
  settled_by              int NOT NULL REFERENCES members,
  settled_at              timestamptz NOT NULL,
  CONSTRAINT settlements_share CHECK (given_cents BETWEEN 0 AND share_cents),
  CONSTRAINT settlements_conserve CHECK (contributions_cents + given_cents - loans_cents = paid_out_cents - owed_cents),
  CONSTRAINT settlements_one_way CHECK (paid_out_cents >= 0 AND owed_cents >= 0 AND (paid_out_cents = 0 OR owed_cents = 0)),
  CONSTRAINT settlements_not_by_oneself CHECK (settled_by <> member_id)
);
CREATE TRIGGER settlements_append_only BEFORE UPDATE OR DELETE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlements_no_truncate BEFORE TRUNCATE ON settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a loan's balance was settled by when its member left.
CREATE TABLE settled_loans (
  settlement_id int NOT NULL REFERENCES settlements,
  loan_id       int PRIMARY KEY REFERENCES loans,
  amount_cents  bigint NOT NULL CONSTRAINT settled_loans_amount CHECK (amount_cents >= 0)
);

CREATE TABLE bad_debts (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  settlement_id   int NOT NULL REFERENCES settlements CONSTRAINT bad_debts_settlement_key UNIQUE,
  member_id       int NOT NULL REFERENCES members,
  amount_cents    bigint NOT NULL CONSTRAINT bad_debts_amount CHECK (amount_cents > 0),
  recovered_cents bigint NOT NULL DEFAULT 0 CONSTRAINT bad_debts_recovered CHECK (recovered_cents BETWEEN 0 AND amount_cents),
  created_at      timestamptz NOT NULL
);
CREATE INDEX bad_debts_by_member ON bad_debts (member_id);
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
