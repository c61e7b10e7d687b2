-- The register reads who held which office on a day from the audit log (MEET-12).
CREATE INDEX audit_entries_of_offices ON audit_entries (subject_id, id) WHERE subject = 'member' AND after ? 'office';
