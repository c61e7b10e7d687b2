-- One tree over the sealed audit log and the journal, in the shape of RFC 6962 (docs/decisions/012-proofs.md). It begins
-- empty: the audit-chain writer takes in, in batches, whatever is not in it.

-- The order of the log. No foreign keys, which would write to each row they point at: those rows are append-only too, and
-- `verify` names one that is gone.
CREATE TABLE log_leaves (
  position bigint PRIMARY KEY CONSTRAINT log_leaves_from_zero CHECK (position >= 0),
  -- An entry of the audit log, by its seal, or an entry of the journal.
  seal_seq bigint CONSTRAINT log_leaves_seal UNIQUE,
  entry_id int CONSTRAINT log_leaves_entry UNIQUE,
  -- Hides the parts of a journal entry from whoever is not shown them.
  salt     bytea CONSTRAINT log_leaves_salt CHECK (length(salt) = 32),
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT log_leaves_of_one CHECK (num_nonnulls(seal_seq, entry_id) = 1),
  CONSTRAINT log_leaves_salted CHECK ((entry_id IS NULL) = (salt IS NULL))
);
CREATE TRIGGER log_leaves_append_only BEFORE UPDATE OR DELETE ON log_leaves FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_leaves_no_truncate BEFORE TRUNCATE ON log_leaves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The complete subtrees: 2^level leaves, the position-th of that size. Level 0 is the leaves.
CREATE TABLE log_tree (
  level    smallint NOT NULL,
  position bigint NOT NULL,
  hash     bytea NOT NULL CONSTRAINT log_tree_hash CHECK (length(hash) = 32),
  PRIMARY KEY (level, position)
);
CREATE TRIGGER log_tree_append_only BEFORE UPDATE OR DELETE ON log_tree FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_tree_no_truncate BEFORE TRUNCATE ON log_tree FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The heads that were mailed to the officials, one a month.
CREATE TABLE noted_heads (
  month    date PRIMARY KEY CONSTRAINT noted_heads_first CHECK (extract(day FROM month) = 1),
  size     bigint NOT NULL CONSTRAINT noted_heads_size CHECK (size > 0),
  root     bytea NOT NULL CONSTRAINT noted_heads_root CHECK (length(root) = 32),
  noted_at timestamptz NOT NULL
);
CREATE TRIGGER noted_heads_append_only BEFORE UPDATE OR DELETE ON noted_heads FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER noted_heads_no_truncate BEFORE TRUNCATE ON noted_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
