-- Sums of the postings, so that no report grows with history (docs/decisions/008-sums.md).

-- What each account moved by on a day and in a month, debit positive; the closings of years stand apart.
CREATE TABLE balance_days (
  business_date date NOT NULL,
  account       text NOT NULL REFERENCES accounts,
  closing       boolean NOT NULL,
  amount_cents  bigint NOT NULL,
  PRIMARY KEY (business_date, account, closing)
) WITH (fillfactor = 70);
CREATE TABLE balance_months (
  month         date NOT NULL CONSTRAINT balance_months_first CHECK (extract(day FROM month) = 1),
  account       text NOT NULL REFERENCES accounts,
  closing       boolean NOT NULL,
  amount_cents  bigint NOT NULL,
  PRIMARY KEY (month, account, closing)
) WITH (fillfactor = 70);
-- What the postings that name a member add up to.
CREATE TABLE member_balances (
  member_id     int NOT NULL REFERENCES members,
  account       text NOT NULL REFERENCES accounts,
  amount_cents  bigint NOT NULL,
  PRIMARY KEY (member_id, account)
) WITH (fillfactor = 70);

-- The postings that the sums do not hold yet. Whoever posts adds a row here, so nobody waits for a shared one; whoever
-- reads adds them up on top; the balance projection moves them into the sums.
CREATE TABLE postings_to_sum (
  business_date date NOT NULL,
  account       text NOT NULL,
  closing       boolean NOT NULL,
  member_id     int,
  amount_cents  bigint NOT NULL
);
CREATE INDEX postings_to_sum_by_member ON postings_to_sum (member_id, account) WHERE member_id IS NOT NULL;

CREATE FUNCTION queue_postings_to_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO postings_to_sum (business_date, account, closing, member_id, amount_cents)
  SELECT p.business_date, p.account, e.source_kind = 'financial_year', p.member_id, p.amount_cents
    FROM posted p JOIN entries e ON e.id = p.entry_id;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_are_summed AFTER INSERT ON postings REFERENCING NEW TABLE AS posted
  FOR EACH STATEMENT EXECUTE FUNCTION queue_postings_to_sum();

-- What was posted before.
INSERT INTO balance_days (business_date, account, closing, amount_cents)
SELECT p.business_date, p.account, e.source_kind = 'financial_year', sum(p.amount_cents)
  FROM postings p JOIN entries e ON e.id = p.entry_id GROUP BY 1, 2, 3;
INSERT INTO balance_months (month, account, closing, amount_cents)
SELECT date_trunc('month', business_date::timestamp)::date, account, closing, sum(amount_cents)
  FROM balance_days GROUP BY 1, 2, 3;
INSERT INTO member_balances (member_id, account, amount_cents)
SELECT member_id, account, sum(amount_cents) FROM postings WHERE member_id IS NOT NULL GROUP BY 1, 2;

-- The journal of one account is paged by this; balances no longer come from it.
CREATE INDEX postings_of_account ON postings (account, business_date, entry_id);
DROP INDEX postings_by_account;

-- The audit log of a period; it is written in the order of its moments, so a summary of its pages is enough.
CREATE INDEX audit_entries_by_moment ON audit_entries USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
