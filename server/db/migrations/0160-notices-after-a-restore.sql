-- A restore brings back what waited to be sent as it was, and the database it was taken from may have sent it since (NOTE-4).

-- Brought back before its channels were found: its messages are unknown from their beginning.
ALTER TABLE notices ADD COLUMN restored_at timestamptz;
