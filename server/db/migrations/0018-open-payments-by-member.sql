-- Whether a member's newer payment still waits is asked with every contribution that is shown; without this, every waiting
-- payment of the group is looked through for it.
CREATE INDEX payments_open_by_member ON payments (member_id, kind, id) WHERE status IN ('pending', 'pending_approval');
