-- Whom a member paid directly: whose turn it was then.
ALTER TABLE rotation_events ADD COLUMN receiver_id int;
ALTER TABLE rotation_events ADD CONSTRAINT rotation_events_receiver CHECK ((kind = 'direct') = (receiver_id IS NOT NULL) AND receiver_id <> member_id);
ALTER TABLE rotation_events ADD CONSTRAINT rotation_events_of_receiver FOREIGN KEY (rotation_id, receiver_id) REFERENCES rotation_members;
CREATE INDEX rotation_events_by_receiver ON rotation_events (receiver_id, id) WHERE receiver_id IS NOT NULL;
