-- The journal of a member, and of who is searched for by name, is read from its newest entry on (REP-8): without this index all
-- postings of those members were read and sorted before the first could be shown.
CREATE INDEX postings_of_member_in_order ON postings (member_id, business_date, entry_id) WHERE member_id IS NOT NULL;
