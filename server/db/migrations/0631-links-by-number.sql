-- Which mailed link is newer is told by its number, not by its moment. Links from before this migration have none, and are
-- older; they end within a week.
CREATE SEQUENCE mail_tokens_number;
ALTER TABLE mail_tokens ADD COLUMN number bigint;
ALTER TABLE mail_tokens ALTER COLUMN number SET DEFAULT nextval('mail_tokens_number');
ALTER SEQUENCE mail_tokens_number OWNED BY mail_tokens.number;
