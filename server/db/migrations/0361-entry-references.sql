-- What the bank prints beside money that moved when a member left or paid back a bad debt (EXIT-13): the reference, and the day on
-- which it moved. The entry is of the day on which it was posted, as it is for a payment.
CREATE TABLE entry_references (
  entry_id      int PRIMARY KEY REFERENCES entries,
  reference     text CONSTRAINT entry_references_reference CHECK (reference ~ '^[A-Z0-9/-]{4,40}$' AND reference ~ '[A-Z0-9]'),
  reference_key text GENERATED ALWAYS AS (translate(upper(reference), '-/ ', '')) STORED,
  paid_on       date NOT NULL,
  CONSTRAINT entry_references_once UNIQUE (reference_key)
);
CREATE TRIGGER entry_references_append_only BEFORE UPDATE OR DELETE ON entry_references FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_references_no_truncate BEFORE TRUNCATE ON entry_references FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
