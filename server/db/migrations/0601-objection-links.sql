-- Whoever held an office in the last 7 days objects without signing in, by a link in their mail (MEM-44): once, while the
-- proposal waits.
CREATE TABLE objection_links (
  token_hash  bytea PRIMARY KEY,
  proposal_id int NOT NULL REFERENCES office_proposals,
  member_id   int NOT NULL REFERENCES members,
  created_at  timestamptz NOT NULL,
  used_at     timestamptz,
  CONSTRAINT objection_links_one_each UNIQUE (proposal_id, member_id)
);

CREATE TRIGGER objection_links_no_delete BEFORE DELETE ON objection_links FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER objection_links_no_truncate BEFORE TRUNCATE ON objection_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
