-- What the sending of notices needs besides (NOTE-4, NOTE-6).

-- A gateway that nobody answers at is called for a day, counted from the first call.
ALTER TABLE notice_messages ADD COLUMN first_tried_at timestamptz;
-- The month's costs are summed by the day on which a text was claimed.
CREATE INDEX notice_messages_costs ON notice_messages (claimed_at) WHERE channel = 'sms' AND claimed_at IS NOT NULL;
-- The list of what was sent, newest first, of a state.
CREATE INDEX notice_messages_by_state ON notice_messages (state, id);

-- What the gateway answered of each text, as it came: a message's cost is the sum of its answers.
CREATE TABLE sms_answers (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id bigint NOT NULL REFERENCES notice_messages,
  outcome    text NOT NULL,
  failure    text,
  gateway_id text,
  cost_units bigint NOT NULL CONSTRAINT sms_answers_cost CHECK (cost_units >= 0),
  at         timestamptz NOT NULL
);
CREATE INDEX sms_answers_by_message ON sms_answers (message_id);
CREATE TRIGGER sms_answers_append_only BEFORE UPDATE OR DELETE ON sms_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sms_answers_no_truncate BEFORE TRUNCATE ON sms_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
