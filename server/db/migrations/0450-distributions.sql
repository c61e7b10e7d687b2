-- Share-outs: what was earned is shared among the members by two offices (SHARE-1 to SHARE-6). The terms stay as they were proposed.
CREATE TABLE distributions (
  id                  int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  status              text NOT NULL CONSTRAINT distributions_status CHECK (status IN ('proposed', 'posted', 'refused', 'taken_back')),
  basis               text NOT NULL CONSTRAINT distributions_basis CHECK (basis IN ('savings_days', 'shares', 'equal')),
  amount_cents        bigint NOT NULL CONSTRAINT distributions_amount CHECK (amount_cents > 0),
  from_on             date,
  to_on               date NOT NULL,
  share_value_cents   bigint,
  return_savings      boolean NOT NULL,
  set_off             text NOT NULL CONSTRAINT distributions_set_off CHECK (set_off IN ('none', 'overdue', 'all')),
  pay_as              text NOT NULL CONSTRAINT distributions_pay_as CHECK (pay_as IN ('bank', 'savings')),
  description         text NOT NULL,
  proposed_by         int NOT NULL REFERENCES members,
  proposed_office     text NOT NULL CONSTRAINT distributions_office CHECK (proposed_office IN ('Treasurer', 'Sec-Gen')),
  proposed_at         timestamptz NOT NULL,
  decided_by          int REFERENCES members,
  decided_at          timestamptz,
  refused_because     text,
  -- Before and after it, as the entry found and left them; null until it is posted.
  distributable_cents bigint,
  bank_after_cents    bigint,
  CONSTRAINT distributions_days CHECK ((basis = 'savings_days') = (from_on IS NOT NULL) AND from_on <= to_on),
  CONSTRAINT distributions_share CHECK ((basis = 'shares') = (share_value_cents IS NOT NULL) AND share_value_cents > 0),
  CONSTRAINT distributions_returned CHECK (NOT return_savings OR pay_as = 'bank'),
  CONSTRAINT distributions_decided CHECK ((status = 'proposed') = (decided_by IS NULL) AND (status = 'proposed') = (decided_at IS NULL)),
  CONSTRAINT distributions_refused CHECK ((status = 'refused') = (refused_because IS NOT NULL)),
  CONSTRAINT distributions_figures CHECK ((status IN ('posted', 'taken_back'))
    = (distributable_cents IS NOT NULL AND bank_after_cents IS NOT NULL)),
  CONSTRAINT distributions_by_two CHECK (status = 'refused' OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX distributions_one_waits ON distributions (status) WHERE status = 'proposed';

-- The list as it was proposed: nobody joins it later.
CREATE TABLE distribution_members (
  distribution_id int NOT NULL REFERENCES distributions,
  member_id       int NOT NULL REFERENCES members,
  CONSTRAINT distribution_members_pkey PRIMARY KEY (distribution_id, member_id)
);

-- What was posted, one line a member.
CREATE TABLE distribution_shares (
  distribution_id int NOT NULL REFERENCES distributions,
  member_id       int NOT NULL REFERENCES members,
  -- Cents x days, whole shares, or 1.
  weight          bigint NOT NULL CONSTRAINT distribution_shares_weight CHECK (weight >= 0),
  share_cents     bigint NOT NULL,
  savings_cents   bigint NOT NULL,
  fines_cents     bigint NOT NULL,
  loans_cents     bigint NOT NULL,
  receives_cents  bigint NOT NULL,
  CONSTRAINT distribution_shares_pkey PRIMARY KEY (distribution_id, member_id),
  CONSTRAINT distribution_shares_parts CHECK (
    least(share_cents, savings_cents, fines_cents, loans_cents, receives_cents) >= 0
    AND share_cents + savings_cents = fines_cents + loans_cents + receives_cents)
);
CREATE INDEX distribution_shares_by_member ON distribution_shares (member_id, distribution_id);

-- The fines that a share-out settled. What it repaid of loans is among their repayments.
CREATE TABLE distribution_fines (
  distribution_id int NOT NULL REFERENCES distributions,
  fine_id         int NOT NULL REFERENCES fines,
  amount_cents    bigint NOT NULL CONSTRAINT distribution_fines_amount CHECK (amount_cents > 0),
  CONSTRAINT distribution_fines_pkey PRIMARY KEY (distribution_id, fine_id)
);
CREATE INDEX distribution_fines_by_fine ON distribution_fines (fine_id) INCLUDE (amount_cents);

ALTER TABLE loan_repayments ADD COLUMN distribution_id int REFERENCES distributions;
ALTER TABLE loan_repayments DROP CONSTRAINT loan_repayments_source;
ALTER TABLE loan_repayments ADD CONSTRAINT loan_repayments_source CHECK (num_nonnulls(payment_id, top_up_id, change_id, distribution_id) = 1);
CREATE UNIQUE INDEX loan_repayments_by_distribution ON loan_repayments (distribution_id, loan_id) WHERE distribution_id IS NOT NULL;

CREATE TRIGGER distributions_no_delete BEFORE DELETE ON distributions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distributions_no_truncate BEFORE TRUNCATE ON distributions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_members_append_only BEFORE UPDATE OR DELETE ON distribution_members FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_members_no_truncate BEFORE TRUNCATE ON distribution_members FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_shares_append_only BEFORE UPDATE OR DELETE ON distribution_shares FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_shares_no_truncate BEFORE TRUNCATE ON distribution_shares FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_fines_append_only BEFORE UPDATE OR DELETE ON distribution_fines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER distribution_fines_no_truncate BEFORE TRUNCATE ON distribution_fines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
