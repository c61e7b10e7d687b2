-- Merry-go-rounds: everybody pays the same for each turn, and one member gets it (ROT-1 to ROT-9). The money is no money of the group.
INSERT INTO accounts (class, code) VALUES ('liability', 'merry_go_round');

CREATE TABLE rotations (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text NOT NULL,
  amount_cents bigint NOT NULL CONSTRAINT rotations_amount CHECK (amount_cents > 0),
  every        text NOT NULL CONSTRAINT rotations_every CHECK (every IN ('week', 'two_weeks', 'month')),
  first_on     date NOT NULL,
  -- Of the draw. Nobody sees the seed before it; the commitment is published at once.
  seed         text NOT NULL CONSTRAINT rotations_seed CHECK (seed ~ '^[0-9a-f]{64}$'),
  commitment   text NOT NULL CONSTRAINT rotations_commitment CHECK (commitment = encode(sha256(convert_to(seed, 'UTF8')), 'hex')),
  created_by   int NOT NULL REFERENCES members,
  created_at   timestamptz NOT NULL,
  drawn_by     int REFERENCES members,
  drawn_at     timestamptz,
  CONSTRAINT rotations_drawn CHECK ((drawn_by IS NULL) = (drawn_at IS NULL))
);

CREATE TABLE rotation_members (
  rotation_id int NOT NULL REFERENCES rotations,
  member_id   int NOT NULL REFERENCES members,
  word        text NOT NULL CONSTRAINT rotation_members_word CHECK (length(word) BETWEEN 1 AND 40),
  -- So that the hash of the row in the log gives nothing of the word away.
  salt        text NOT NULL,
  joined_at   timestamptz NOT NULL,
  left_at     timestamptz,
  CONSTRAINT rotation_members_pkey PRIMARY KEY (rotation_id, member_id)
);
CREATE INDEX rotation_members_by_member ON rotation_members (member_id, rotation_id);

-- As drawn; swaps stand beside it.
CREATE TABLE rotation_turns (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rotation_id int NOT NULL REFERENCES rotations,
  number      int NOT NULL CONSTRAINT rotation_turns_number CHECK (number > 0),
  due_on      date NOT NULL,
  member_id   int NOT NULL,
  CONSTRAINT rotation_turns_once UNIQUE (rotation_id, number),
  CONSTRAINT rotation_turns_member UNIQUE (rotation_id, member_id),
  CONSTRAINT rotation_turns_of_member FOREIGN KEY (rotation_id, member_id) REFERENCES rotation_members
);
CREATE INDEX rotation_turns_by_day ON rotation_turns (due_on);

CREATE TABLE rotation_swaps (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rotation_id int NOT NULL REFERENCES rotations,
  asked_by    int NOT NULL,
  with_member int NOT NULL,
  asked_at    timestamptz NOT NULL,
  answer      text CONSTRAINT rotation_swaps_answer CHECK (answer IN ('yes', 'no')),
  answered_at timestamptz,
  CONSTRAINT rotation_swaps_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT rotation_swaps_two CHECK (asked_by <> with_member),
  CONSTRAINT rotation_swaps_asker FOREIGN KEY (rotation_id, asked_by) REFERENCES rotation_members,
  CONSTRAINT rotation_swaps_other FOREIGN KEY (rotation_id, with_member) REFERENCES rotation_members
);
CREATE INDEX rotation_swaps_by_rotation ON rotation_swaps (rotation_id, id);
CREATE UNIQUE INDEX rotation_swaps_one_waits ON rotation_swaps (rotation_id, asked_by, with_member) WHERE answer IS NULL;

-- The first of two offices, which pay a turn out or settle what a member owes.
CREATE TABLE rotation_requests (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rotation_id int NOT NULL REFERENCES rotations,
  turn_id     int REFERENCES rotation_turns,
  member_id   int,
  reason      text,
  office      text NOT NULL CONSTRAINT rotation_requests_office CHECK (office IN ('Treasurer', 'Sec-Gen')),
  asked_by    int NOT NULL REFERENCES members,
  asked_at    timestamptz NOT NULL,
  CONSTRAINT rotation_requests_kind CHECK (num_nonnulls(turn_id, member_id) = 1 AND (member_id IS NULL) = (reason IS NULL)),
  CONSTRAINT rotation_requests_of_member FOREIGN KEY (rotation_id, member_id) REFERENCES rotation_members
);
CREATE INDEX rotation_requests_by_rotation ON rotation_requests (rotation_id, id);

-- All that happened after the draw, in that order: positions and turns follow from it.
CREATE TABLE rotation_events (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rotation_id    int NOT NULL REFERENCES rotations,
  kind           text NOT NULL CONSTRAINT rotation_events_kind CHECK (kind IN ('paid', 'settled', 'direct', 'paid_out', 'swapped', 'left')),
  -- Who paid, left or asked to swap; of a turn that was paid out, who got it.
  member_id      int NOT NULL,
  turn_id        int REFERENCES rotation_turns,
  -- Of a turn that was paid out: what left the bank, and what was retained for earlier turns.
  amount_cents   bigint NOT NULL CONSTRAINT rotation_events_amount CHECK (amount_cents >= 0),
  retained_cents bigint NOT NULL DEFAULT 0 CONSTRAINT rotation_events_retained CHECK (retained_cents >= 0),
  payment_id     int REFERENCES payments,
  request_id     int REFERENCES rotation_requests,
  swap_id        int REFERENCES rotation_swaps,
  done_by        int NOT NULL REFERENCES members,
  at             timestamptz NOT NULL,
  CONSTRAINT rotation_events_of_member FOREIGN KEY (rotation_id, member_id) REFERENCES rotation_members,
  CONSTRAINT rotation_events_source CHECK (
    (kind = 'paid') = (payment_id IS NOT NULL) AND (kind IN ('settled', 'paid_out')) = (request_id IS NOT NULL)
    AND (kind = 'swapped') = (swap_id IS NOT NULL) AND (kind IN ('direct', 'paid_out')) = (turn_id IS NOT NULL)),
  CONSTRAINT rotation_events_money CHECK (CASE
    WHEN kind IN ('swapped', 'left') THEN amount_cents + retained_cents = 0
    WHEN kind = 'paid_out' THEN amount_cents + retained_cents > 0
    ELSE amount_cents > 0 AND retained_cents = 0 END)
);
CREATE INDEX rotation_events_by_rotation ON rotation_events (rotation_id, id);
CREATE INDEX rotation_events_by_member ON rotation_events (member_id, id);
CREATE UNIQUE INDEX rotation_events_by_payment ON rotation_events (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX rotation_events_by_request ON rotation_events (request_id) WHERE request_id IS NOT NULL;
CREATE UNIQUE INDEX rotation_events_by_swap ON rotation_events (swap_id) WHERE swap_id IS NOT NULL;

CREATE TRIGGER rotations_no_delete BEFORE DELETE ON rotations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotations_no_truncate BEFORE TRUNCATE ON rotations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_members_no_truncate BEFORE TRUNCATE ON rotation_members FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_turns_append_only BEFORE UPDATE OR DELETE ON rotation_turns FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_turns_no_truncate BEFORE TRUNCATE ON rotation_turns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_swaps_no_delete BEFORE DELETE ON rotation_swaps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_swaps_no_truncate BEFORE TRUNCATE ON rotation_swaps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_requests_append_only BEFORE UPDATE OR DELETE ON rotation_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_requests_no_truncate BEFORE TRUNCATE ON rotation_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_events_append_only BEFORE UPDATE OR DELETE ON rotation_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rotation_events_no_truncate BEFORE TRUNCATE ON rotation_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a payment is for, as `loan_id` of a repayment.
ALTER TABLE payments ADD COLUMN rotation_id int REFERENCES rotations;
CREATE INDEX payments_by_rotation ON payments (rotation_id) WHERE rotation_id IS NOT NULL;
ALTER TABLE payments DROP CONSTRAINT payments_kind;
ALTER TABLE payments ADD CONSTRAINT payments_kind CHECK (kind IN ('contribution', 'loan_payment', 'fine_payment', 'rotation_payment'));
ALTER TABLE payments ADD CONSTRAINT payments_rotation CHECK ((kind = 'rotation_payment') = (rotation_id IS NOT NULL));

ALTER TABLE notices DROP CONSTRAINT notices_about_kind;
ALTER TABLE notices ADD CONSTRAINT notices_about_kind
  CHECK (about_kind IN ('contribution', 'loan_payment', 'fine_payment', 'rotation_payment', 'loan', 'fine', 'member', 'rotation'));
