-- Changes of a loan that both offices decide on: a new schedule, or a call on its guarantors.

CREATE TABLE loan_changes (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  loan_id           int NOT NULL REFERENCES loans,
  kind              text NOT NULL CONSTRAINT loan_changes_kind CHECK (kind IN ('reschedule', 'call')),
  reason            text NOT NULL CONSTRAINT loan_changes_reason CHECK (reason <> ''),
  instalments       int,
  first_due_on      date,
  asked_by          int NOT NULL REFERENCES members,
  asked_at          timestamptz NOT NULL,
  treasurer_verdict text NOT NULL DEFAULT 'pending_approval' CONSTRAINT loan_changes_treasurer_verdict CHECK (treasurer_verdict IN ('pending_approval', 'approved', 'rejected')),
  treasurer_id      int REFERENCES members,
  treasurer_reason  text,
  treasurer_at      timestamptz,
  treasurer_acting  boolean NOT NULL DEFAULT false,
  sec_gen_verdict   text NOT NULL DEFAULT 'pending_approval' CONSTRAINT loan_changes_sec_gen_verdict CHECK (sec_gen_verdict IN ('pending_approval', 'approved', 'rejected')),
  sec_gen_id        int REFERENCES members,
  sec_gen_reason    text,
  sec_gen_at        timestamptz,
  sec_gen_acting    boolean NOT NULL DEFAULT false,
  -- Borrower or guarantor who said no.
  ended_by          int REFERENCES members,
  ended_at          timestamptz,
  -- Once done: the day in the books, what was rescheduled or called, and the newest repayment before it.
  done_on           date,
  amount_cents      bigint CONSTRAINT loan_changes_amount CHECK (amount_cents > 0),
  after_repayment   int REFERENCES loan_repayments,
  CONSTRAINT loan_changes_rows CHECK ((kind = 'reschedule') = (instalments IS NOT NULL) AND (kind = 'reschedule' OR first_due_on IS NULL)),
  CONSTRAINT loan_changes_treasurer CHECK (
    (treasurer_verdict = 'pending_approval') = (treasurer_id IS NULL) AND (treasurer_id IS NULL) = (treasurer_at IS NULL)
    AND (treasurer_verdict = 'rejected') = (treasurer_reason IS NOT NULL)),
  CONSTRAINT loan_changes_sec_gen CHECK (
    (sec_gen_verdict = 'pending_approval') = (sec_gen_id IS NULL) AND (sec_gen_id IS NULL) = (sec_gen_at IS NULL)
    AND (sec_gen_verdict = 'rejected') = (sec_gen_reason IS NOT NULL)),
  CONSTRAINT loan_changes_two_people CHECK (treasurer_id <> sec_gen_id),
  CONSTRAINT loan_changes_ended CHECK ((ended_by IS NULL) = (ended_at IS NULL)),
  CONSTRAINT loan_changes_done CHECK (
    (done_on IS NOT NULL) = (treasurer_verdict = 'approved' AND sec_gen_verdict = 'approved') AND (done_on IS NULL) = (amount_cents IS NULL)
    AND (done_on IS NULL OR ended_at IS NULL))
);
CREATE UNIQUE INDEX loan_changes_one_waits ON loan_changes (loan_id)
  WHERE done_on IS NULL AND ended_at IS NULL AND treasurer_verdict <> 'rejected' AND sec_gen_verdict <> 'rejected';
CREATE INDEX loan_changes_by_loan ON loan_changes (loan_id, id);
CREATE INDEX loan_changes_waiting ON loan_changes (id)
  WHERE done_on IS NULL AND ended_at IS NULL AND treasurer_verdict <> 'rejected' AND sec_gen_verdict <> 'rejected';
CREATE TRIGGER loan_changes_no_delete BEFORE DELETE ON loan_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_changes_no_truncate BEFORE TRUNCATE ON loan_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who must agree to a new schedule.
CREATE TABLE loan_change_answers (
  change_id   int NOT NULL REFERENCES loan_changes,
  member_id   int NOT NULL REFERENCES members,
  role        text NOT NULL CONSTRAINT loan_change_answers_role CHECK (role IN ('borrower', 'guarantor')),
  answer      text NOT NULL CONSTRAINT loan_change_answers_answer CHECK (answer IN ('asked', 'yes', 'no')),
  answered_at timestamptz,
  -- The official who answered for a member who cannot sign in.
  entered_by  int REFERENCES members,
  CONSTRAINT loan_change_answers_pkey PRIMARY KEY (change_id, member_id),
  CONSTRAINT loan_change_answers_answered CHECK ((answer = 'asked') = (answered_at IS NULL) AND (answer <> 'asked' OR entered_by IS NULL))
);
CREATE TRIGGER loan_change_answers_once BEFORE UPDATE ON loan_change_answers FOR EACH ROW WHEN (OLD.answer = 'asked')
  EXECUTE FUNCTION refuse_change('answer to a change is given once', 'answer', 'answered_at', 'entered_by');
CREATE TRIGGER loan_change_answers_stay BEFORE UPDATE ON loan_change_answers FOR EACH ROW WHEN (OLD.answer <> 'asked')
  EXECUTE FUNCTION refuse_change('answer to a change stays');
CREATE TRIGGER loan_change_answers_no_delete BEFORE DELETE ON loan_change_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_change_answers_no_truncate BEFORE TRUNCATE ON loan_change_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a call took out of whose savings; without a guarantee, of the borrower.
CREATE TABLE loan_calls (
  change_id    int NOT NULL REFERENCES loan_changes,
  member_id    int NOT NULL REFERENCES members,
  guarantee_id int REFERENCES loan_guarantees,
  amount_cents bigint NOT NULL CONSTRAINT loan_calls_amount CHECK (amount_cents > 0),
  CONSTRAINT loan_calls_pkey PRIMARY KEY (change_id, member_id)
);
CREATE INDEX loan_calls_by_member ON loan_calls (member_id);
CREATE TRIGGER loan_calls_append_only BEFORE UPDATE OR DELETE ON loan_calls FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_calls_no_truncate BEFORE TRUNCATE ON loan_calls FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A call repays like a payment; a new schedule moves what was charged to other rows and posts nothing.
ALTER TABLE loan_repayments
  ADD COLUMN change_id int UNIQUE REFERENCES loan_changes,
  DROP CONSTRAINT loan_repayments_source,
  ADD CONSTRAINT loan_repayments_source CHECK (num_nonnulls(payment_id, top_up_id, change_id) = 1);
ALTER TABLE loan_versions
  ADD COLUMN change_id int UNIQUE REFERENCES loan_changes,
  DROP CONSTRAINT loan_versions_because,
  ADD CONSTRAINT loan_versions_because CHECK (
    (reason = 'early') = (repayment_id IS NOT NULL) AND (reason = 'reschedule') = (change_id IS NOT NULL));
ALTER TABLE loan_interest
  ADD COLUMN change_id int REFERENCES loan_changes,
  DROP CONSTRAINT loan_interest_taken_back,
  ADD CONSTRAINT loan_interest_taken_back CHECK (amount_cents > 0 OR num_nonnulls(repayment_id, change_id) > 0),
  ADD CONSTRAINT loan_interest_because CHECK (repayment_id IS NULL OR change_id IS NULL);
DROP INDEX loan_interest_once;
CREATE UNIQUE INDEX loan_interest_once ON loan_interest (loan_id, due_on) WHERE repayment_id IS NULL AND change_id IS NULL;
CREATE INDEX loan_interest_of_changes ON loan_interest (change_id) WHERE change_id IS NOT NULL;
