-- Who claims an account of the group's book does so by one invitation; a second takes the place of a claim whose address was never
-- proven (OPEN-53), so a member may have used more than one.
ALTER TABLE invitation_uses
  DROP CONSTRAINT invitation_uses_pkey,
  ADD CONSTRAINT invitation_uses_pkey PRIMARY KEY (member_id, invitation_id);
