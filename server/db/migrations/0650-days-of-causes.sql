-- From here on nothing is dated before what it undoes, pays or settles (BOOK-30), and the oldest fine is that of the earliest day
-- (PAY-8). What was posted before stays as it was: `after_entry` is the last entry of then, 0 for new books.
CREATE TABLE rule_beginnings (
  rule        text PRIMARY KEY CONSTRAINT rule_beginnings_rule CHECK (rule = 'days'),
  after_entry int NOT NULL CONSTRAINT rule_beginnings_after CHECK (after_entry >= 0)
);
CREATE TRIGGER rule_beginnings_append_only BEFORE UPDATE OR DELETE ON rule_beginnings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rule_beginnings_no_truncate BEFORE TRUNCATE ON rule_beginnings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO rule_beginnings (rule, after_entry) SELECT 'days', coalesce(max(id), 0) FROM entries;
INSERT INTO audit_entries (at, action, subject, after)
-- At the log's last moment: it says nothing of when a server last ran (SAFE-30).
SELECT coalesce((SELECT at FROM audit_entries ORDER BY id DESC LIMIT 1), now()), 'settings.baseline', 'group_settings',
       '{"reason": "From here on nothing is dated before its cause"}'::jsonb || jsonb_build_object('entry_id', after_entry)
  FROM rule_beginnings WHERE after_entry > 0;

-- The function refuse_entry_from_the_future (db/functions/ledger.sql) is in its place: it knows what an entry undoes, pays or settles.
ALTER TABLE entries DROP CONSTRAINT entries_not_in_future;
