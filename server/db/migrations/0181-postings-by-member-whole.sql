-- What was posted to a member's part of an account is added up in its order (REP-14): with entry and line in the index it is read
-- from there alone, and no longer row by row from wherever those years lie.
DROP INDEX postings_by_member;
CREATE INDEX postings_by_member ON postings (member_id, account, business_date, entry_id, line) INCLUDE (amount_cents)
  WHERE member_id IS NOT NULL;
