-- What members and officials are told, on which channel, and what became of it (NOTE-1 to NOTE-9).

-- One row for a person and a happening, written in the transaction of what it tells of; nothing else is written then.
CREATE TABLE notices (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id     int NOT NULL REFERENCES members,
  -- A key of domain/notices/notice-events.ts.
  event         text NOT NULL,
  kind          text NOT NULL CONSTRAINT notices_kind CHECK (
                  kind IN ('receipt', 'loan', 'fine', 'reminder', 'membership', 'security', 'office', 'month', 'word')),
  about_kind    text CONSTRAINT notices_about_kind CHECK (
                  about_kind IN ('contribution', 'loan_payment', 'fine_payment', 'loan', 'fine', 'member')),
  about_id      bigint,
  -- Names the happening once for this person: payment_approved:412, loan_due_in:17:7.
  occasion      text NOT NULL,
  -- What its texts fill in (messages/stored-message.ts).
  facts         jsonb NOT NULL,
  -- The mail in words of its own, where it has some.
  letter        jsonb,
  created_at    timestamptz NOT NULL,
  read_at       timestamptz,
  dispatched_at timestamptz,
  CONSTRAINT notices_once UNIQUE (member_id, occasion),
  CONSTRAINT notices_about CHECK ((about_kind IS NULL) = (about_id IS NULL))
);
-- What no channel has been found for yet.
CREATE INDEX notices_to_dispatch ON notices (id) WHERE dispatched_at IS NULL;

CREATE FUNCTION refuse_changed_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'notice % is kept as it was written', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER notices_kept BEFORE UPDATE OF id, member_id, event, kind, about_kind, about_id, occasion, facts, letter, created_at ON notices
  FOR EACH ROW EXECUTE FUNCTION refuse_changed_notice();
CREATE TRIGGER notices_no_delete BEFORE DELETE ON notices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notices_no_truncate BEFORE TRUNCATE ON notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A notice on its way by one channel.
CREATE TABLE notice_messages (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notice_id      bigint NOT NULL REFERENCES notices,
  member_id      int NOT NULL REFERENCES members,
  channel        text NOT NULL CONSTRAINT notice_messages_channel CHECK (channel IN ('email', 'sms', 'push')),
  -- sending: claimed, and its answer not yet known.
  state          text NOT NULL CONSTRAINT notice_messages_state CHECK (
                   state IN ('waiting', 'held', 'sending', 'sent', 'delivered', 'failed', 'rejected', 'unknown', 'skipped')),
  recipient      text,
  text           text,
  parts          int CONSTRAINT notice_messages_parts CHECK (parts > 0),
  -- Ten-thousandths of a shilling, as the gateway answered; and what is set aside of the month's cap until it does.
  cost_units     bigint CONSTRAINT notice_messages_cost CHECK (cost_units >= 0),
  reserved_units bigint NOT NULL DEFAULT 0 CONSTRAINT notice_messages_reserved CHECK (reserved_units >= 0),
  send_after     timestamptz NOT NULL,
  attempts       int NOT NULL DEFAULT 0,
  claimed_at     timestamptz,
  claimed_by     text,
  gateway_id     text,
  -- Of `mails`, which no backup has.
  mail_id        int,
  failure        text,
  created_at     timestamptz NOT NULL,
  sent_at        timestamptz,
  settled_at     timestamptz,
  CONSTRAINT notice_messages_once UNIQUE (notice_id, channel),
  CONSTRAINT notice_messages_claimed CHECK (state <> 'sending' OR (claimed_at IS NOT NULL AND claimed_by IS NOT NULL))
);
CREATE INDEX notice_messages_waiting ON notice_messages (send_after, id) WHERE state IN ('waiting', 'held', 'sending');
CREATE INDEX notice_messages_by_member ON notice_messages (member_id, id);
CREATE UNIQUE INDEX notice_messages_by_gateway_id ON notice_messages (gateway_id) WHERE gateway_id IS NOT NULL;
CREATE UNIQUE INDEX notice_messages_by_mail ON notice_messages (mail_id) WHERE mail_id IS NOT NULL;
CREATE TRIGGER notice_messages_no_delete BEFORE DELETE ON notice_messages FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notice_messages_no_truncate BEFORE TRUNCATE ON notice_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a member chose; what is not here is as it begins (domain/notices/notice-choices.ts).
CREATE TABLE notice_choices (
  member_id int NOT NULL REFERENCES members,
  kind      text NOT NULL CONSTRAINT notice_choices_kind CHECK (
              kind IN ('receipt', 'loan', 'fine', 'reminder', 'membership', 'security', 'office', 'month', 'word')),
  channel   text NOT NULL CONSTRAINT notice_choices_channel CHECK (channel IN ('email', 'sms', 'push')),
  is_on     boolean NOT NULL,
  PRIMARY KEY (member_id, kind, channel)
);

CREATE TABLE notice_preferences (
  member_id          int PRIMARY KEY REFERENCES members,
  -- On a locked screen.
  shows_amounts      boolean NOT NULL DEFAULT false,
  -- The month's page comes with the member's statement as PDF.
  attaches_statement boolean NOT NULL DEFAULT false
);

CREATE TABLE push_subscriptions (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id  int NOT NULL REFERENCES members,
  endpoint   text NOT NULL CONSTRAINT push_subscriptions_endpoint UNIQUE,
  p256dh     text NOT NULL,
  auth       text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_by_member ON push_subscriptions (member_id);

-- The group's own keys (VAPID), made at the first start; the private one is sealed.
CREATE TABLE push_keys (
  only_row    boolean PRIMARY KEY DEFAULT true CONSTRAINT push_keys_one CHECK (only_row),
  public_key  text NOT NULL,
  private_key bytea NOT NULL,
  is_sealed   boolean NOT NULL
);

-- Numbers that are sent no text until they change, or their holder asks.
CREATE TABLE sms_stops (
  phone  text PRIMARY KEY,
  reason text NOT NULL CONSTRAINT sms_stops_reason CHECK (reason IN ('wrong_number', 'opted_out')),
  at     timestamptz NOT NULL
);

-- What the gateway said last.
CREATE TABLE sms_gateway (
  only_row          boolean PRIMARY KEY DEFAULT true CONSTRAINT sms_gateway_one CHECK (only_row),
  -- Of one part, in ten-thousandths of a shilling.
  last_price_units  bigint CONSTRAINT sms_gateway_price CHECK (last_price_units >= 0),
  balance_out_since timestamptz,
  probed_at         timestamptz,
  failing_since     timestamptz,
  told_balance_at   timestamptz,
  told_failing_at   timestamptz,
  -- The first day of the month for which officials have heard that 80% of the cap is used.
  told_budget_of    date
);
INSERT INTO sms_gateway DEFAULT VALUES;

-- Delivery reports as they came, in any order.
CREATE TABLE sms_reports (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gateway_id     text NOT NULL,
  status         text NOT NULL,
  failure_reason text,
  received_at    timestamptz NOT NULL
);
CREATE INDEX sms_reports_by_gateway_id ON sms_reports (gateway_id);

-- The Chairperson's words to members.
CREATE TABLE words (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text       text NOT NULL CONSTRAINT words_text CHECK (text ~ '\S'),
  audience   text NOT NULL CONSTRAINT words_audience CHECK (audience IN ('all', 'owing')),
  channels   text[] NOT NULL CONSTRAINT words_channels CHECK (channels <@ ARRAY['email', 'sms', 'push'] AND cardinality(channels) > 0),
  people     int NOT NULL,
  parts      int NOT NULL,
  cost_units bigint NOT NULL,
  written_by int NOT NULL REFERENCES members,
  written_at timestamptz NOT NULL,
  agreed_by  int REFERENCES members,
  agreed_at  timestamptz,
  -- When it went out: at once, or with the agreement.
  sent_at    timestamptz,
  CONSTRAINT words_agreed CHECK ((agreed_by IS NULL) = (agreed_at IS NULL)),
  CONSTRAINT words_two_people CHECK (agreed_by <> written_by)
);
CREATE TRIGGER words_no_delete BEFORE DELETE ON words FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER words_no_truncate BEFORE TRUNCATE ON words FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE group_settings
  ADD COLUMN sms_monthly_cap_cents bigint NOT NULL DEFAULT 50000 CONSTRAINT group_settings_sms_cap CHECK (sms_monthly_cap_cents >= 0),
  -- Before the day on which a contribution is due.
  ADD COLUMN reminder_days int NOT NULL DEFAULT 3 CONSTRAINT group_settings_reminder_days CHECK (reminder_days BETWEEN 0 AND 28),
  -- In Nairobi. Equal: never quiet.
  ADD COLUMN quiet_from time NOT NULL DEFAULT '20:00',
  ADD COLUMN quiet_to time NOT NULL DEFAULT '07:00';

-- What is drawn and attached to a mail when it is sent.
ALTER TABLE mails ADD COLUMN attachment jsonb;

SELECT write_baseline('Settings of notices');
