-- The Chairperson's word to members: whom it reaches by SMS, who agreed to it, and how it ended (NOTE-7).

ALTER TABLE words
  -- People whom it reaches by SMS; `parts` is that of one text, 0 without SMS, and `cost_units` the price of all.
  ADD COLUMN texts int NOT NULL CONSTRAINT words_texts CHECK (texts BETWEEN 0 AND people),
  ADD COLUMN ended_by int REFERENCES members,
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN end_reason text,
  -- A group that has neither email nor SMS writes in the application alone.
  DROP CONSTRAINT words_channels,
  ADD CONSTRAINT words_channels CHECK (channels <@ ARRAY['email', 'sms', 'push']),
  ADD CONSTRAINT words_second_official CHECK (sent_at IS NULL OR texts <= 20 OR agreed_by IS NOT NULL),
  ADD CONSTRAINT words_agreed_is_sent CHECK (agreed_at IS NULL OR sent_at IS NOT NULL),
  ADD CONSTRAINT words_ended CHECK (
    (ended_by IS NULL) = (ended_at IS NULL) AND (ended_by IS NULL) = (end_reason IS NULL)),
  ADD CONSTRAINT words_one_end CHECK (sent_at IS NULL OR ended_at IS NULL);

-- Home asks with each visit of an official whether one waits.
CREATE INDEX words_waiting ON words (id) WHERE sent_at IS NULL AND ended_at IS NULL;

-- What was agreed to is what was written; and what has gone out, or ended, changes no more.
CREATE FUNCTION refuse_changed_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sent_at IS NOT NULL OR OLD.ended_at IS NOT NULL
     OR (OLD.id, OLD.text, OLD.audience, OLD.channels, OLD.written_by, OLD.written_at)
        IS DISTINCT FROM (NEW.id, NEW.text, NEW.audience, NEW.channels, NEW.written_by, NEW.written_at) THEN
    RAISE EXCEPTION 'word % is kept as it was written', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER words_kept BEFORE UPDATE ON words FOR EACH ROW EXECUTE FUNCTION refuse_changed_word();
