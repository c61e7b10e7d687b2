-- What `verify` proves of texts, and a bound on reports of texts that nobody knows (NOTE-4, NOTE-6).

-- What was set aside of the month's cap when the text left: an answer may cost more than that.
ALTER TABLE sms_answers ADD COLUMN reserved_units bigint CONSTRAINT sms_answers_reserved CHECK (reserved_units >= 0);

-- No text had that id when the report came.
ALTER TABLE sms_reports ADD COLUMN was_unknown boolean NOT NULL DEFAULT false;
CREATE INDEX sms_reports_unknown ON sms_reports (id) WHERE was_unknown;
