-- The link of the group, and those of the members of its book that the Chairperson hands over, are shown again (MEM-35, OPEN-63): the
-- token, sealed if the server has PASSWORD_PEPPER. Null: shown once, or sent by SMS or mail. It goes with the link, and no backup has it.
ALTER TABLE invitation_links
  ADD COLUMN token bytea,
  ADD COLUMN is_sealed boolean NOT NULL DEFAULT false;
